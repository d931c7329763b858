// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxAdMarkup
import WindowboxCatalogue
import WindowboxHLS
import WindowboxStitcher

/// A viewer's session in this process. It serialises requests, and each ad request is made once.
actor ViewerSession {
    let id: String
    let parts: InsertionDependencies
    var record: SessionRecord
    private var version: Int
    /// How often the record was replaced by another process's, which loses what this process has changed since its last write.
    private(set) var replacements = 0
    /// Requests waiting for a break's decision.
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    /// The schedule entries of breaks.
    private var entries: [String: VMAPBreak] = [:]
    private var planning: Task<AdPlan, Never>?
    private var writing: Task<Bool, any Error>?
    var delivery: DeliveryBeacons
    private var touched: Double
    /// The showings of house ads whose impressions the player has reported.
    var reported: Set<AdSegmentLocation> = []
    /// Problems in the origin's playlists, each of which is logged once.
    private var loggedProblems = PlaylistOddities()

    init(_ record: SessionRecord, version: Int, delivery: DeliveryBeacons = DeliveryBeacons(), parts: InsertionDependencies) {
        id = record.session.id
        self.record = record
        self.version = version
        self.delivery = delivery
        self.parts = parts
        touched = record.session.lastUsed
    }

    var facts: SessionFacts {
        let session = record.session
        return SessionFacts(
            id: id, viewer: session.viewer, base: record.base, keyValues: session.parameters,
            business: record.business, adTimeout: session.configuration.adTimeout, now: parts.now)
    }

    // MARK: Decisions

    /// Makes sure that a playlist's breaks are decided.
    /// - Throws: ``InsertionError`` if the session has ended.
    func decide(_ found: [DiscoveredBreak], _ edge: StitchedSession.Edge?) async throws {
        while try await !hasDecided(found, edge) {}
    }

    /// - Returns: false if another process was first, or a wait ended too early, so that it must be done again.
    private func hasDecided(_ found: [DiscoveredBreak], _ edge: StitchedSession.Edge?) async throws -> Bool {
        let known = replacements
        let actions = record.session.handle(.playlist(found, edge: edge, parts.creativeCache.creatives), at: parts.now)
        var held: [String] = []
        for action in actions {
            if case .refuse(let refusal) = action { throw InsertionError(refusal) }
            if case .hold(let breakID, _) = action { held.append(breakID) }
        }
        let knew = actions.contains { if case .decided = $0 { true } else { false } }
        await perform(actions)
        for breakID in held { await wait(for: breakID) }
        if !held.isEmpty || knew { guard try await keep() else { return false } }
        await touch()
        return known == replacements && !record.session.breaks.contains { held.contains($0.id) && $0.decision == nil }
    }

    /// Waits until the break is decided, at the latest at its deadline.
    private func wait(for breakID: String) async {
        await withCheckedContinuation { continuation in
            guard let entry = record.session.breaks.first(where: { $0.id == breakID }), entry.decision == nil else {
                return continuation.resume()
            }
            waiting[breakID, default: []].append(continuation)
        }
    }

    /// The breaks of a recording: the marked ones, or else those of the ad server's plan.
    func breaks(in marked: BreakTimeline, duration: Double) async -> [DiscoveredBreak] {
        note(marked.problems)
        guard marked.breaks.isEmpty else { return marked.breaks }
        // A session loaded from the database has its breaks; a guided one only those that its player requested.
        let known = record.session.breaks.map(\.opportunity)
        guard known.isEmpty || record.session.configuration.mode == .guided else { return known }
        if planning == nil {
            let request = StitchedSession.Request(
                id: "plan", kind: .avail, variables: record.session.sessionVariables,
                duration: record.session.configuration.unknownDuration,
                deadline: parts.now + record.session.configuration.adTimeout)
            planning = Task { [parts, facts] in await parts.decider.plan(request, for: facts) }
        }
        let locations = await planning?.value.locations(in: duration) ?? []
        for location in locations { if let entry = location.entry { entries[location.found.id] = entry } }
        let others = locations.map(\.found).filter { location in !known.contains { $0.id == location.id } }
        return known.isEmpty ? others : (known + others).sorted { $0.start < $1.start }
    }

    /// Whether a break may contain linear ads, according to its schedule entry.
    func hasVideos(_ breakID: String) -> Bool { entries[breakID]?.hasVideos ?? true }

    private func perform(_ actions: [StitchedSession.Action]) async {
        for action in actions {
            switch action {
            case .ask(let request):
                Task { await self.decide(request) }
                // Nobody waits for prefetched ads.
                guard request.kind != .prefetch else { continue }
                Task {
                    try? await Task.sleep(for: .seconds(record.session.configuration.adTimeout))
                    await self.deadline(request)
                }
            case .report(let code, let urls): await report(code, urls)
            case .prepare(let key, let source): await parts.creativeCache.prepare(key, from: source)
            case .decided(let breakID):
                count(breakID)
                resume(breakID)
            case .cut(let breakID, let time):
                guard let entry = record.session.breaks.first(where: { $0.id == breakID }), let decision = entry.decision else { continue }
                parts.journal.note(.init(.breakCut, at: parts.now, breakID: breakID), of: id)
                _ = delivery.handle(.cut(breakID: breakID, at: time - entry.start), decision, at: parts.now)
            case .hold, .refuse: break
            }
        }
    }

    private func decide(_ request: StitchedSession.Request) async {
        let known = replacements
        let response = await parts.decider.decide(request, entry: entries[request.id], for: facts)
        note(response, to: request)
        for (code, urls) in response.reports { await report(code, urls) }
        await withTaskGroup(of: Void.self) { group in
            for ad in response.candidates ?? [] {
                guard let source = ad.source else { continue }
                group.addTask { [parts] in await parts.creativeCache.require(ad.creativeKey, source: source) }
            }
            // The operator's own creatives are identified by their URLs.
            let fill = record.session.configuration.fill
            for filler in [fill.slate, fill.startBumper, fill.endBumper] {
                guard let filler else { continue }
                group.addTask { [parts] in await parts.creativeCache.require(filler.creativeKey, source: filler.creativeKey) }
            }
        }
        for ad in response.candidates ?? [] {
            note(parts.creativeCache.creative(ad.creativeKey)?.diagnostics ?? [], in: "creative \(ad.creativeKey)")
        }
        var creatives = parts.creativeCache.creatives
        // Creatives that don't fit this content can't be shown.
        for ad in response.candidates ?? [] where creatives.ready[ad.creativeKey] != nil {
            if await fit(ad.creativeKey) == nil { creatives.unfit.insert(ad.creativeKey) }
        }
        // If another process stored the record, the break is either decided, or requested again.
        guard known == replacements || request.kind == .prefetch else { return }
        _ = record.session.handle(.overlays(request: request.id, response.overlays), at: parts.now)
        await perform(record.session.handle(.answered(request: request.id, response.candidates, creatives), at: parts.now))
    }

    /// Ends the wait for a decision.
    private func deadline(_ request: StitchedSession.Request) async {
        await perform(record.session.handle(.clock(parts.creativeCache.creatives), at: max(request.deadline, parts.now)))
        // Also if the session has ended meanwhile.
        resume(request.id)
    }

    private func resume(_ breakID: String) {
        for continuation in waiting.removeValue(forKey: breakID) ?? [] { continuation.resume() }
    }

    /// Logs problems in the origin's playlists.
    func note(_ problems: [String]) {
        for problem in problems where loggedProblems.isNew(problem) { log(problem) }
    }

    /// Logs what was wrong with a playlist.
    ///
    /// - Parameter name: as for ``PlaylistOddities``.
    func note(_ diagnostics: [PlaylistDiagnostic], in name: String) {
        for problem in loggedProblems.new(diagnostics, in: name) { log(problem) }
    }

    private func log(_ problem: String) {
        var entry = AdSessionLog.Entry(.playlistProblem, at: parts.now)
        entry.problem = problem
        parts.journal.note(entry, of: id)
    }

    private func note(_ response: AdServerResponse, to request: StitchedSession.Request) {
        let breakID = request.kind == .prefetch ? nil : request.id
        var entry = AdSessionLog.Entry(
            response.candidates == nil ? .adServerFailed : .adServerAnswered, at: parts.now, breakID: breakID)
        entry.creatives = response.candidates?.map(\.creativeKey)
        entry.code = response.fault?.number
        parts.journal.note(entry, of: id)
    }

    private func report(_ code: VASTErrorCode, _ urls: [String]) async {
        var entry = AdSessionLog.Entry(.errorReported, at: parts.now)
        entry.code = code.number
        parts.journal.note(entry, of: id)
        await parts.beaconDispatcher.report(code, urls, for: facts)
    }

    private func count(_ breakID: String) {
        guard let entry = record.session.breaks.first(where: { $0.id == breakID }), let decision = entry.decision else { return }
        parts.metrics.count(.decisions)
        if decision.outcome == .filled { parts.metrics.count(.filled) }
        if decision.outcome == .late { parts.metrics.count(.late) }
        parts.metrics.count(.adsSkipped, decision.skipped.count)
        let slate = decision.slots.filter { $0.kind == .slate }.reduce(0) { $0 + $1.duration }
        parts.journal.note(.init(entry, decision, at: parts.now), of: id)
        parts.metrics.filled(available: entry.available, ads: decision.ads.reduce(0) { $0 + $1.duration }, slate: slate)
    }

    /// The mappings of all creatives decided so far to this session's content.
    func mappings() async -> [String: RenditionMapping] {
        guard case .multivariant(let content)? = try? await parts.origins.playlist(at: record.origin) else { return [:] }
        var mappings: [String: RenditionMapping] = [:]
        for entry in record.session.breaks {
            for slot in entry.decision?.slots ?? [] where mappings[slot.creativeKey] == nil {
                mappings[slot.creativeKey] = parts.creativeCache.fit(slot.creativeKey, content: record.origin, content)
                if mappings[slot.creativeKey] == nil { mappings[slot.creativeKey] = await mapping(of: slot) }
            }
        }
        return mappings
    }

    /// A slot's creative, loaded if it was decided before this process had it.
    func mapping(of slot: BreakDecision.Slot) async -> RenditionMapping? {
        if let fit = await fit(slot.creativeKey) { return fit }
        guard parts.creativeCache.creative(slot.creativeKey) == nil else { return nil }
        await parts.creativeCache.require(slot.creativeKey, source: slot.ad?.source ?? slot.creativeKey)
        return await fit(slot.creativeKey)
    }

    /// A creative's mapping to this session's content.
    func fit(_ key: String) async -> RenditionMapping? {
        guard case .multivariant(let content)? = try? await parts.origins.playlist(at: record.origin) else { return nil }
        return parts.creativeCache.fit(key, content: record.origin, content)
    }

    // MARK: Persistence

    /// Stores the decisions. If another process was first, its version is kept.
    ///
    /// - Returns: false if another process was first, so that the change must be made again.
    func keep() async throws -> Bool {
        let known = replacements
        // One write at a time: a second concurrent one would mistake the first for that of another process.
        while let writing { _ = await writing.result }
        guard known == replacements else { return false }
        // Pending breaks will be decided soon, and after a crash another process asks again. In a
        // deleted session, nothing is decided any more.
        guard record.session.isDeleted || !record.session.breaks.contains(where: { $0.decision == nil }) else { return true }
        let write = Task {
            defer { writing = nil }
            return try await self.write()
        }
        writing = write
        return try await write.value
    }

    private func write() async throws -> Bool {
        if try await parts.store.save(try record.text, of: id, over: version, at: parts.clock()) {
            version += 1
            return true
        }
        guard let stored = try await parts.store.find(id) else {
            throw InsertionError(.deleted, "The session no longer exists. Create a new one.")
        }
        record = try SessionRecord(stored.document)
        version = stored.version
        replacements += 1
        // Their breaks may be unknown to this record, so that nothing would end their wait before the deadline.
        for breakID in waiting.keys { resume(breakID) }
        return false
    }

    private func touch() async {
        let now = parts.now
        guard now - touched > 60 else { return }
        touched = now
        try? await parts.store.touch(id, at: parts.clock())
    }

    func handle(_ event: StitchedSession.Event) async throws {
        var actions: [StitchedSession.Action]
        repeat {
            actions = record.session.handle(event, at: parts.now)
            for action in actions {
                if case .refuse(let refusal) = action {
                    throw InsertionError(refusal)
                }
            }
        } while try await !keep()
        await perform(actions)
    }

    func schedule(_ schedule: PrefetchSchedule) async throws {
        guard !record.session.prefetches.contains(where: { $0.schedule.id == schedule.id }) else {
            throw InsertionError(.conflict, "There is already a schedule with this name. Delete it first, or use another name.")
        }
        try await handle(.prefetch(schedule))
        guard record.session.prefetches.contains(where: { $0.schedule.id == schedule.id }) else {
            throw InsertionError(.conflict, "A session can have at most \(PrefetchSchedule.limit) schedules. Delete one first.")
        }
    }
}
