// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that was pulled away from its place and goes back there: soon, softly, and never beyond it and back again.
///
/// A critically damped spring: of all that do not swing the one that arrives first.
struct Spring: Hashable, Sendable {
    /// Where it was let go, in pixels from its place.
    var distance: Double
    /// In pixels a second, away from its place where it has the sign of the distance.
    var velocity: Double
    /// Per second: after 5 / stiffness seconds there is 4 % of the way left.
    var stiffness = 16.0

    /// Pixels from its place.
    /// - Parameter time: seconds since it was let go.
    func distance(after time: Double) -> Double {
        (distance + (velocity + stiffness * distance) * time) * exp(-stiffness * time)
    }

    /// Nobody sees it move any more.
    func isAtRest(after time: Double) -> Bool {
        let speed = (velocity - (velocity + stiffness * distance) * stiffness * time) * exp(-stiffness * time)
        return abs(distance(after: time)) < 0.5 && abs(speed) < 20
    }
}
