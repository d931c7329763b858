// SPDX-License-Identifier: Apache-2.0

extension ABRController {
    /// The minimum gain that justifies a replacement: slightly more than noise.
    private static let minimumGain = 0.05

    /// The buffered segment that is most worth fetching again, if any.
    func replacement(
        _ situation: QualitySituation, _ state: NormalizedABRState, _ planner: QualityPlanner, _ rate: Double
    ) -> (index: Int, level: Int, prospect: QualityPlanner.ExpectedOutcome)? {
        let levels = state.buffered
        var best = QualityPlanner.ExpectedOutcome(worth: Self.minimumGain)
        var choice: (index: Int, level: Int)?
        for position in levels.indices where position > 0 && levels[position] < state.highest {
            let index = situation.next - levels.count + position
            let due = due(index, situation, state)
            guard due > 0 else { continue }
            for level in max(state.lowest, levels[position] + 1)...max(state.lowest, state.highest) {
                let bits = state.bits(index, level, situation)
                guard level > levels[position], bits * exponential(-rate) < due else { break }
                let prospect = planner.gain(
                    replacing: position, with: level, bits: bits, in: levels, due: due, buffer: state.buffer, rate: rate)
                if prospect.worth > best.worth {
                    best = prospect
                    choice = (index, level)
                }
            }
        }
        guard let choice else { return nil }
        return (choice.index, choice.level, best)
    }

    /// Seconds until a buffered segment plays.
    func due(_ index: Int, _ situation: QualitySituation, _ state: NormalizedABRState) -> Double {
        var due = state.buffer
        for after in index..<situation.next { due -= situation.sizes.duration(after) / state.speed }
        return due
    }
}
