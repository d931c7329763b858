// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WindowboxAdMarkup
public import WindowboxAds
import WindowboxHLS
public import WindowboxStreaming
public import WindowboxTransport

/// Ads to be put into a stream by the player itself: what the playback configuration of its item takes.
public struct AdInsertionPlan: Hashable, Sendable {
    /// Pre-rolls, mid-rolls and post-rolls; the content waits while they play.
    public var interstitials: [ScheduledInterstitial]
    /// Breaks that stay empty, and why.
    public var problems: [String]

    public init(interstitials: [ScheduledInterstitial] = [], problems: [String] = []) {
        self.interstitials = interstitials
        self.problems = problems
    }
}

/// Puts ads into any stream on the player's side: from a VMAP schedule, from one VAST address, or from breaks that an app names.
///
/// Ads are asked for before the stream begins. What fails is left out, and the content plays.
public struct AdInserter: Sendable {
    /// A break that an app names.
    public struct Break: Hashable, Sendable {
        public var place: ScheduledInterstitial.Place
        /// Of a VAST document.
        public var tag: String

        public init(_ place: ScheduledInterstitial.Place, tag: String) {
            self.place = place
            self.tag = tag
        }
    }

    private let transport: any Transport
    private let capability: MediaCapability
    private let settings: AdResolution.Settings
    private let macros: AdMacroValues
    private let slots: [CompanionSlot]

    /// - Parameters:
    ///   - capability: what the player shows now, by which files are chosen.
    ///   - slots: places for pictures beside the player; an ad that must have some and finds none is left out.
    ///   - macros: what the app knows of its viewer, for the addresses of ad servers.
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
    ///   - schedule: the address of VMAP, or of VAST for ads before the content.
    ///   - duration: of the content in seconds, for breaks at a part of it; nil leaves those out.
    public func plan(schedule: String, duration: Double? = nil) async -> AdInsertionPlan {
        guard let (bytes, url) = await load(schedule, referrer: nil, timeout: settings.firstTimeout, maximumBytes: settings.maximumBytes)
        else { return AdInsertionPlan(problems: ["\(schedule.prefix(200)) can't be had."]) }
        let markup: AdMarkup
        do throws(VASTError) { markup = try AdMarkup.read(bytes) } catch {
            return AdInsertionPlan(problems: [error.description])
        }
        switch markup {
        case .vast(let document): return await plan([(.beginning, .document(document, url: url))])
        case .vmap(let document):
            var breaks: [(ScheduledInterstitial.Place, AdResolution.Event)] = []
            for entry in document.breaks where entry.types.isEmpty || entry.types.contains("linear") {
                guard let place = Self.place(entry.offset, duration) else { continue }
                switch entry.source?.content {
                case .vast(let document): breaks.append((place, .document(document, url: url)))
                case .tag(let tag, _): breaks.append((place, .begin(url: tag, referrer: url)))
                case .custom, nil: break
                }
            }
            return await plan(breaks)
        }
    }

    public func plan(_ breaks: [Break]) async -> AdInsertionPlan {
        await plan(breaks.map { ($0.place, AdResolution.Event.begin(url: $0.tag)) })
    }

    private static func place(_ offset: VMAPOffset?, _ duration: Double?) -> ScheduledInterstitial.Place? {
        switch offset {
        case .start: .beginning
        case .end: .end
        case .seconds(let seconds): seconds <= 0 ? .beginning : .time(seconds)
        case .percent(let part): duration.map { part <= 0 ? .beginning : part >= 100 ? .end : .time($0 * part / 100) }
        case .position, nil: nil
        }
    }

    /// The ads of a VAST address, each with the address of the file that this player shows best; what can't be played is left out.
    public func items(tag: String) async -> [AdItem] {
        let (ads, _) = await resolve(.begin(url: tag))
        return ads.compactMap { resolved in
            guard let linear = resolved.linear, let file = try? capability.choices(of: linear).first else { return nil }
            return AdItem(resolved.ad, linear, address: URIResolver.resolve(file.url, against: resolved.url))
        }
    }

