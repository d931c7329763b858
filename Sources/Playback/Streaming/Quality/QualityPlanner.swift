// SPDX-License-Identifier: Apache-2.0

/// Evaluates possible fetches by what they yield and by the state they lead to.
struct QualityPlanner: Sendable {
    /// The value of a fetch and its expected course.
    struct ExpectedOutcome {
        var worth: Double
        /// Seconds.
        var transfer = 0.0
        /// Seconds.
        var stall = 0.0
    }

    /// How many segments a new table looks ahead; each decision adds one.
    private static let firstSweeps = 12
    /// With fewer remaining segments, the table counts them exactly: a buffer has no value at the end.
    private static let lastSegments = 8

    private var table: ValueTable
    private(set) var network: NetworkForecast
    /// ln of how much larger than usual the next segments are.
    private var sizeFactor = 0.0

    init(_ ladder: QualityLadder, _ network: NetworkForecast) {
        table = ValueTable(ladder)
        self.network = network
        for _ in 0..<Self.firstSweeps { table.sweep(network) }
    }

    var ladder: QualityLadder { table.ladder }

    /// - Parameter left: the number of segments after the next; nil while the presentation grows.
    mutating func update(_ network: NetworkForecast, sizeFactor: Double, left: Int?) {
        self.network = network
        self.sizeFactor = sizeFactor
        guard let left, left < Self.lastSegments else {
            table.sweep(network)
            return
        }
        table = ValueTable(ladder)
        for _ in 0..<max(0, left) { table.sweep(network) }
    }

    /// The future value of a state: a buffer in seconds, a rate estimate (ln bit/s) and the last fetched level.
    func value(buffer: Double, rate: Double, level: Int) -> Double { table.value(buffer: buffer, rate: rate - sizeFactor, level: level) }

    /// Evaluates the next segment at a level.
    /// - Parameters:
    ///   - bits: the bits still to come.
    ///   - sizes: the segment's bits at each level, in case it is abandoned for a lower one.
    func prospect(
        of level: Int, bits: Double, isBegun: Bool = false, sizes: [Double], after last: Int, buffer: Double, rate: Double
    ) -> ExpectedOutcome {
        var prospect = ExpectedOutcome(worth: 0)
        let pace = network.pace(rate)
        for scenario in network.scenarios {
            let transfer = network.seconds(bits: bits, at: pace, scenario, isBegun: isBegun)
            let estimateChange = pace.rate + scenario.estimateChange
            var seconds = transfer
            var worth = outcome(level, after: last, seconds: seconds, buffer: buffer, rate: estimateChange)
            let fallbackLevel = ladder.fallbackLevel(from: level, error: scenario.error)
            if fallbackLevel < level {
                let again = network.seconds(bits: sizes[fallbackLevel], at: pace, scenario)
                let detour = QualityLadder.slownessDetection + network.latency + again
                if detour < seconds {
                    let other = outcome(fallbackLevel, after: last, seconds: detour, buffer: buffer, rate: estimateChange)
                    if other > worth { (worth, seconds) = (other, detour) }
                }
            }
            prospect.worth += scenario.probability * worth
            prospect.transfer += scenario.probability * transfer
            prospect.stall += scenario.probability * max(0, seconds - buffer)
        }
        return prospect
    }

    private func outcome(_ level: Int, after last: Int, seconds: Double, buffer: Double, rate: Double) -> Double {
        ladder.segmentValue(of: level, after: last) + value(buffer: max(0, buffer - seconds) + ladder.duration, rate: rate, level: level)
            - ladder.stallCost * max(0, seconds - buffer)
    }

    /// The gain of replacing a buffered segment minus its cost: the better segment and the smaller changes around it if it arrives in time,
    /// against the seconds that drain from the buffer meanwhile.
    /// - Parameters:
    ///   - position: index in the buffer, oldest first.
    ///   - bits: the bits still to come.
    ///   - due: seconds until the segment plays.
    func gain(
        replacing position: Int, with level: Int, bits: Double, isBegun: Bool = false, in levels: [Int], due: Double, buffer: Double,
        rate: Double
    ) -> ExpectedOutcome {
        let old = levels[position]
        let last = levels[levels.count - 1]
        let isLast = position == levels.count - 1
        var better = ladder.utilities[level] - ladder.utilities[old]
        if position > 0 { better -= ladder.change(levels[position - 1], level) - ladder.change(levels[position - 1], old) }
        if !isLast { better -= ladder.change(level, levels[position + 1]) - ladder.change(old, levels[position + 1]) }
        let now = value(buffer: buffer, rate: rate, level: last)
        var prospect = ExpectedOutcome(worth: -now)
        let pace = network.pace(rate)
        for scenario in network.scenarios {
            let seconds = network.seconds(bits: bits, at: pace, scenario, isBegun: isBegun)
            let isInTime = seconds < due
            let then = value(buffer: buffer - max(0, min(seconds, due)), rate: rate, level: isInTime && isLast ? level : last)
            prospect.worth += scenario.probability * ((isInTime ? better : 0) + then)
            prospect.transfer += scenario.probability * seconds
        }
        return prospect
    }
}
