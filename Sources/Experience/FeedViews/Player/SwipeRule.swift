// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed

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
}

/// The wheel and the touch pad, which tell many small steps: one item for each time that somebody turns it.
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
