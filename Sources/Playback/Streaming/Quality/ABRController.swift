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
    public let configuration: QualityConfiguration
    var history = ThroughputHistory()
    var planner: QualityPlanner?
    /// The level of the last fetched segment, used when the buffer is empty.
    var lastLevel: Int?
    /// The last abandoned segment isn't tried again above the level that replaced it.
    var ceiling: (index: Int, level: Int)?
    /// How many of the next segments are checked for being larger than usual.
    private let lookahead = 5

    public init(configuration: QualityConfiguration = .init()) {
        self.configuration = configuration
        if let known = configuration.initialThroughput, known >= 1, known <= 1e12 { history.expect(known) }
    }

    public mutating func handle(_ event: TransferEvent, at now: Instant) {
        history.handle(event, at: now)
    }

    /// Decides what to fetch next.
    public mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
        guard let standing = NormalizedABRState(situation) else {
            return QualityDecision(.wait(until: now + 1), reason: QualityReason(.nothing))
        }
        let buffer = situation.buffer
        if let left = standing.left, left < 0 {
            return QualityDecision(.wait(until: now + max(1, standing.buffer)), reason: QualityReason(.end, buffer: buffer))
        }
        let isFull = standing.overflow > 1e-7
        if history.isEmpty {
            let reason = QualityReason(isFull ? .full : .start, buffer: buffer)
            if isFull { return QualityDecision(.wait(until: now + standing.overflow), reason: reason) }
            return QualityDecision(.fetch(index: situation.next, level: standing.lowest), reason: reason)
        }
        let planner = prepare(situation, standing)
        let rate = history.rate(waitingUntil: now)
        var reason = QualityReason(.plan, throughput: exponential(rate), spread: history.errors.spread, buffer: buffer)
        if configuration.replaces, let found = replacement(situation, standing, planner, rate) {
            reason.cause = .replacement
            reason.transfer = found.prospect.transfer
            return QualityDecision(.replace(index: found.index, level: found.level), reason: reason)
        }
        if isFull {
            reason.cause = .full
            return QualityDecision(.wait(until: now + standing.overflow), reason: reason)
        }
        let (level, prospect) = best(situation, standing, planner, rate)
        lastLevel = level
        if standing.lowest == standing.highest { reason.cause = .only }
        reason.transfer = prospect.transfer
        reason.stall = prospect.stall
        return QualityDecision(.fetch(index: situation.next, level: level), reason: reason)
    }

    private func best(
        _ situation: QualitySituation, _ standing: NormalizedABRState, _ planner: QualityPlanner, _ rate: Double
    ) -> (level: Int, prospect: QualityPlanner.Prospect) {
        var highest = standing.highest
        if let ceiling, ceiling.index == situation.next { highest = max(standing.lowest, min(highest, ceiling.level)) }
        let sizes = sizes(of: situation.next, situation, standing)
        let last = last(standing)
        var choice = standing.lowest
        var best = planner.prospect(
            of: choice, bits: sizes[choice], sizes: sizes, after: last, buffer: standing.buffer, rate: rate)
        for level in standing.lowest...highest where level > choice {
            let prospect = planner.prospect(
                of: level, bits: sizes[level], sizes: sizes, after: last, buffer: standing.buffer, rate: rate)
            if prospect.worth > best.worth { (choice, best) = (level, prospect) }
        }
        return (choice, best)
    }

    func last(_ standing: NormalizedABRState) -> Int {
        if let level = standing.buffered.last { return level }
        return min(lastLevel ?? standing.lowest, max(standing.highest, standing.lowest))
    }

    func sizes(of index: Int, _ situation: QualitySituation, _ standing: NormalizedABRState) -> [Double] {
        var sizes: [Double] = []
        for level in situation.levels.indices { sizes.append(standing.bits(index, level, situation)) }
        return sizes
    }

    /// Updates the planner with the current situation.
    private mutating func prepare(_ situation: QualitySituation, _ standing: NormalizedABRState) -> QualityPlanner {
        let ladder = QualityLadder(
            situation.levels, duration: standing.duration, capacity: standing.capacity, speed: standing.speed,
            companionBitrate: standing.companionBitrate, configuration)
        let network = NetworkOutlook(history)
        var ahead = 0.0
        let count = min(lookahead, standing.left ?? lookahead)
        for index in situation.next..<(situation.next + count) {
            for level in situation.levels.indices { ahead += standing.bits(index + 1, level, situation) / ladder.bits[level] }
        }
        let heaviness = ahead > 0 ? naturalLogarithm(ahead / Double(count * situation.levels.count)) : 0
        var planner = if let planner, planner.ladder == ladder { planner } else { QualityPlanner(ladder, network) }
        self.planner = nil
        planner.update(network, heaviness: heaviness, left: standing.left)
        self.planner = planner
        return planner
    }
}
