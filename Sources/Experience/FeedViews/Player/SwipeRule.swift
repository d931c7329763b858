// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// The direction of a swipe or wheel turn: 1 is the next item, -1 the previous one, 0 none.
struct SwipeRule: Hashable {
    var direction: PlayerViewConfiguration.ScrollDirection
    var isRightToLeft: Bool

    /// - Parameters:
    ///   - x: pixels from the start, to the right.
    ///   - y: pixels from the start, down.
    func step(x: Double, y: Double) -> Int {
        switch direction {
        case .horizontal:
            guard abs(x) >= Self.minDistance, abs(x) > abs(y) else { return 0 }
            return (x < 0) == isRightToLeft ? -1 : 1
        case .vertical:
            guard abs(y) >= Self.minDistance, abs(y) > abs(x) else { return 0 }
            return y < 0 ? 1 : -1
        }
    }

    /// Minimum distance in pixels.
    static let minDistance = 40.0

    var axis: Axis { direction == .horizontal ? .horizontal : .vertical }

    /// The direction of a drag along ``axis``, however short.
    func side(of distance: Double) -> Int {
        guard distance != 0 else { return 0 }
        let isForward = direction == .vertical ? distance < 0 : (distance < 0) != isRightToLeft
        return isForward ? 1 : -1
    }

    /// The result of a drag along ``axis`` when it is released.
    /// - Parameters:
    ///   - distance: pixels from the start, right or down.
    ///   - velocity: pixels per second, in the same direction.
    func step(distance: Double, velocity: Double) -> Int {
        let isTakenBack = velocity * distance < 0 && abs(velocity) >= Self.back
        let isFlicked = velocity * distance > 0 && abs(velocity) >= Self.flick
        return !isTakenBack && (isFlicked || abs(distance) >= Self.minDistance) ? side(of: distance) : 0
    }

    /// Speed back towards the start, in pixels per second, that cancels a drag.
    private static let back = 150.0
    /// Speed in pixels per second at which a short drag counts as a full one.
    private static let flick = 500.0
}

/// The velocity of a drag, measured over its last moments.
struct SwipeSpeed: Hashable {
    /// Length of the measurement in seconds.
    private static let memory = 0.1
    private var moments: [Moment] = []

    private struct Moment: Hashable {
        var distance: Double
        var time: Double
    }

    /// - Parameters:
    ///   - distance: pixels from the start.
    ///   - time: seconds of any monotonic clock.
    mutating func moved(to distance: Double, at time: Double) {
        moments.removeAll { time - $0.time > Self.memory }
        moments.append(Moment(distance: distance, time: time))
    }

    /// Pixels per second; 0 if the drag had stopped before the release.
    func velocity(at time: Double) -> Double {
        guard let first = moments.first(where: { time - $0.time <= Self.memory }), let last = moments.last, last.time > first.time else {
            return 0
        }
        return (last.distance - first.distance) / (last.time - first.time)
    }
}

/// Touchpad scrolling: along the items' axis it drags the item, across it counts as wheel steps.
struct PadRule {
    enum Action: Hashable {
        /// Pixels from the item's position, right or down.
        case pull(Double)
        /// Wheel steps, down or towards the end.
        case steps(x: Double, y: Double)
    }

    /// Pixels after which the axis is decided.
    private static let minDistance = 4.0
    /// Pixels per wheel step.
    private static let step = 40.0
    private var way = (x: 0.0, y: 0.0)
    /// Nil while undecided.
    private var isAlong: Bool?

    /// - Parameters:
    ///   - x: pixels by which content moves left.
    ///   - y: pixels by which content moves up.
    ///   - axis: of the items.
    mutating func moved(x: Double, y: Double, along axis: Axis) -> Action? {
        way = (way.x + x, way.y + y)
        if isAlong == nil, max(abs(way.x), abs(way.y)) >= Self.minDistance { isAlong = (abs(way.x) > abs(way.y)) == (axis == .horizontal) }
        switch isAlong {
        case true?: return .pull(axis == .horizontal ? -way.x : -way.y)
        case false?: return .steps(x: x / Self.step, y: y / Self.step)
        case nil: return nil
        }
    }

    /// Ends the gesture when the fingers are lifted or put down again.
    /// - Returns: the distance dragged in pixels, right or down; nil if nothing was dragged.
    mutating func ended(along axis: Axis) -> Double? {
        defer { self = PadRule() }
        return isAlong == true ? (axis == .horizontal ? -way.x : -way.y) : nil
    }
}

/// Wheel input, which may consist of many small steps: one item per turn of the wheel.
struct WheelRule: Hashable {
    /// Sum of steps that triggers a change of item.
    private static let minDistance = 1.0
    /// Seconds without a step that end a turn, and the minimum time between two changes.
    private static let rest = 0.35
    private var sum = 0.0
    private var last = -Double.infinity
    private var acted = -Double.infinity

    /// - Parameters:
    ///   - steps: down or towards the end.
    ///   - now: seconds of any monotonic clock.
    mutating func step(_ steps: Double, at now: Double) -> Int {
        if now - last > Self.rest || (sum < 0) != (steps < 0) { sum = 0 }
        last = now
        guard now - acted >= Self.rest else { return 0 }
        sum += steps
        guard abs(sum) >= Self.minDistance else { return 0 }
        let step = sum > 0 ? 1 : -1
        (sum, acted) = (0, now)
        return step
    }
}
