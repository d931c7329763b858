// SPDX-License-Identifier: Apache-2.0

/// Feeds a segment tracker with the times of a player, and tells jumps from playing on. A value.
struct SegmentFollower {
    private(set) var tracker = SegmentTracker()
    private var wasSeeking = false
    private var lastTime: Double?

    /// Playing on moves time by less than this many seconds between two updates.
    private static let longestStep = 1.0
    /// Seconds that a time may be before the last one without being a jump.
    private static let tolerance = 0.1

    mutating func list(_ segments: [SegmentTracker.Placed]) -> [SegmentTracker.Action] { tracker.handle(.list(segments)) }

    /// A seek to the segment follows.
    mutating func select(_ urn: String) { _ = tracker.handle(.selected(urn)) }

    /// The media is taken away.
    mutating func leave() -> [SegmentTracker.Action] {
        lastTime = nil
        return tracker.handle(.left)
    }

    /// - Parameter time: the player's, in seconds; ignored while it seeks.
    mutating func move(to time: Double, isSeeking: Bool) -> [SegmentTracker.Action] {
        let hasSought = wasSeeking
        wasSeeking = isSeeking
        if isSeeking { return [] }
        // A seek may begin and end between two updates.
        let hasJumped = hasSought || lastTime.map { time < $0 - Self.tolerance || time > $0 + Self.longestStep } ?? true
        lastTime = time
        return tracker.handle(.time(time, hasJumped: hasJumped))
    }
}
