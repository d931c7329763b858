// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension ABRController {
    /// The minimum gain that justifies abandoning a transfer. The check runs many times per segment, so noise must not decide.
    private static let minimumRelief = 0.1

    /// The level to fetch instead if continuing a transfer is worse than starting over; nil means continue. For a replacement, any non-nil
    /// answer means: abandon it.
    public mutating func shouldAbandon(_ transfer: OngoingTransfer, _ situation: QualitySituation, at now: Instant) -> Int? {
        guard let state = NormalizedABRState(situation), let planner, planner.ladder.bits.count == situation.levels.count,
            transfer.level >= 0, transfer.level < situation.levels.count, transfer.received >= 0,
            transfer.index.magnitude <= UInt(NormalizedABRState.farthest)
        else { return nil }
        let rate = history.rate(waitingUntil: now)
        let whole =
            if let bits = transfer.bits, bits > 0, bits < 1e15 { bits } else { situation.sizes.bits(transfer.index, level: transfer.level) }
        let left = max(0, whole - transfer.received)
        if transfer.isReplacement {
            let index = state.buffered.count - (situation.next - transfer.index)
            guard index >= 0, index < state.buffered.count else { return state.lowest }
            let gain = planner.gain(
                replacing: index, with: transfer.level, bits: left, isBegun: true, in: state.buffered,
                due: due(transfer.index, situation, state), buffer: state.buffer, rate: rate)
            return gain.worth < 0 ? state.buffered[index] : nil
        }
        guard transfer.level > state.lowest else { return nil }
        let sizes = sizes(of: transfer.index, situation, state)
        let last = last(state)
        let staying = planner.prospect(
            of: transfer.level, bits: left, isBegun: true, sizes: sizes, after: last, buffer: state.buffer, rate: rate)
        var best = staying.worth + Self.minimumRelief
        var choice: Int?
        for level in state.lowest..<transfer.level where sizes[level] < left {
            let worth = planner.prospect(
                of: level, bits: sizes[level], sizes: sizes, after: last, buffer: state.buffer, rate: rate
            ).worth
            if worth > best { (best, choice) = (worth, level) }
        }
        if let choice { ceiling = (transfer.index, choice) }
        return choice
    }
}
