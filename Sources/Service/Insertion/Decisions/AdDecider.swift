// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// Gets the ads of a break from the operator's ad server or the house ads.
struct AdDecider: Sendable {
    let client: OriginClient
    let settings: InsertionSettings
    let house: HouseAdServer
    let metrics: InsertionMetrics
    /// The limit of a response in bytes.
    private static let maxBytes = 4 << 20
    /// The limit of ads of each kind in a response: more fit into no break, and each creative has to be loaded.
    private static let maxAds = 100

    /// - Parameters:
    ///   - entry: the break's entry in a schedule, used instead of calling the ad server.
    ///   - session: the session of the break.
    func decide(_ request: StitchedSession.Request, entry: VMAPBreak?, for session: SessionFacts) async -> AdServerAnswer {
        let start = ContinuousClock.now
        defer { metrics.answered(.adServer, in: start.duration(to: .now)) }
        if let entry { return await answer(request, entry, session) }
        let (resolved, macros) = (resolution(session), Self.macros(request.variables, session))
        guard settings.server(for: request.kind) != nil else {
            guard let document = await house.document(for: request, session) else { return AdServerAnswer(candidates: []) }
            // The operator's own ads need no category.
            var own = resolved
            own.requiresCategory = false
            return await resolve(.document(document, url: session.base), own, macros, session, isOwn: true)
        }
        guard let asked = await ask(request, session) else { return AdServerAnswer() }
        switch asked.markup {
        case .vast(let document): return await resolve(.document(document, url: asked.url), resolved, macros, session)
        case .vmap(let document):
            // In a stream with marked breaks, the schedule refers to them by number (VMAP 1.0.1, 2.3.1.1).
            let entries = document.breaks.filter { $0.offset == request.number.map { .position($0) } && $0.hasAds }
            guard let entry = entries.first(where: \.hasVideos) ?? entries.first else { return AdServerAnswer(candidates: []) }
            return await answer(request, entry, session)
        }
    }

    /// The ad server's plan for a complete recording: its breaks if it responds with VMAP; otherwise ads at the beginning.
    func plan(_ request: StitchedSession.Request, for session: SessionFacts) async -> AdPlan {
        guard settings.adServer != nil else { return AdPlan(breaks: nil) }
        switch await ask(request, session)?.markup {
        case nil: return AdPlan(breaks: [])
        case .vast(let document):
            let source = VMAPAdSource(content: .vast(document))
            return AdPlan(breaks: [VMAPBreak(offset: .start, types: [], source: source, tracking: [], extensions: [], line: 0)])
        case .vmap(let document): return AdPlan(breaks: document.breaks.filter(\.hasAds))
        }
    }

    /// - Returns: nil if there was no readable response in time.
    private func ask(_ request: StitchedSession.Request, _ session: SessionFacts) async -> (markup: AdMarkup, url: String)? {
        guard let server = settings.server(for: request.kind) else { return nil }
        let url = Self.macros(request.variables, session).request(server)
        let asked = RemoteRequest(
            url: url, fields: session.viewer.beaconHeaders, timeout: session.adTimeout, maxBytes: Self.maxBytes)
        guard let answer = try? await client.anywhere(asked), let markup = try? AdMarkup.read(answer.bytes) else {
            metrics.count(.adServerFailures)
            return nil
        }
        return (markup, answer.url)
    }

    /// The ads of a break in a schedule, with the break's tracking URLs and errors.
    private func answer(_ request: StitchedSession.Request, _ entry: VMAPBreak, _ session: SessionFacts) async -> AdServerAnswer {
        let macros = Self.macros(request.variables, session)
        var resolved = resolution(session)
        resolved.allowsMultipleAds = entry.source?.allowMultipleAds ?? true
        resolved.followsWrappers = entry.source?.followRedirects ?? true
        let event: AdResolution.Event
        switch entry.source?.content {
        case .vast(let document): event = .document(document, url: settings.adServer ?? "")
        case .tag(let url, _): event = .begin(url: macros.request(url), referrer: settings.adServer)
        case .custom, nil: return AdServerAnswer(candidates: [])
        }
        var answer = await resolve(event, resolved, macros, session)
        func urls(_ event: String) -> [String] { entry.tracking.filter { $0.event == event }.map(\.url) }
        if !entry.hasVideos { answer.candidates = [] }
        if !entry.hasOverlays { answer.overlays = [] }
        if answer.candidates?.isEmpty ?? true, answer.overlays.isEmpty, !urls("error").isEmpty {
            answer.reports.append((answer.fault ?? .noAd, urls("error")))
        }
        let tracking = AdCandidate.breakEvents.flatMap { event in urls(event).map { AdCandidate.Tracker(event: event, url: $0) } }
        answer.candidates = answer.candidates?.map { candidate in
            var candidate = candidate
            candidate.trackers += tracking
            return candidate
        }
        return answer
    }

