// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Chooses the quality of each segment.
///
/// Report every transfer with ``handle(_:at:)``, call ``decide(_:at:)`` whenever a segment could be requested, and
/// ``shouldAbandon(_:_:at:)`` while one arrives. The controller has no clock: equal calls give equal answers.
///
/// It keeps an estimate of the network's rate and the distribution of past estimation errors. It picks the level with the highest expected
/// value over that distribution: the value of the segment, minus the cost of the level change and of the expected stall, plus the value of
/// the resulting state (see `ValueTable`).
public struct ABRController: Sendable {
    /// The settings given at initialization.
    public let configuration: QualityConfiguration
    var history = ThroughputHistory()
    var planner: QualityPlanner?
    /// The level of the last fetched segment, used when the buffer is empty.
    var lastLevel: Int?
    /// The last abandoned segment isn't tried again above the level that replaced it.
    var ceiling: (index: Int, level: Int)?
    /// How many of the next segments are checked for being larger than usual.
    private let lookahead = 5

    /// Creates a controller that knows nothing about the network but ``QualityConfiguration/initialThroughput``.
    public init(configuration: QualityConfiguration = .init()) {
        self.configuration = configuration
        if let known = configuration.initialThroughput, known >= 1, known <= 1e12 { history.expect(known) }
    }

    public mutating func handle(_ event: TransferEvent, at now: Instant) {
        history.handle(event, at: now)
    }

    /// Decides what to fetch next.
    public mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
        guard let state = NormalizedABRState(situation) else {
            return QualityDecision(.wait(until: now + 1), reason: QualityReason(.nothing))
        }
        let buffer = situation.buffer
        if let left = state.left, left < 0 {
            return QualityDecision(.wait(until: now + max(1, state.buffer)), reason: QualityReason(.end, buffer: buffer))
        }
        let isFull = state.overflow > 1e-7
        if history.isEmpty {
            let reason = QualityReason(isFull ? .full : .start, buffer: buffer)
            if isFull { return QualityDecision(.wait(until: now + state.overflow), reason: reason) }
            return QualityDecision(.fetch(index: situation.next, level: state.lowest), reason: reason)
        }
        let planner = prepare(situation, state)
        let rate = history.rate(waitingUntil: now)
        var reason = QualityReason(.plan, throughput: exponential(rate), spread: history.errors.spread, buffer: buffer)
        if configuration.replaces, let found = replacement(situation, state, planner, rate) {
            reason.cause = .replacement
            reason.transfer = found.prospect.transfer
            return QualityDecision(.replace(index: found.index, level: found.level), reason: reason)
        }
        if isFull {
            reason.cause = .full
            return QualityDecision(.wait(until: now + state.overflow), reason: reason)
        }
        let (level, prospect) = best(situation, state, planner, rate)
        lastLevel = level
        if state.lowest == state.highest { reason.cause = .only }
        reason.transfer = prospect.transfer
        reason.stall = prospect.stall
        return QualityDecision(.fetch(index: situation.next, level: level), reason: reason)
    }

    private func best(
        _ situation: QualitySituation, _ state: NormalizedABRState, _ planner: QualityPlanner, _ rate: Double
    ) -> (level: Int, prospect: QualityPlanner.ExpectedOutcome) {
        var highest = state.highest
        if let ceiling, ceiling.index == situation.next { highest = max(state.lowest, min(highest, ceiling.level)) }
        let sizes = sizes(of: situation.next, situation, state)
        let last = last(state)
        var choice = state.lowest
        var best = planner.prospect(
            of: choice, bits: sizes[choice], sizes: sizes, after: last, buffer: state.buffer, rate: rate)
        for level in state.lowest...highest where level > choice {
            let prospect = planner.prospect(
                of: level, bits: sizes[level], sizes: sizes, after: last, buffer: state.buffer, rate: rate)
            if prospect.worth > best.worth { (choice, best) = (level, prospect) }
        }
        return (choice, best)
    }

    func last(_ state: NormalizedABRState) -> Int {
        if let level = state.buffered.last { return level }
        return min(lastLevel ?? state.lowest, max(state.highest, state.lowest))
    }

    func sizes(of index: Int, _ situation: QualitySituation, _ state: NormalizedABRState) -> [Double] {
        var sizes: [Double] = []
        for level in situation.levels.indices { sizes.append(state.bits(index, level, situation)) }
        return sizes
    }

    /// Updates the planner with the current situation.
    private mutating func prepare(_ situation: QualitySituation, _ state: NormalizedABRState) -> QualityPlanner {
        let ladder = QualityLadder(
            situation.levels, duration: state.duration, capacity: state.capacity, speed: state.speed,
            companionBitrate: state.companionBitrate, configuration)
        let network = NetworkForecast(history)
        var ahead = 0.0
        let count = min(lookahead, state.left ?? lookahead)
        for index in situation.next..<(situation.next + count) {
            for level in situation.levels.indices { ahead += state.bits(index + 1, level, situation) / ladder.bits[level] }
        }
        let sizeFactor = ahead > 0 ? naturalLogarithm(ahead / Double(count * situation.levels.count)) : 0
        var planner = if let planner, planner.ladder == ladder { planner } else { QualityPlanner(ladder, network) }
        self.planner = nil
        planner.update(network, sizeFactor: sizeFactor, left: state.left)
        self.planner = planner
        return planner
    }
}