    private func plan(_ breaks: [(ScheduledInterstitial.Place, AdResolution.Event)]) async -> AdInsertionPlan {
        await withTaskGroup(of: (Int, [ResolvedAd], [String]).self) { group in
            for (index, entry) in breaks.enumerated() {
                group.addTask {
                    let (ads, problems) = await resolve(entry.1)
                    return (index, ads, problems)
                }
            }
            var found: [(Int, [ResolvedAd], [String])] = []
            for await result in group { found.append(result) }
            var plan = AdInsertionPlan()
            for (index, ads, problems) in found.sorted(by: { $0.0 < $1.0 }) {
                plan.problems += problems
                guard let list = list(ads, &plan.problems) else { continue }
                var interstitial = ScheduledInterstitial(id: "inserted-\(index)", place: breaks[index].0, asset: .list(list.address))
                interstitial.resumeOffset = 0
                interstitial.duration = list.duration
                // A break that was not seen is seen before what is behind it.
                (interstitial.restrictsSkip, interstitial.restrictsJump, interstitial.isOnce) = (true, true, true)
                interstitial.skipControl = list.skip.map { .init(offset: $0) }
                plan.interstitials.append(interstitial)
            }
            return plan
        }
    }

    /// The ads as an asset list that stands in its own address.
    private func list(_ ads: [ResolvedAd], _ problems: inout [String]) -> (address: String, duration: Double, skip: Double?)? {
        var assets: [InsertedAsset] = []
        for resolved in ads {
            guard let linear = resolved.linear else { continue }
            if let error = CompanionChoice(resolved.ad, slots: slots).error {
                report(error, resolved.ad.errors)
                problems.append("\(resolved.ad.id ?? "An ad") must be seen with pictures that there is no place for.")
                continue
            }
            do throws(VASTError) {
                guard let file = try capability.choices(of: linear).first else { continue }
                assets.append(InsertedAsset(resolved.ad, linear, file: URIResolver.resolve(file.url, against: resolved.url)))
            } catch { problems.append(error.description) }
        }
        guard !assets.isEmpty, let document = try? JSONEncoder().encode(["ASSETS": assets]) else { return nil }
        let skip = assets.count == 1 ? assets[0].skipOffset : nil
        return (
            "data:application/json;base64,\(document.base64EncodedString())", assets.reduce(0) { $0 + $1.duration }, skip
        )
    }

    private func resolve(_ first: AdResolution.Event) async -> ([ResolvedAd], [String]) {
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
        return (resolution.ads, resolution.problems.map(\.description))
    }

    private func events(for loads: [AdResolution.Load]) async -> [AdResolution.Event] {
        await withTaskGroup(of: (Int, AdResolution.Event).self) { group in
            for load in loads {
                group.addTask {
                    let answer = await self.load(
                        load.url, referrer: load.referrer, timeout: load.timeout, maximumBytes: load.maximumBytes)
                    guard let answer else { return (load.id, .failed(load: load.id, .unavailable)) }
                    return (load.id, .received(load: load.id, bytes: answer.bytes, url: answer.url))
                }
            }
            var events: [(Int, AdResolution.Event)] = []
            for await event in group { events.append(event) }
            return events.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private var filled: AdMacroValues {
        var values = macros
        values["CACHEBUSTING"] = .cacheBusting(.random(in: 0...99_999_999))
        values["TIMESTAMP"] = .timestamp(Int64(Date().timeIntervalSince1970 * 1000))
        return values
    }

    private func load(_ url: String, referrer: String?, timeout: Double, maximumBytes: Int) async -> (bytes: [UInt8], url: String)? {
        let request = TransportRequest(
            url: filled.request(url), limits: .init(whole: timeout), maximumBytes: maximumBytes, acceptsCompression: true,
            referrer: referrer)
        do throws(TransportError) {
            let response = try await transport.open(request)
            return (try await response.body.collect(), response.url)
        } catch { return nil }
    }

    private func report(_ code: VASTErrorCode, _ urls: [String]) {
        var values = filled
        values["ERRORCODE"] = .number(code.number)
        for url in urls {
            let request = TransportRequest(url: values.fill(url), limits: .init(whole: 3), maximumBytes: 1 << 16)
            // Nobody waits for it, and who doesn't take it has been told.
            Task { [transport] in _ = try? await transport.bytes(of: request) }
        }
    }
}
