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
    func decide(_ request: StitchedSession.Request, entry: VMAPBreak?, for session: SessionFacts) async -> AdServerResponse {
        let start = ContinuousClock.now
        defer { metrics.answered(.adServer, in: start.duration(to: .now)) }
        if let entry { return await scheduledAds(request, entry, session) }
        let (resolved, macros) = (resolution(session), Self.macros(request.variables, session))
        guard settings.server(for: request.kind) != nil else {
            guard let document = await house.document(for: request, session) else { return AdServerResponse(candidates: []) }
            // The operator's own ads need no category.
            var own = resolved
            own.requiresCategory = false
            return await resolve(.document(document, url: session.base), own, macros, session, isOwn: true)
        }
        guard let loaded = await askAdServer(request, session) else { return AdServerResponse() }
        switch loaded.markup {
        case .vast(let document): return await resolve(.document(document, url: loaded.url), resolved, macros, session)
        case .vmap(let document):
            // In a stream with marked breaks, the schedule refers to them by number (VMAP 1.0.1, 2.3.1.1).
            let entries = document.breaks.filter { $0.offset == request.number.map { .position($0) } && $0.hasAds }
            guard let entry = entries.first(where: \.hasVideos) ?? entries.first else { return AdServerResponse(candidates: []) }
            return await scheduledAds(request, entry, session)
        }
    }

    /// The ad server's plan for a complete recording: its breaks if it responds with VMAP; otherwise ads at the beginning.
    func plan(_ request: StitchedSession.Request, for session: SessionFacts) async -> AdPlan {
        guard settings.adServer != nil else { return AdPlan(breaks: nil) }
        switch await askAdServer(request, session)?.markup {
        case nil: return AdPlan(breaks: [])
        case .vast(let document):
            let source = VMAPAdSource(content: .vast(document))
            return AdPlan(breaks: [VMAPBreak(offset: .start, types: [], source: source, tracking: [], extensions: [], line: 0)])
        case .vmap(let document): return AdPlan(breaks: document.breaks.filter(\.hasAds))
        }
    }

    /// - Returns: nil if there was no readable response in time.
    private func askAdServer(_ request: StitchedSession.Request, _ session: SessionFacts) async -> (markup: AdMarkup, url: String)? {
        guard let server = settings.server(for: request.kind) else { return nil }
        let url = Self.macros(request.variables, session).request(server)
        let adRequest = RemoteRequest(
            url: url, fields: session.viewer.beaconHeaders, timeout: session.adTimeout, maxBytes: Self.maxBytes)
        guard let response = try? await client.anywhere(adRequest), let markup = try? AdMarkup.read(response.bytes) else {
            metrics.count(.adServerFailures)
            return nil
        }
        return (markup, response.url)
    }

    /// The ads of a break in a schedule, with the break's tracking URLs and errors.
    private func scheduledAds(_ request: StitchedSession.Request, _ entry: VMAPBreak, _ session: SessionFacts) async -> AdServerResponse {
        let macros = Self.macros(request.variables, session)
        var resolved = resolution(session)
        resolved.allowsMultipleAds = entry.source?.allowMultipleAds ?? true
        resolved.followsWrappers = entry.source?.followRedirects ?? true
        let event: AdResolution.Event
        switch entry.source?.content {
        case .vast(let document): event = .document(document, url: settings.adServer ?? "")
        case .tag(let url, _): event = .begin(url: macros.request(url), referrer: settings.adServer)
        case .custom, nil: return AdServerResponse(candidates: [])
        }
        var response = await resolve(event, resolved, macros, session)
        func urls(_ event: String) -> [String] { entry.tracking.filter { $0.event == event }.map(\.url) }
        if !entry.hasVideos { response.candidates = [] }
        if !entry.hasOverlays { response.overlays = [] }
        if response.candidates?.isEmpty ?? true, response.overlays.isEmpty, !urls("error").isEmpty {
            response.reports.append((response.fault ?? .noAd, urls("error")))
        }
        let tracking = AdCandidate.breakEvents.flatMap { event in urls(event).map { AdCandidate.Tracker(event: event, url: $0) } }
        response.candidates = response.candidates?.map { candidate in
            var candidate = candidate
            candidate.trackers += tracking
            return candidate
        }
        return response
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
    ) async -> AdServerResponse {
        var resolution = AdResolution(settings: settings)
        var response = AdServerResponse()
        var hasFailed = false
        let end = ContinuousClock.now + .seconds(settings.totalTimeout)
        var actions = resolution.handle(first)
        while !actions.isEmpty {
            var loads: [AdResolution.Load] = []
            for action in actions {
                switch action {
                case .load(let load): loads.append(load)
                case .report(let code, let urls): response.reports.append((code, urls))
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
                response.overlays.append(overlay)
            } else {
                // Ads without a duration, without an identifier, or without a linear creative.
                response.reports.append((ad.creatives.contains { $0.linear != nil } ? .duration : .linearity, ad.errors))
            }
        }
        response.candidates = Array(candidates.prefix(Self.maxAds))
        response.overlays = Array(response.overlays.prefix(Self.maxAds))
        response.fault = resolution.problems.first?.code
        return response
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
                        let response = try await client.anywhere(request)
                        return (load.id, .received(load: load.id, bytes: response.bytes, url: response.url))
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
