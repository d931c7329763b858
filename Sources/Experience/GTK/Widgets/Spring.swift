// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Animates something back to its rest position, smoothly and without overshooting.
///
/// A critically damped spring: the fastest one that doesn't oscillate.
struct Spring: Hashable, Sendable {
    /// Distance from the rest position at release, in pixels.
    var distance: Double
    /// In pixels per second; away from the rest position if it has the sign of the distance.
    var velocity: Double
    /// Per second: after 5 / stiffness seconds, 4 % of the distance is left.
    var stiffness = 16.0

    /// Pixels from the rest position.
    /// - Parameter time: seconds since the release.
    func distance(after time: Double) -> Double {
        (distance + (velocity + stiffness * distance) * time) * exp(-stiffness * time)
    }

    /// Whether movement is no longer visible.
    func isAtRest(after time: Double) -> Bool {
        let speed = (velocity - (velocity + stiffness * distance) * stiffness * time) * exp(-stiffness * time)
        return abs(distance(after: time)) < 0.5 && abs(speed) < 20
    }
}
