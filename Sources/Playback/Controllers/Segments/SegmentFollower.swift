// SPDX-License-Identifier: Apache-2.0

/// Passes a player's times to a segment tracker, and distinguishes jumps from continuous playback. A value type.
struct SegmentFollower {
    private(set) var tracker = SegmentTracker()
    private var wasSeeking = false
    private var lastTime: Double?

    /// Continuous playback moves the time by less than this many seconds between two updates.
    private static let longestStep = 1.0
    /// A time earlier than the last one by up to this many seconds is not a jump.
    private static let tolerance = 0.1

    mutating func list(_ segments: [SegmentTracker.Placed]) -> [SegmentTracker.Action] { tracker.handle(.list(segments)) }

    /// Call before seeking to the segment.
    mutating func select(_ urn: String) { _ = tracker.handle(.selected(urn)) }

    /// The media item was unloaded.
    mutating func leave() -> [SegmentTracker.Action] {
        lastTime = nil
        return tracker.handle(.left)
    }

    /// - Parameter time: the player's time in seconds; ignored while it seeks.
    mutating func move(to time: Double, isSeeking: Bool) -> [SegmentTracker.Action] {
        let hasSeeked = wasSeeking
        wasSeeking = isSeeking
        if isSeeking { return [] }
        // A seek may begin and end between two updates.
        let hasJumped = hasSeeked || lastTime.map { time < $0 - Self.tolerance || time > $0 + Self.longestStep } ?? true
        lastTime = time
        return tracker.handle(.time(time, hasJumped: hasJumped))
    }
}