    private func resolution(_ session: SessionFacts) -> AdResolution.Settings {
        var resolved = AdResolution.Settings()
        (resolved.firstTimeout, resolved.wrapperTimeout) = (session.adTimeout, session.adTimeout)
        (resolved.totalTimeout, resolved.maximumBytes) = (session.adTimeout, Self.maxBytes)
        resolved.requiresCategory = settings.requiresCategory
        return resolved
    }

    private func resolve(
        _ first: AdResolution.Event, _ settings: AdResolution.Settings, _ macros: AdMacroValues, _ session: SessionFacts,
        isOwn: Bool = false
    ) async -> AdServerAnswer {
        var resolution = AdResolution(settings: settings)
        var answer = AdServerAnswer()
        var hasFailed = false
        let end = ContinuousClock.now + .seconds(settings.totalTimeout)
        var actions = resolution.handle(first)
        while !actions.isEmpty {
            var loads: [AdResolution.Load] = []
            for action in actions {
                switch action {
                case .load(let load): loads.append(load)
                case .report(let code, let urls): answer.reports.append((code, urls))
                case .cancel, .finish: break
                }
            }
            guard !loads.isEmpty else { break }
            let left = (end - .now) / .seconds(1)
            if left <= 0 {
                actions = resolution.handle(.timeIsOver)
                continue
            }
            actions = []
            for event in await events(for: loads, within: left, macros, session) {
                if case .failed = event { hasFailed = true }
                actions += resolution.handle(event)
            }
        }
        if hasFailed { metrics.count(.adServerFailures) }
        var candidates: [AdCandidate] = []
        for resolved in resolution.ads {
            let ad = resolved.ad.fillingOwnMacros()
            if let candidate = AdCandidate(ad) {
                candidates.append(isOwn ? candidate : candidate.foreign)
            } else if let overlay = OverlayCandidate(ad) {
                answer.overlays.append(overlay)
            } else {
                // Ads without a duration, without an identifier, or without a linear creative.
                answer.reports.append((ad.creatives.contains { $0.linear != nil } ? .duration : .linearity, ad.errors))
            }
        }
        answer.candidates = Array(candidates.prefix(Self.maxAds))
        answer.overlays = Array(answer.overlays.prefix(Self.maxAds))
        answer.fault = resolution.problems.first?.code
        return answer
    }

    private func events(
        for loads: [AdResolution.Load], within seconds: Double, _ macros: AdMacroValues, _ session: SessionFacts
    ) async -> [AdResolution.Event] {
        await withTaskGroup(of: (Int, AdResolution.Event).self) { group in
            for load in loads {
                group.addTask {
                    let request = RemoteRequest(
                        url: macros.request(load.url), fields: session.viewer.beaconHeaders, timeout: min(load.timeout, seconds),
                        maxBytes: load.maximumBytes)
                    do {
                        let answer = try await client.anywhere(request)
                        return (load.id, .received(load: load.id, bytes: answer.bytes, url: answer.url))
                    } catch let fault as OriginError {
                        return (load.id, .failed(load: load.id, fault.isTimeout ? .timeout : fault.isTooLarge ? .tooLarge : .unavailable))
                    } catch { return (load.id, .failed(load: load.id, .unavailable)) }
                }
            }
            var events: [(Int, AdResolution.Event)] = []
            for await event in group { events.append(event) }
            return events.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func macros(_ variables: [String: String], _ session: SessionFacts) -> AdMacroValues {
        AdMacroValues(session.macros(at: session.now), variables: variables)
    }
}

extension VMAPBreak {
    /// Whether it may contain linear ads.
    var hasVideos: Bool { types.isEmpty || types.contains("linear") }
    fileprivate var hasOverlays: Bool { types.isEmpty || types.contains("nonlinear") }
    fileprivate var hasAds: Bool { hasVideos || hasOverlays }
}
