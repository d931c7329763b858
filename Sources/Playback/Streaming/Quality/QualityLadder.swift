// SPDX-License-Identifier: Apache-2.0

/// The levels as a plan sees them: what a typical segment weighs and is worth, and what goes wrong costs.
///
/// Times are seconds of the clock, not of media: at double speed a segment lasts half as long.
struct QualityLadder: Hashable, Sendable {
    /// Seconds of arriving after which a transfer that goes badly is found out and given up.
    static let noticing = 1.5
    /// Worth is counted per three seconds of media: what one segment of a usual stream lasts.
    private static let unit = 3.0

    /// Worth of a segment per level, the lowest's being 0.
    let utilities: [Double]
    /// Bits of a typical segment per level.
    let bits: [Double]
    private let logarithms: [Double]
    /// Seconds that a segment plays.
    let duration: Double
    /// Seconds in the buffer at which the next segment still fits.
    let room: Double
    /// Worth that a second of stall takes away.
    let stallCost: Double
    /// Worth that a change takes away, times the difference of the levels' worth.
    let switchCost: Double

    /// - Parameters:
    ///   - duration: a segment's media seconds.
    ///   - capacity: the media seconds that the buffer holds.
    ///   - speed: media seconds per second.
    init(
        _ levels: [QualityLevel], duration: Double, capacity: Double, speed: Double, companionBitrate: Double,
        _ configuration: QualityConfiguration
    ) {
        var merits: [Double] = []
        var bits: [Double] = []
        var logarithms: [Double] = []
        let lowest = levels[0].expectedBitrate
        var scored = true
        for level in levels {
            let size = max(1, (level.expectedBitrate + companionBitrate) * duration)
            bits.append(size)
            logarithms.append(naturalLogarithm(size))
            merits.append(naturalLogarithm(level.expectedBitrate / lowest))
            if !(level.utility?.isFinite ?? false) { scored = false }
        }
        let range = max(0.1, merits[merits.count - 1])
        if scored, let low = levels[0].utility, let high = levels[levels.count - 1].utility, high > low {
            for (place, level) in levels.enumerated() {
                let share = ((level.utility ?? low) - low) / (high - low)
                merits[place] = range * min(max(0, share), 1)
            }
        }
        for place in merits.indices { merits[place] *= duration / Self.unit }
        utilities = merits
        self.bits = bits
        self.logarithms = logarithms
        self.duration = duration / speed
        room = max(duration, capacity - duration) / speed
        stallCost = max(0, configuration.stallCost) * range
        switchCost = max(0, configuration.switchCost)
    }

    /// What going from one level to another costs by itself.
    func change(_ from: Int, _ to: Int) -> Double { switchCost * (utilities[from] - utilities[to]).magnitude }

    /// What a segment at a level after another is worth by itself.
    func merit(of level: Int, after last: Int) -> Double { utilities[level] - change(last, level) }

    /// What giving up a level for a lower one loses at most.
    func loss(_ level: Int, to lower: Int) -> Double { utilities[level] - utilities[lower] + change(level, lower) }

    /// The best level below that would take no longer, at a rate this much off, than the level was to take.
    func refuge(from level: Int, error: Double) -> Int {
        guard error < -0.2 else { return level }
        var best = 0
        while best + 1 < level, logarithms[best + 1] <= logarithms[level] + error { best += 1 }
        return best
    }
}
