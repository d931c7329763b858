// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed
import WindowboxGTK

/// Which way a swipe or the wheel goes: 1 is the next item, -1 the one before, 0 none.
struct SwipeRule: Hashable {
    var direction: PlayerViewConfiguration.ScrollDirection
    var isRightToLeft: Bool

    /// - Parameters:
    ///   - x: pixels from where it began, to the right.
    ///   - y: the same, downwards.
    func step(x: Double, y: Double) -> Int {
        switch direction {
        case .horizontal:
            guard abs(x) >= Self.least, abs(x) > abs(y) else { return 0 }
            return (x < 0) == isRightToLeft ? -1 : 1
        case .vertical:
            guard abs(y) >= Self.least, abs(y) > abs(x) else { return 0 }
            return y < 0 ? 1 : -1
        }
    }

    /// Pixels.
    static let least = 40.0

    var axis: Axis { direction == .horizontal ? .horizontal : .vertical }

    /// Which way a pull along ``axis`` would go, however short it is.
    func side(of distance: Double) -> Int {
        guard distance != 0 else { return 0 }
        let isForward = direction == .vertical ? distance < 0 : (distance < 0) != isRightToLeft
        return isForward ? 1 : -1
    }

    /// What a pull along ``axis`` means that was let go.
    /// - Parameters:
    ///   - distance: pixels from where it began, right or down.
    ///   - velocity: pixels a second, in the same direction.
    func step(distance: Double, velocity: Double) -> Int {
        let isTakenBack = velocity * distance < 0 && abs(velocity) >= Self.back
        let isFlicked = velocity * distance > 0 && abs(velocity) >= Self.flick
        return !isTakenBack && (isFlicked || abs(distance) >= Self.least) ? side(of: distance) : 0
    }

    /// Pixels a second towards where it began with which somebody doesn't mean it any more.
    private static let back = 150.0
    /// Pixels a second with which a short pull means as much as a long one.
    private static let flick = 500.0
}

/// How fast a pull is, by its last moments.
struct SwipeSpeed: Hashable {
    /// Seconds that count.
    private static let memory = 0.1
    private var moments: [Moment] = []

    private struct Moment: Hashable {
        var distance: Double
        var time: Double
    }

    /// - Parameters:
    ///   - distance: pixels from where it began.
    ///   - time: seconds of any clock that runs evenly.
    mutating func moved(to distance: Double, at time: Double) {
        moments.removeAll { time - $0.time > Self.memory }
        moments.append(Moment(distance: distance, time: time))
    }

    /// Pixels a second; 0 for what was held still before it was let go.
    func velocity(at time: Double) -> Double {
        guard let first = moments.first(where: { time - $0.time <= Self.memory }), let last = moments.last, last.time > first.time else {
            return 0
        }
        return (last.distance - first.distance) / (last.time - first.time)
    }
}

/// Fingers on a touch pad: along the way of the pictures they pull the picture, across it they mean what a wheel means.
struct PadRule {
    enum Action: Hashable {
        /// Pixels from where the picture stood, right or down.
        case pull(Double)
        /// Steps down, or to the end.
        case steps(x: Double, y: Double)
    }

    /// Pixels after which it is known along which way they go.
    private static let least = 4.0
    /// Pixels that fingers go for one step of a wheel.
    private static let step = 40.0
    private var way = (x: 0.0, y: 0.0)
    /// Nil: not known yet.
    private var isAlong: Bool?

    /// - Parameters:
    ///   - x: pixels by which content is to go to the left.
    ///   - y: the same upwards.
    ///   - axis: the way of the pictures.
    mutating func moved(x: Double, y: Double, along axis: Axis) -> Action? {
        way = (way.x + x, way.y + y)
        if isAlong == nil, max(abs(way.x), abs(way.y)) >= Self.least { isAlong = (abs(way.x) > abs(way.y)) == (axis == .horizontal) }
        switch isAlong {
        case true?: return .pull(axis == .horizontal ? -way.x : -way.y)
        case false?: return .steps(x: x / Self.step, y: y / Self.step)
        case nil: return nil
        }
    }

    /// The fingers are lifted, or come down anew.
    /// - Returns: pixels by which they have pulled the picture, right or down; nil: they have not.
    mutating func ended(along axis: Axis) -> Double? {
        defer { self = PadRule() }
        return isAlong == true ? (axis == .horizontal ? -way.x : -way.y) : nil
    }
}

/// The wheel, which tells many small steps: one item for each time that somebody turns it.
struct WheelRule: Hashable {
    /// What they add up to means an item from here on.
    private static let least = 1.0
    /// Seconds without a step after which a new turn begins, and within which one has meant its item.
    private static let rest = 0.35
    private var sum = 0.0
    private var last = -Double.infinity
    private var acted = -Double.infinity

    /// - Parameters:
    ///   - steps: down, or to the end.
    ///   - now: seconds of any clock that runs evenly.
    mutating func step(_ steps: Double, at now: Double) -> Int {
        if now - last > Self.rest || (sum < 0) != (steps < 0) { sum = 0 }
        last = now
        guard now - acted >= Self.rest else { return 0 }
        sum += steps
        guard abs(sum) >= Self.least else { return 0 }
        let step = sum > 0 ? 1 : -1
        (sum, acted) = (0, now)
        return step
    }
}
