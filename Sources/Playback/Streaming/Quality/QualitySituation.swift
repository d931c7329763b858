// SPDX-License-Identifier: Apache-2.0

/// Everything about playback that a quality decision depends on, apart from the network history.
public struct QualitySituation: Sendable {
    /// Sorted by ascending bitrate.
    public var levels: [QualityLevel]
    /// The levels that may be chosen now; clamped to the existing ones.
    public var allowed: ClosedRange<Int>
    /// Durations and sizes of the segments, as far as known.
    public var sizes: SegmentSizes
    /// The index of the next segment to fetch: the one after the last in the buffer.
    public var next: Int
    /// The index after the last segment of the presentation; nil while it grows.
    public var end: Int?
    /// The levels of the segments in the buffer, oldest first, ending with `next - 1`. The first may be playing.
    public var bufferedLevels: [Int]
    /// Seconds of media between the position and the end of the buffer.
    public var buffer: Double
    /// Seconds of media that the buffer may hold.
    public var capacity: Double
    /// Media seconds consumed per second of playback; when paused, the rate at which playback will resume.
    public var rate: Double
    /// False until the first frame is shown: until then nothing drains the buffer.
    public var hasStarted: Bool
    /// Whether the stream is live, so that segments appear only over time.
    public var isLive: Bool
    /// Bit/s per media second of the other content types that share the network (audio, subtitles).
    public var companionBitrate: Double

    public init(
        levels: [QualityLevel], allowed: ClosedRange<Int>? = nil, sizes: SegmentSizes, next: Int, end: Int? = nil,
        bufferedLevels: [Int] = [], buffer: Double, capacity: Double, rate: Double = 1, hasStarted: Bool = true, isLive: Bool = false,
        companionBitrate: Double = 0
    ) {
        self.levels = levels
        self.allowed = allowed ?? 0...max(0, levels.count - 1)
        self.sizes = sizes
        self.next = next
        self.end = end
        self.bufferedLevels = bufferedLevels
        self.buffer = buffer
        self.capacity = capacity
        self.rate = rate
        self.hasStarted = hasStarted
        self.isLive = isLive
        self.companionBitrate = companionBitrate
    }
}

/// A segment that is arriving.
public struct OngoingTransfer: Hashable, Sendable {
    /// The index of the segment.
    public var index: Int
    /// The level that is being fetched, an index in ``QualitySituation/levels``.
    public var level: Int
    /// Bits of the complete segment if the response states them; nil uses the estimate from ``QualitySituation/sizes``.
    public var bits: Double?
    /// Bits received so far.
    public var received: Double
    /// The transfer is meant to replace a buffered segment.
    public var isReplacement: Bool
    public init(index: Int, level: Int, bits: Double? = nil, received: Double, isReplacement: Bool = false) {
        self.index = index
        self.level = level
        self.bits = bits
        self.received = received
        self.isReplacement = isReplacement
    }
}
