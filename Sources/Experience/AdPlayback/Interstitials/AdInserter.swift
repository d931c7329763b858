// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS
public import WindowboxStreaming
public import WindowboxTransport

/// The result of client-side ad insertion, for the playback configuration of an item.
public struct AdInsertionPlan: Hashable, Sendable {
    /// Pre-rolls, mid-rolls and post-rolls; the content waits while they play.
    public var interstitials: [ScheduledInterstitial]
    /// Non-linear ads over the content, which keeps playing; for ``InterstitialAds/show(_:over:)``.
    public var overlays: [PlannedOverlay] = []
    /// Breaks without ads, with the reason.
    public var problems: [String]

    public init(interstitials: [ScheduledInterstitial] = [], problems: [String] = []) {
        self.interstitials = interstitials
        self.problems = problems
    }
}

/// Inserts ads into any stream on the client side: from a VMAP schedule, a VAST tag, or breaks defined by the app.
///
/// Ads are requested before the stream starts. Failed breaks are left out, and the content plays.
public struct AdInserter: Sendable {
    /// A break defined by the app.
    public struct Break: Hashable, Sendable {
        /// When the ads play.
        public var place: ScheduledInterstitial.Place
        /// URL of a VAST document.
        public var tag: String

        public init(_ place: ScheduledInterstitial.Place, tag: String) {
            self.place = place
            self.tag = tag
        }
    }

    /// A break whose ads have yet to be requested.
    private struct PlannedBreak {
        var place: ScheduledInterstitial.Place
        var event: AdResolution.Event
        var settings: AdResolution.Settings
        /// Tracking events of the break itself.
        var tracking: [VASTTracking] = []

        /// The schedule's error URLs, notified if the break has no ads.
        var errors: [String] { tracking.filter { $0.event == "error" }.map(\.url) }
    }

    private let transport: any Transport
    private let capability: MediaCapability
    private let settings: AdResolution.Settings
    private let macros: AdMacroValues
    private let slots: [CompanionSlot]

    /// - Parameters:
    ///   - capability: what the player supports, used to choose media files.
    ///   - slots: companion slots; an ad whose required companions don't fit is left out.
    ///   - macros: the app's information about its viewer, for ad-server URLs.
    public init(
        transport: any Transport = RoutingTransport.secure(), capability: MediaCapability = .standard,
        settings: AdResolution.Settings = .init(), slots: [CompanionSlot] = [],
        macros: AdMacroValues = .init()
    ) {
        self.transport = transport
        self.capability = capability
        self.settings = settings
        self.macros = macros
        self.slots = slots
    }

    /// - Parameters:
    ///   - schedule: URL of a VMAP document, or of a VAST document for a pre-roll.
    ///   - duration: of the content in seconds, for breaks at a percentage of it; nil leaves those out.
    public func plan(schedule: String, duration: Double? = nil) async -> AdInsertionPlan {
        let (bytes, url): ([UInt8], String)
        do throws(TransportError) {
            (bytes, url) = try await load(
                schedule, referrer: nil, timeout: settings.firstTimeout, maximumBytes: settings.maximumBytes)
        } catch {
            return AdInsertionPlan(problems: ["\(schedule.prefix(200)) couldn't be loaded: \(error.message)."])
        }
        let markup: AdMarkup
        do throws(VASTError) { markup = try AdMarkup.read(bytes) } catch {
            return AdInsertionPlan(problems: [error.description])
        }
        switch markup {
        case .vast(let document):
            return await plan([PlannedBreak(place: .beginning, event: .document(document, url: url), settings: settings)])
        case .vmap(let document):
            var breaks: [PlannedBreak] = []
            for entry in document.breaks where entry.types.isEmpty || entry.types.contains("linear") || entry.types.contains("nonlinear") {
                let event: AdResolution.Event
                switch entry.source?.content {
                case .vast(let document): event = .document(document, url: url)
                case .tag(let tag, _): event = .begin(url: tag, referrer: url)
                case .custom, nil: continue
                }
                var own = settings
                own.allowsMultipleAds = entry.source?.allowMultipleAds ?? true
                own.followsWrappers = entry.source?.followRedirects ?? true
                for time in entry.times(in: duration) {
                    breaks.append(PlannedBreak(place: Self.schedule(time), event: event, settings: own, tracking: entry.tracking))
                }
            }
            return await plan(breaks)
        }
    }

