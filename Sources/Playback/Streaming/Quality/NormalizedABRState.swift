// SPDX-License-Identifier: Apache-2.0

/// A situation with every number clamped to a safe range and times in wall-clock seconds.
struct NormalizedABRState {
    let lowest: Int
    let highest: Int
    /// Media seconds of the next segment.
    let duration: Double
    /// Media seconds per wall-clock second.
    let speed: Double
    /// Media seconds.
    let capacity: Double
    /// Wall-clock seconds.
    let buffer: Double
    let companionBitrate: Double
    /// Levels of the buffered segments, oldest first.
    let buffered: [Int]
    /// Segments after the next; nil while the presentation grows.
    let left: Int?

    /// The largest index, so that sums of indices don't overflow; `Int` has 32 bits in WebAssembly.
    static let farthest = Int.max >> 10

    /// Returns nil if there is nothing to choose from.
    init?(_ situation: QualitySituation) {
        let top = situation.levels.count - 1
        guard top >= 0, situation.sizes.levelCount > top, situation.next.magnitude <= UInt(Self.farthest) else { return nil }
        lowest = min(max(0, situation.allowed.lowerBound), top)
        highest = min(max(lowest, situation.allowed.upperBound), top)
        duration = min(max(0.1, situation.sizes.duration(situation.next)), 3600)
        speed = situation.rate > 0.05 && situation.rate <= 100 ? situation.rate : 1
        capacity = situation.capacity > 0 ? min(max(situation.capacity, duration), 7200) : duration
        buffer = situation.buffer > 0 ? min(situation.buffer, 7200) / speed : 0
        companionBitrate = situation.companionBitrate > 0 ? min(situation.companionBitrate, 1e12) : 0
        var buffered: [Int] = []
        for level in situation.bufferedLevels { buffered.append(min(max(0, level), top)) }
        self.buffered = buffered
        left = if let end = situation.end { min(max(-1, end), 2 * Self.farthest) - situation.next - 1 } else { nil }
    }

    /// Seconds until the next segment fits into the buffer.
    var overflow: Double { buffer - (capacity - duration) / speed }

    /// Bits transferred for a segment, including its share of the other content types.
    func bits(_ index: Int, _ level: Int, _ situation: QualitySituation) -> Double {
        situation.sizes.bits(index, level: level) + companionBitrate * duration
    }
}
