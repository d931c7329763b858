// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup

extension StitchedSession {
    /// - Parameter now: seconds since 1970.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        // An expired session stays expired, because its breaks would be decided a second time.
        if let refusal = refusal(at: now) { return [.refuse(refusal)] }
        var actions: [Action] = []
        switch event {
        case .playlist(let found, let edge, let availability):
            lastUsed = max(lastUsed, now)
            if let edge, joinedEdge == nil { join(edge) }
            for entry in found { add(entry, &actions) }
            if let start = edge?.windowStart { forget(before: start) }
            requestDecisions(now, availability, &actions)
            hold(before: edge?.time, now, availability, &actions)
        case .answered(let request, let candidates, let availability):
            answer(request, candidates, availability, now, &actions)
            requestDecisions(now, availability, &actions)
        case .overlays(let request, let overlays):
            // Too late if something else was published instead.
            guard let index = breaks.firstIndex(where: { $0.id == request }), case .asked = breaks[index].state else { break }
            breaks[index].overlays = overlays.isEmpty ? nil : overlays
        case .clock(let availability): requestDecisions(now, availability, &actions)
        case .prefetch(let schedule):
            guard !prefetches.contains(where: { $0.schedule.id == schedule.id }) else { break }
            guard prefetches.count(where: { $0.schedule.consumption.end > now }) < PrefetchSchedule.limit else { break }
            prefetches.append(Prefetch(schedule: schedule))
            retrieve(now, &actions)
        case .cancelPrefetch(let id): prefetches.removeAll { $0.schedule.id == id }
        case .replaceParameters(let new): if configuration.isLive { parameters = new }
        case .delete: isDeleted = true
        }
        return actions
    }

    /// Starts the pre-roll of a live stream far enough behind the edge to be available when the player starts.
    private mutating func join(_ edge: Edge) {
        joinedEdge = edge.time
        guard let length = configuration.livePreroll, configuration.isLive else { return }
        var opportunity = DiscoveredBreak(
            id: Self.prerollID, start: edge.time - max(2 * edge.targetDuration, edge.startOffset.magnitude), duration: length)
        opportunity.returnsAutomatically = true
        add(SessionBreak(opportunity: opportunity, start: opportunity.start, available: length, index: 0, state: .waiting))
    }

    private mutating func add(_ entry: SessionBreak) {
        breaks.append(entry)
        breaks[breaks.count - 1].index = breakCount
        breakCount += 1
    }

    /// Forgets breaks that are in no playlist any more, after a minute's delay.
    private mutating func forget(before start: Double) {
        breaks.removeAll { entry in
            let length = max(entry.decision?.duration ?? 0, entry.opportunity.availableDuration ?? configuration.unknownDuration)
            return entry.start + length < start - 60
        }
    }

    static let prerollID = "preroll"

    /// Adds a break, or updates a known one.
    private mutating func add(_ found: DiscoveredBreak, _ actions: inout [Action]) {
        let known = breaks.firstIndex { $0.id == found.id && $0.id != Self.prerollID }
        if let index = known
            ?? breaks.firstIndex(where: { $0.id != Self.prerollID && abs($0.opportunity.start - found.start) <= BreakTimeline.near })
        {
            return update(index, found, &actions)
        }
        guard configuration.isLive else {
            let available = found.isPoint ? nil : found.availableDuration
            return add(SessionBreak(opportunity: found, start: found.start, available: available, index: 0, state: .waiting))
        }
        var entry = SessionBreak(opportunity: found, start: found.start, available: found.availableDuration, index: 0, state: .waiting)
        if let joinedEdge, configuration.suppression.suppresses(start: found.start, edge: joinedEdge) {
            var isFilled = false
            if case .afterLiveEdge(let seconds) = configuration.suppression, configuration.joining == .partialAvail {
                isFilled = entry.begin(at: joinedEdge + seconds)
            }
            if !isFilled { entry.state = .decided(BreakDecision(.suppressed)) }
        }
        // An insertion point can't be filled in live content, which isn't interrupted.
        if found.isPoint { entry.state = .decided(BreakDecision(.suppressed)) }
        add(entry)
    }

    private mutating func update(_ index: Int, _ found: DiscoveredBreak, _ actions: inout [Action]) {
        breaks[index].opportunity.duration = breaks[index].opportunity.duration ?? found.duration
        guard let end = found.end, breaks[index].opportunity.end == nil else { return }
        breaks[index].opportunity.end = end
        guard let decision = breaks[index].decision else {
            breaks[index].available =
                breaks[index].available.map { min($0, max(0, end - breaks[index].start)) }
                ?? (configuration.isLive ? end - breaks[index].start : nil)
            return
        }
        // Cuts the decision if the break turns out shorter, only once.
        let start = breaks[index].start
        guard configuration.isLive, end < start + decision.duration - LiveStitch.tolerance else { return }
        breaks[index].end = max(start, end)
        actions.append(.cut(breakID: breaks[index].id, at: end))
        var time = start
        for slot in decision.slots {
            if let ad = slot.ad, time >= end - LiveStitch.tolerance, !ad.errors.isEmpty {
                actions.append(.report(.breakShortened, urls: ad.errors))
            }
            time += slot.duration
        }
    }
}

extension StitchedSession.SessionBreak {
    /// Removes the part before a time; false if too little is left.
    mutating func begin(at time: Double) -> Bool {
        guard time > start else { return true }
        guard let left = available.map({ start + $0 - time }) else {
            start = time
            return true
        }
        guard left >= 1 else { return false }
        (start, available) = (time, left)
        return true
    }
}