    /// Loads the ads of all breaks, and returns what to schedule. Breaks whose ads can't be loaded are left out.
    public func plan(_ breaks: [Break]) async -> AdInsertionPlan {
        await plan(breaks.map { PlannedBreak(place: $0.place, event: .begin(url: $0.tag), settings: settings) })
    }

    private static func schedule(_ time: Double) -> ScheduledInterstitial.Place {
        time <= 0 ? .beginning : time.isFinite ? .time(time) : .end
    }

    /// The ads of a VAST URL, each with the URL of the media file that suits this player best; unplayable ads are left out.
    public func items(tag: String) async -> [AdItem] {
        let (ads, _, _) = await resolve(.begin(url: tag), settings)
        return ads.compactMap { resolved in
            guard let linear = resolved.linear, let file = try? capability.choices(of: linear).first else { return nil }
            return AdItem(resolved.ad, linear, address: URIResolver.resolve(file.url, against: resolved.url))
        }
    }

    private func plan(_ breaks: [PlannedBreak]) async -> AdInsertionPlan {
        await withTaskGroup(of: (Int, [ResolvedAd], [String]).self) { group in
            for (index, entry) in breaks.enumerated() {
                group.addTask {
                    let (ads, problems, code) = await resolve(entry.event, entry.settings)
                    if ads.isEmpty { report(code ?? .noAd, entry.errors) }
                    return (index, ads, problems)
                }
            }
            var found: [(Int, [ResolvedAd], [String])] = []
            for await result in group { found.append(result) }
            var plan = AdInsertionPlan()
            for (index, ads, problems) in found.sorted(by: { $0.0 < $1.0 }) {
                plan.problems += problems
                guard let list = list(ads, of: breaks[index], &plan) else { continue }
                var interstitial = ScheduledInterstitial(id: "inserted-\(index)", place: breaks[index].place, asset: .list(list.address))
                interstitial.resumeOffset = 0
                interstitial.duration = list.duration
                // A break that hasn't been watched is played before the content after it.
                (interstitial.restrictsSkip, interstitial.restrictsJump, interstitial.isOnce) = (true, true, true)
                interstitial.skipControl = list.skip.map { .init(offset: $0) }
                plan.interstitials.append(interstitial)
            }
            return plan
        }
    }

    /// The ads as an asset list in a data URL.
    private func list(
        _ ads: [ResolvedAd], of planned: PlannedBreak, _ plan: inout AdInsertionPlan
    ) -> (address: String, duration: Double, skip: Double?)? {
        var chosen: [(ad: VASTAd, linear: VASTLinear, file: String)] = []
        for resolved in ads {
            guard let linear = resolved.linear else {
                addOverlay(of: resolved, planned, &plan)
                continue
            }
            let companions = CompanionChoice(resolved.ad, slots: slots)
            if let notice = companions.notice, companions.error == nil { report(notice, resolved.ad.errors) }
            if let error = companions.error {
                report(error, resolved.ad.errors)
                plan.problems.append("\(resolved.ad.id ?? "An ad") must be shown with companions that don't fit any slot.")
                continue
            }
            do throws(VASTError) {
                guard let file = try capability.choices(of: linear).first else { continue }
                chosen.append((resolved.ad, linear, URIResolver.resolve(file.url, against: resolved.url)))
            } catch {
                report(error.code, resolved.ad.errors)
                plan.problems.append(error.description)
            }
        }
        // The break's tracking events are sent with its first and last ad.
        if !chosen.isEmpty {
            chosen[0].linear.tracking += planned.tracking.filter { $0.event == "breakStart" }
            chosen[chosen.count - 1].linear.tracking += planned.tracking.filter { $0.event == "breakEnd" }
        }
        let assets = chosen.map { InsertedAsset($0.ad, $0.linear, file: $0.file) }
        guard !assets.isEmpty, let document = try? JSONEncoder().encode(["ASSETS": assets]) else { return nil }
        let skip = assets.count == 1 ? assets[0].skipOffset : nil
        return (
            "data:application/json;base64,\(document.base64EncodedString())", assets.reduce(0) { $0 + $1.duration }, skip
        )
    }

