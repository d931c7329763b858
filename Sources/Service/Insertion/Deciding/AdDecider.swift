// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// Asks for the ads of a break: the operator's ad server, or the house ads.
struct AdDecider: Sendable {
    let client: OriginClient
    let settings: InsertionSettings
    let house: HouseAdServer
    let metrics: InsertionMetrics
    /// Of one answer.
    private static let mostBytes = 4 << 20

    /// - Parameters:
    ///   - source: of a break that a schedule named, in place of the ad server.
    ///   - session: whose break it is.
    func decide(_ request: StitchedSession.Request, source: VMAPAdSource?, for session: SessionFacts) async -> AdAnswer {
        let start = ContinuousClock.now
        defer { metrics.answered(.adServer, in: start.duration(to: .now)) }
        let macros = Self.macros(request.variables, session)
        var resolved = AdResolution.Settings()
        (resolved.firstTimeout, resolved.wrapperTimeout) = (session.adTimeout, session.adTimeout)
        (resolved.totalTimeout, resolved.maximumBytes) = (session.adTimeout, Self.mostBytes)
        resolved.allowsMultipleAds = source?.allowMultipleAds ?? true
        resolved.followsWrappers = source?.followRedirects ?? true
        let event: AdResolution.Event
        switch source?.content {
        case .vast(let document): event = .document(document, url: settings.adServer ?? "")
        case .tag(let url, _): event = .begin(url: macros.request(url), referrer: settings.adServer)
        case .custom: return AdAnswer(candidates: [])
        case nil:
            if let server = settings.adServer {
                event = .begin(url: macros.request(server))
            } else {
                guard let document = await house.document(for: request, session) else { return AdAnswer(candidates: []) }
                event = .document(document, url: session.base)
            }
        }
        return await resolve(event, resolved, macros, session)
    }

    /// What the ad server has to say of a whole recording: when there are ads in it, where it answers with VMAP; else those at its
    /// beginning.
    func plan(_ request: StitchedSession.Request, for session: SessionFacts) async -> AdPlan {
        guard let server = settings.adServer else { return AdPlan(breaks: nil) }
        let url = Self.macros(request.variables, session).request(server)
        let asked = RemoteRequest(
            url: url, fields: session.viewer.beaconHeaders, timeout: session.adTimeout, mostBytes: Self.mostBytes)
        guard let answer = try? await client.anywhere(asked) else {
            metrics.count(.adServerFailures)
            return AdPlan(breaks: [])
        }
        guard let markup = try? AdMarkup.read(answer.bytes) else {
            metrics.count(.adServerFailures)
            return AdPlan(breaks: [])
        }
        switch markup {
        case .vast(let document): return AdPlan(breaks: [.init(offset: .start, source: VMAPAdSource(content: .vast(document)))])
        case .vmap(let document):
            let breaks = document.breaks.filter { $0.types.isEmpty || $0.types.contains("linear") }
            return AdPlan(breaks: breaks.compactMap { entry in entry.offset.map { AdPlan.Entry(offset: $0, source: entry.source) } })
        }
    }

    private func resolve(
        _ first: AdResolution.Event, _ settings: AdResolution.Settings, _ macros: AdMacroValues, _ session: SessionFacts
    ) async -> AdAnswer {
        var resolution = AdResolution(settings: settings)
        var answer = AdAnswer()
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
        answer.candidates = resolution.ads.compactMap { AdCandidate($0.ad) }
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
                        mostBytes: load.maximumBytes)
                    do {
                        let answer = try await client.anywhere(request)
                        return (load.id, .received(load: load.id, bytes: answer.bytes, url: answer.url))
                    } catch let fault as RemoteFault {
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
        AdMacroValues(
            [
                "CACHEBUSTING": .cacheBusting(.random(in: 0...99_999_999)), "TIMESTAMP": .timestamp(Int64(session.now * 1000)),
                "SERVERSIDE": .number(1),
            ], variables: variables)
    }
}
