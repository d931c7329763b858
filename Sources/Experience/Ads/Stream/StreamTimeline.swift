// SPDX-License-Identifier: Apache-2.0

/// Where the breaks of a stitched stream are, in seconds of the stream.
public struct StreamCuepoint: Hashable, Sendable {
    public var start: Double
    public var end: Double
    public var isPlayed: Bool

    public init(start: Double, end: Double, isPlayed: Bool = false) {
        self.start = start
        self.end = end
        self.isPlayed = isPlayed
    }

    public var duration: Double { max(0, end - start) }
}

/// The stream's time, with its ads, and the content's, without them. Live streams have but one.
///
/// At a content time where a break is, the stream time is behind the break, so that a bookmark skips it; ``streamTime(beforeBreakAt:)``
/// is before it, as at the beginning, where the pre-roll plays.
public struct StreamTimeline: Hashable, Sendable {
    /// In order, none over another.
    public private(set) var cuepoints: [StreamCuepoint]
    public let isLive: Bool

    /// Cuepoints without length, out of order or over each other are dropped or put right.
    public init(_ cuepoints: [StreamCuepoint] = [], isLive: Bool = false) {
        self.isLive = isLive
        self.cuepoints = []
        for cuepoint in cuepoints.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) where cuepoint.duration > 0 && cuepoint.start >= 0
        {
            if let last = self.cuepoints.last, cuepoint.start < last.end { continue }
            self.cuepoints.append(cuepoint)
        }
    }

    public func contentTime(at streamTime: Double) -> Double {
        guard !isLive else { return streamTime }
        return cuepoints.reduce(streamTime) { $0 - max(0, min(streamTime, $1.end) - $1.start) }
    }

    public func streamTime(at contentTime: Double) -> Double { streamTime(contentTime, within: Self.rounding) }

    /// Before a break that is at that content time.
    public func streamTime(beforeBreakAt contentTime: Double) -> Double { streamTime(contentTime, within: -Self.rounding) }

    /// What sums of durations may be off, in seconds.
    private static let rounding = 1e-6

    private func streamTime(_ contentTime: Double, within tolerance: Double) -> Double {
        guard !isLive else { return contentTime }
        var ads = 0.0
        for cuepoint in cuepoints where cuepoint.start - ads <= contentTime + tolerance { ads += cuepoint.duration }
        return contentTime + ads
    }

    /// The range of stream times that are one content time: a break's, or a single moment.
    public func streamTimes(at contentTime: Double) -> ClosedRange<Double> {
        let (low, high) = (streamTime(beforeBreakAt: contentTime), streamTime(at: contentTime))
        return min(low, high)...high
    }

    /// The latest that starts before a time.
    public func previousCuepoint(before streamTime: Double) -> Int? { cuepoints.lastIndex { $0.start < streamTime } }

    /// The break that a time is in.
    public func cuepoint(at streamTime: Double) -> Int? { cuepoints.firstIndex { $0.start <= streamTime && streamTime < $0.end } }

    /// The breaks that begin between two times, the second with them.
    public func cuepoints(after start: Double, upTo end: Double) -> [Int] {
        cuepoints.indices.filter { cuepoints[$0].start > start && cuepoints[$0].start <= end }
    }

    public mutating func markPlayed(_ index: Int) { if cuepoints.indices.contains(index) { cuepoints[index].isPlayed = true } }
}
