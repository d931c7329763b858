// SPDX-License-Identifier: Apache-2.0

/// A break of a stitched stream, in seconds of the stream.
public struct StreamCuepoint: Hashable, Sendable {
    /// Seconds of the stream.
    public var start: Double
    /// Seconds of the stream.
    public var end: Double
    /// Whether the break was watched to its end.
    public var isPlayed: Bool

    public init(start: Double, end: Double, isPlayed: Bool = false) {
        self.start = start
        self.end = end
        self.isPlayed = isPlayed
    }

    /// In seconds, 0 or more.
    public var duration: Double { max(0, end - start) }
}

/// Converts between stream time, which includes ads, and content time, which doesn't. For live streams, both are the same.
///
/// A content time at a break maps to the stream time after it, so that a bookmark skips the break; ``streamTime(beforeBreakAt:)``
/// is before it, as at the start, where the pre-roll plays.
public struct StreamTimeline: Hashable, Sendable {
    /// Sorted, not overlapping.
    public private(set) var cuepoints: [StreamCuepoint]
    /// Whether the stream is live, so that both times are the same.
    public let isLive: Bool

    /// Empty, unordered or overlapping cuepoints are dropped or corrected.
    public init(_ cuepoints: [StreamCuepoint] = [], isLive: Bool = false) {
        self.isLive = isLive
        self.cuepoints = []
        for cuepoint in cuepoints.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) where cuepoint.duration > 0 && cuepoint.start >= 0
        {
            if let last = self.cuepoints.last, cuepoint.start < last.end { continue }
            self.cuepoints.append(cuepoint)
        }
    }

    /// The content time at a stream time, both in seconds. It doesn't advance during a break.
    public func contentTime(at streamTime: Double) -> Double {
        guard !isLive else { return streamTime }
        return cuepoints.reduce(streamTime) { $0 - max(0, min(streamTime, $1.end) - $1.start) }
    }

    /// The stream time of a content time, both in seconds. At a break, the time after it.
    public func streamTime(at contentTime: Double) -> Double { streamTime(contentTime, within: Self.rounding) }

    /// The stream time before a break at that content time.
    public func streamTime(beforeBreakAt contentTime: Double) -> Double { streamTime(contentTime, within: -Self.rounding) }

    /// Tolerance for rounding in sums of durations, in seconds.
    private static let rounding = 1e-6

    private func streamTime(_ contentTime: Double, within tolerance: Double) -> Double {
        guard !isLive else { return contentTime }
        var ads = 0.0
        for cuepoint in cuepoints where cuepoint.start - ads <= contentTime + tolerance { ads += cuepoint.duration }
        return contentTime + ads
    }

    /// The range of stream times that map to one content time: a break, or a single point.
    public func streamTimes(at contentTime: Double) -> ClosedRange<Double> {
        let (low, high) = (streamTime(beforeBreakAt: contentTime), streamTime(at: contentTime))
        return min(low, high)...high
    }

    /// The last break that starts before a time.
    public func previousCuepoint(before streamTime: Double) -> Int? { cuepoints.lastIndex { $0.start < streamTime } }

    /// The break that contains a time.
    public func cuepoint(at streamTime: Double) -> Int? { cuepoints.firstIndex { $0.start <= streamTime && streamTime < $0.end } }

    /// The breaks that start after `start`, up to and including `end`.
    public func cuepoints(after start: Double, upTo end: Double) -> [Int] {
        cuepoints.indices.filter { cuepoints[$0].start > start && cuepoints[$0].start <= end }
    }

    /// Marks a break as watched. Does nothing for an index out of range.
    public mutating func markPlayed(_ index: Int) { if cuepoints.indices.contains(index) { cuepoints[index].isPlayed = true } }
}
