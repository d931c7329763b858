// SPDX-License-Identifier: Apache-2.0

/// Durations of segments and their bits at each level: known values, and estimates for the rest.
///
/// Sizes come from byte ranges and bitrate tags before a segment is fetched, and from the segment itself afterwards. If a segment's size is
/// known at one level, it is assumed to be as far above or below average at the other levels. If some segments of a level are known, the
/// level is assumed to miss its announced bitrate by the same factor everywhere.
public struct SegmentSizes: Sendable {
    /// The index of the first stored segment. The caller chooses the numbering (media sequence numbers work).
    public private(set) var first: Int
    /// The number of levels, which each segment has a size for.
    public let levelCount: Int
    private var durations: [Double] = []
    /// Row by row: all levels of a segment, then the next segment; 0 where unknown.
    private var known: [Double] = []
    private let bitrates: [Double]
    private var seenBits: [Double]
    private var expectedBits: [Double]

    /// - Parameters:
    ///   - levels: the qualities, whose bit rates estimate the sizes that aren't known.
    ///   - first: the index of the first segment that will be added.
    public init(levels: [QualityLevel], first: Int = 0) {
        self.first = first
        levelCount = levels.count
        var bitrates: [Double] = []
        for level in levels { bitrates.append(level.expectedBitrate) }
        self.bitrates = bitrates
        seenBits = [Double](repeating: 0, count: levels.count)
        expectedBits = seenBits
    }

    /// The index after the last stored segment.
    public var end: Int { first + durations.count }

    /// Appends a segment: its duration in seconds, and its bits per level (nil or non-positive values are unknown).
    public mutating func append(duration: Double, bits: [Double?] = []) {
        durations.append(duration.isFinite && duration > 0 ? min(duration, 86_400) : 0)
        for _ in 0..<levelCount { known.append(0) }
        for level in 0..<min(levelCount, bits.count) {
            if let value = bits[level] { record(index: end - 1, level: level, bits: value) }
        }
    }

    /// Records the actual size of a segment. Ignores non-positive or non-finite sizes and segments that aren't stored.
    public mutating func record(index: Int, level: Int, bits: Double) {
        guard index >= first, index < end, level >= 0, level < levelCount, bits.isFinite, bits > 0 else { return }
        let position = (index - first) * levelCount + level
        let bits = min(bits, 1e15)
        seenBits[level] += bits - known[position]
        if known[position] == 0 { expectedBits[level] += bitrates[level] * durations[index - first] }
        known[position] = bits
    }

    /// Forgets the segments before an index; what they showed about their levels is kept.
    public mutating func forget(before index: Int) {
        let count = min(max(0, index - first), durations.count)
        durations.removeFirst(count)
        known.removeFirst(count * levelCount)
        first += count
    }

    /// Duration in seconds, clamped to the first and last known segments; 0 if there are none.
    public func duration(_ index: Int) -> Double {
        guard !durations.isEmpty else { return 0 }
        return durations[min(max(0, index - first), durations.count - 1)]
    }

    /// Bits, known or estimated; at least 1.
    public func bits(_ index: Int, level: Int) -> Double {
        guard level >= 0, level < levelCount else { return 1 }
        guard index >= first, index < end else { return max(1, typicalBitrate(level) * duration(index)) }
        let row = (index - first) * levelCount
        if known[row + level] > 0 { return known[row + level] }
        let typical = typicalBitrate(level) * durations[index - first]
        var nearest: Int?
        for other in 0..<levelCount where known[row + other] > 0 {
            if let found = nearest, abs(found - level) <= abs(other - level) { continue }
            nearest = other
        }
        guard let nearest else { return max(1, typical) }
        let usual = typicalBitrate(nearest) * durations[index - first]
        return max(1, usual > 0 ? typical * known[row + nearest] / usual : typical)
    }

    /// Announced bit/s of a level, corrected by the actual sizes of its segments.
    public func typicalBitrate(_ level: Int) -> Double {
        guard level >= 0, level < levelCount else { return 1 }
        guard expectedBits[level] > 0, seenBits[level] > 0 else { return bitrates[level] }
        return bitrates[level] * seenBits[level] / expectedBits[level]
    }
}
