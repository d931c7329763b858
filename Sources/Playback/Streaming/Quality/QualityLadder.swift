// SPDX-License-Identifier: Apache-2.0

/// The levels as the planner sees them: the size and value of a typical segment, and the costs of stalls and level changes.
///
/// Times are wall-clock seconds, not media seconds: at double speed a segment lasts half as long.
struct QualityLadder: Hashable, Sendable {
    /// Seconds of transfer after which a slow one is assumed to be detected and abandoned.
    static let slownessDetection = 1.5
    /// Value is counted per three seconds of media: one segment of a typical stream.
    private static let unit = 3.0

    /// Value of a segment per level; the lowest level's is 0.
    let utilities: [Double]
    /// Bits of a typical segment per level.
    let bits: [Double]
    private let logarithms: [Double]
    /// Seconds that a segment takes to play.
    let duration: Double
    /// Seconds in the buffer at which the next segment still fits.
    let usableBuffer: Double
    /// Value lost per second of stall.
    let stallCost: Double
    /// Value lost by a level change, per unit of the value difference between the levels.
    let switchCost: Double

    /// - Parameters:
    ///   - duration: a segment's media seconds.
    ///   - capacity: the media seconds that the buffer holds.
    ///   - speed: media seconds per wall-clock second.
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
            for (index, level) in levels.enumerated() {
                let share = ((level.utility ?? low) - low) / (high - low)
                merits[index] = range * min(max(0, share), 1)
            }
        }
        for index in merits.indices { merits[index] *= duration / Self.unit }
        utilities = merits
        self.bits = bits
        self.logarithms = logarithms
        self.duration = duration / speed
        usableBuffer = max(duration, capacity - duration) / speed
        stallCost = max(0, configuration.stallCost) * range
        switchCost = max(0, configuration.switchCost)
    }

    /// The cost of a change from one level to another.
    func change(_ from: Int, _ to: Int) -> Double { switchCost * (utilities[from] - utilities[to]).magnitude }

    /// The value of a segment at a level, minus the cost of changing to it.
    func segmentValue(of level: Int, after last: Int) -> Double { utilities[level] - change(last, level) }

    /// The maximum loss of abandoning a level for a lower one.
    func loss(_ level: Int, to lower: Int) -> Double { utilities[level] - utilities[lower] + change(level, lower) }

    /// The best lower level that, with the rate off by `error`, takes no longer than this level was expected to.
    func fallbackLevel(from level: Int, error: Double) -> Int {
        guard error < -0.2 else { return level }
        var best = 0
        while best + 1 < level, logarithms[best + 1] <= logarithms[level] + error { best += 1 }
        return best
    }
}
