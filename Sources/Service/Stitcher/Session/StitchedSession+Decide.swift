// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension StitchedSession {
    /// Requests ads for waiting breaks, once per break.
    mutating func requestDecisions(_ now: Double, _ availability: CreativeAvailability, _ actions: inout [Action]) {
        retrieve(now, &actions)
        for index in breaks.indices {
            guard case .waiting = breaks[index].state, leavePreroll(index) else { continue }
            let entry = breaks[index]
            if let ready = prefetched(for: entry, now) {
                decide(index, ready, availability, now, &actions)
                continue
            }
            breaks[index].state = .asked(deadline: now + configuration.adTimeout)
            actions.append(
                .ask(
                    Request(
                        id: entry.id, kind: entry.id == Self.prerollID ? .preroll : .avail, variables: variables(of: entry),
                        duration: entry.available ?? configuration.unknownDuration, deadline: now + configuration.adTimeout,
                        number: number(of: entry))))
        }
        for index in breaks.indices {
            guard case .asked(let deadline) = breaks[index].state, now >= deadline else { continue }
            fix(index, BreakDecision(.late, slots: configuration.fill.slate(for: breaks[index].available, availability)), now, &actions)
        }
    }

    /// The pre-roll of a live stream doesn't count as one of its breaks.
    private func number(of entry: SessionBreak) -> Int? {
        guard entry.id != Self.prerollID else { return nil }
        return entry.index + (breaks.contains { $0.id == Self.prerollID && $0.index < entry.index } ? 0 : 1)
    }

    /// Removes the time that the pre-roll covers from a break. False while the pre-roll is undecided, or if too little is left.
    private mutating func leavePreroll(_ index: Int) -> Bool {
        guard breaks[index].id != Self.prerollID, let preroll = breaks.first(where: { $0.id == Self.prerollID }) else { return true }
        let start = breaks[index].start
        guard start < preroll.start + (preroll.available ?? 0), start + (breaks[index].available ?? .infinity) > preroll.start else {
            return true
        }
        guard let decision = preroll.decision else { return false }
        guard decision.duration > 0 else { return true }
        if start >= preroll.start, breaks[index].begin(at: preroll.start + decision.duration) { return true }
        if start < preroll.start, preroll.start - start >= 1 {
            breaks[index].available = preroll.start - start
            return true
        }
        breaks[index].state = .decided(BreakDecision(.suppressed))
        return false
    }

    /// A break must be decided before it becomes visible.
    func hold(before edge: Double?, _ now: Double, _ availability: CreativeAvailability, _ actions: inout [Action]) {
        for entry in breaks where entry.start <= edge ?? .infinity {
            if case .asked(let deadline) = entry.state, deadline > now { actions.append(.hold(breakID: entry.id, until: deadline)) }
        }
    }

    mutating func answer(
        _ request: String, _ candidates: [AdCandidate]?, _ availability: CreativeAvailability, _ now: Double, _ actions: inout [Action]
    ) {
        if let index = prefetches.firstIndex(where: { $0.schedule.id == request }), prefetches[index].isAsked {
            prefetches[index].candidates = prefetches[index].candidates ?? candidates
            for ad in candidates ?? [] where availability.ready[ad.creativeKey] == nil && !availability.failed.contains(ad.creativeKey) {
                if let source = ad.source { actions.append(.prepare(creativeKey: ad.creativeKey, source: source)) }
            }
            return
        }
        guard let index = breaks.firstIndex(where: { $0.id == request }) else { return }
        guard case .asked = breaks[index].state else {
            // Too late: something else was published instead.
            for ad in candidates ?? [] where !ad.errors.isEmpty { actions.append(.report(.inlineTimeout, urls: ad.errors)) }
            return
        }
        decide(index, candidates ?? [], availability, now, &actions)
    }

    private mutating func decide(
        _ index: Int, _ candidates: [AdCandidate], _ availability: CreativeAvailability, _ now: Double, _ actions: inout [Action]
    ) {
        let entry = breaks[index]
        let isUnknown = entry.available == nil && configuration.isLive
        let available = isUnknown ? configuration.unknownDuration : entry.available
        var fill = configuration.fill
        // The pre-roll needs no bumpers.
        if entry.id == Self.prerollID { (fill.startBumper, fill.endBumper) = (nil, nil) }
        var decision = fill.fill(available: available, with: candidates, availability: availability, showings: showings, at: now)
        // No slate for a break that may end at any moment.
        if isUnknown { decision.slots.removeAll { $0.kind == .slate } }
        for skipped in decision.skipped {
            if !skipped.ad.errors.isEmpty, let code = VASTErrorCode.all.first(where: { $0.number == skipped.errorCode }) {
                actions.append(.report(code, urls: skipped.ad.errors))
            }
            if skipped.reason == .notReady, let source = skipped.ad.source {
                actions.append(.prepare(creativeKey: skipped.ad.creativeKey, source: source))
            }
        }
        fix(index, decision, now, &actions)
    }

    private mutating func fix(_ index: Int, _ decision: BreakDecision, _ now: Double, _ actions: inout [Action]) {
        let decision = decision.reportingItself
        breaks[index].state = .decided(decision)
        for ad in decision.ads {
            showings.append(.init(creativeKey: ad.creativeKey, advertiser: ad.advertiser, categories: ad.categories, at: now))
        }
        let longest = configuration.fill.separation.caps.map(\.period).max() ?? 0
        showings.removeAll { $0.at < now - longest }
        actions.append(.decided(breakID: breaks[index].id))
    }

    /// Requests the ads of schedules that are due, and forgets expired schedules.
    mutating func retrieve(_ now: Double, _ actions: inout [Action]) {
        prefetches.removeAll { $0.schedule.consumption.end <= now }
        for index in prefetches.indices where !prefetches[index].isAsked && prefetches[index].schedule.retrieval.contains(now) {
            prefetches[index].isAsked = true
            let schedule = prefetches[index].schedule
            actions.append(
                .ask(
                    Request(
                        id: schedule.id, kind: .prefetch, variables: sessionVariables.merging(schedule.variables) { $1 },
                        duration: configuration.unknownDuration, deadline: schedule.retrieval.end)))
        }
    }

    private mutating func prefetched(for entry: SessionBreak, _ now: Double) -> [AdCandidate]? {
        guard entry.id != Self.prerollID else { return nil }
        let known = variables(of: entry)
        let index = prefetches.firstIndex { $0.candidates != nil && $0.schedule.takes(at: now, variables: known) }
        // Used ads aren't available for another break.
        return index.flatMap { prefetches.remove(at: $0).candidates }
    }
}