    /// An ad without video may be an overlay.
    private func addOverlay(of resolved: ResolvedAd, _ planned: PlannedBreak, _ plan: inout AdInsertionPlan) {
        let start: Double? =
            switch planned.place {
            case .beginning: 0
            case .time(let time): time
            case .end: nil
            }
        guard let start, resolved.ad.creatives.contains(where: { $0.nonLinears != nil }) else {
            report(.linearity, resolved.ad.errors)
            return plan.problems.append("\(resolved.ad.id ?? "An ad") has no video.")
        }
        do throws(VASTError) {
            let choice = try OverlayChoice(resolved.ad, width: TrackedOverlay.frameSize.width, height: TrackedOverlay.frameSize.height)
            plan.overlays.append(PlannedOverlay(id: "\(plan.overlays.count)", start: start, ad: resolved.ad, choice: choice))
        } catch {
            report(error.code, resolved.ad.errors)
            plan.problems.append(error.description)
        }
    }

    /// - Returns: the ads, the problems, and the error code of the first problem.
    private func resolve(
        _ first: AdResolution.Event, _ settings: AdResolution.Settings
    ) async -> ([ResolvedAd], [String], VASTErrorCode?) {
        var resolution = AdResolution(settings: settings)
        var actions = resolution.handle(first)
        let end = ContinuousClock.now + .seconds(settings.totalTimeout)
        while !actions.isEmpty {
            var loads: [AdResolution.Load] = []
            for action in actions {
                switch action {
                case .load(let load): loads.append(load)
                case .report(let code, let urls): report(code, urls)
                case .cancel, .finish: break
                }
            }
            guard !loads.isEmpty else { break }
            guard ContinuousClock.now < end else {
                actions = resolution.handle(.timeIsOver)
                continue
            }
            actions = []
            for event in await events(for: loads) { actions += resolution.handle(event) }
        }
        let ads = resolution.ads.map { resolved in
            var resolved = resolved
            resolved.ad = resolved.ad.fillingOwnMacros()
            return resolved
        }
        return (ads, resolution.problems.map(\.description), resolution.problems.first?.code)
    }

    private func events(for loads: [AdResolution.Load]) async -> [AdResolution.Event] {
        await withTaskGroup(of: (Int, AdResolution.Event).self) { group in
            for load in loads {
                group.addTask {
                    do throws(TransportError) {
                        let loaded = try await self.load(
                            load.url, referrer: load.referrer, timeout: load.timeout, maximumBytes: load.maximumBytes)
                        return (load.id, .received(load: load.id, bytes: loaded.bytes, url: loaded.url))
                    } catch {
                        let failure: AdResolution.Failure =
                            error.cause == .timeout ? .timeout : error.cause == .tooLarge ? .tooLarge : .unavailable
                        return (load.id, .failed(load: load.id, failure))
                    }
                }
            }
            var events: [(Int, AdResolution.Event)] = []
            for await event in group { events.append(event) }
            return events.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private var filled: AdMacroValues { macros.ofMoment(Date().timeIntervalSince1970) }

    private func load(
        _ url: String, referrer: String?, timeout: Double, maximumBytes: Int
    ) async throws(TransportError) -> (bytes: [UInt8], url: String) {
        let request = TransportRequest(
            url: filled.request(url), limits: .init(whole: timeout), maximumBytes: maximumBytes, acceptsCompression: true,
            referrer: referrer)
        let response = try await transport.open(request)
        return (try await response.body.collect(), response.url)
    }

    private func report(_ code: VASTErrorCode, _ urls: [String]) {
        var values = filled
        values["ERRORCODE"] = .number(code.number)
        for url in urls {
            let request = TransportRequest(url: values.fill(url), limits: .init(whole: 3), maximumBytes: 1 << 16)
            // Fire and forget: nobody waits for the response.
            Task { [transport] in _ = try? await transport.bytes(of: request) }
        }
    }
}
