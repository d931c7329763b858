// SPDX-License-Identifier: Apache-2.0

/// How long segments last and how many bits they have at each level: what is known, and the best guess for the rest.
///
/// Sizes come from byte ranges and bitrate tags before a segment is fetched, and from the segment afterwards. A segment
/// of which one level is known is taken to be as much above or below average at the other levels; a level of which some
/// segments are known is taken to miss its announced bitrate by the same factor elsewhere.
public struct SegmentSizes: Sendable {
    /// The index of the first segment held; indices are the caller's (media sequence numbers do).
    public private(set) var first: Int
    public let levelCount: Int
    private var durations: [Double] = []
    /// Row by row: every level of a segment, then the next segment; 0 where unknown.
    private var known: [Double] = []
    private let bitrates: [Double]
    private var seenBits: [Double]
    private var expectedBits: [Double]

    public init(levels: [QualityLevel], first: Int = 0) {
        self.first = first
        levelCount = levels.count
        var bitrates: [Double] = []
        for level in levels { bitrates.append(level.expectedBitrate) }
        self.bitrates = bitrates
        seenBits = [Double](repeating: 0, count: levels.count)
        expectedBits = seenBits
    }

    /// The index after the last segment held.
    public var end: Int { first + durations.count }

    /// Adds the segment after the last: seconds, and bits per level where known (nil, or not positive, is unknown).
    public mutating func append(duration: Double, bits: [Double?] = []) {
        durations.append(duration.isFinite && duration > 0 ? min(duration, 86_400) : 0)
        for _ in 0..<levelCount { known.append(0) }
        for level in 0..<min(levelCount, bits.count) {
            if let value = bits[level] { record(index: end - 1, level: level, bits: value) }
        }
    }

    /// Notes the true size of a segment; sizes that no segment can have, and segments not held, are passed over.
    public mutating func record(index: Int, level: Int, bits: Double) {
        guard index >= first, index < end, level >= 0, level < levelCount, bits.isFinite, bits > 0 else { return }
        let place = (index - first) * levelCount + level
        let bits = min(bits, 1e15)
        seenBits[level] += bits - known[place]
        if known[place] == 0 { expectedBits[level] += bitrates[level] * durations[index - first] }
        known[place] = bits
    }

    /// Forgets the segments before an index; what they taught about their levels stays.
    public mutating func forget(before index: Int) {
        let count = min(max(0, index - first), durations.count)
        durations.removeFirst(count)
        known.removeFirst(count * levelCount)
        first += count
    }

    /// Seconds; the last known duration beyond the end, 0 when there is none.
    public func duration(_ index: Int) -> Double {
        guard !durations.isEmpty else { return 0 }
        return durations[min(max(0, index - first), durations.count - 1)]
    }

    /// Bits, known or guessed, never below 1.
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

    /// Bit/s of a level as announced, corrected by what its segments turned out to have.
    public func typicalBitrate(_ level: Int) -> Double {
        guard level >= 0, level < levelCount else { return 1 }
        guard expectedBits[level] > 0, seenBits[level] > 0 else { return bitrates[level] }
        return bitrates[level] * seenBits[level] / expectedBits[level]
    }
}
