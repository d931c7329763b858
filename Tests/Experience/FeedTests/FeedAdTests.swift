// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

/// Returns an ad for each position, or none.
private final class ScriptedAds: FeedAdSupply {
    private let tags = Mutex<[String]>([])
    private let isEmpty: Bool
    private let gate: AsyncStream<Void>?
    var asked: [String] { tags.withLock { $0 } }

    init(isEmpty: Bool = false, gate: AsyncStream<Void>? = nil) { (self.isEmpty, self.gate) = (isEmpty, gate) }

    /// On the main actor, so that a feed has its response as soon as the request is counted.
    @MainActor func ad(for configuration: AdConfiguration, tag: String) async -> FeedAd? {
        let number = tags.withLock { tags in
            tags.append(tag)
            return tags.count
        }
        if let gate { for await _ in gate { break } }
        guard !isEmpty else { return nil }
        var ad = FeedAd(id: "ad\(number)", configuration: configuration, address: "https://example.org/ad.mp4")
        (ad.title, ad.duration, ad.clickThrough) = ("Spot", 15, "https://example.org/")
        return ad
    }
}

@MainActor @Suite("Ads in feeds") struct FeedAdTests {
    private static func configuration(every interval: Int, _ placement: AdPlacement = .feed, id: String = "c") -> AdConfiguration {
        var ad = AdConfiguration(id: id, appID: "a1", placement: placement, provider: .vast, tagURL: "https://ads.example/v")
        ad.interval = interval
        return ad
    }

    private func feed(_ supply: ScriptedAds, _ configurations: [AdConfiguration], waits: Bool = true, dedupes: Bool? = nil) async throws
        -> Feed
    {
        let service = ScriptedService()
        service.answer("/v1/auth/guest", GuestToken(guestID: "g1", accessToken: "t", expiresIn: 3600))
        var configuration = AppConfiguration(featureFlags: [:], adConfigs: configurations, providers: .init(), languages: [])
        configuration.dedupeDirectAds = dedupes
        service.answer("/v1/config", configuration)
        service.answer("/v1/guests/me", Guest(id: "g1", appID: "a1", createdAt: Date(timeIntervalSince1970: 0)))
        service.answer("/v1/feeds", FeedPage.sample(["v1", "v2", "v3"], next: "/v1/feeds/f1?c=1"))
        service.answer("/v1/feeds/f1?c=1", FeedPage.sample(["v3", "v4", "v5"]))
        let sdk = FeedSDK(service, settings: FeedSDK.Settings(appID: AppIDLookup(argument: "a1")), clock: .still)
        try await sdk.initialize()
        sdk.adSupply = supply
        let feed = Feed(sdk: sdk)
        feed.adLoading.requiresAds = waits
        feed.adLoading.vastAttributes = ["k": "v"]
        return feed
    }

    private func load(_ feed: Feed) async {
        let events = feed.events
        feed.load()
        for await event in events { if case .loadFinished = event { return } }
    }

    private func more(_ feed: Feed) async {
        let events = feed.events
        feed.approach(feed.items.count - 1)
        for await event in events { if case .itemsAppended = event { return } }
    }

    private func ids(_ feed: Feed) -> [String] { feed.items.compactMap { $0.isAd ? "ad" : $0.video?.id } }

    @Test("1.7 An ad appears after its number of items, across pages, and duplicates are not counted") func places()
        async throws
    {
        let supply = ScriptedAds()
        let feed = try await feed(supply, [Self.configuration(every: 2)])
        await load(feed)
        #expect(ids(feed) == ["v1", "v2", "ad", "v3"])
        await more(feed)
        #expect(ids(feed) == ["v1", "v2", "ad", "v3", "v4", "ad", "v5"])
        let ad = try #require(feed.ad(at: 2))
        #expect(feed.items[2].video?.id == ad.id)
        #expect(feed.items[2].video?.hlsURL == "https://example.org/ad.mp4")
        #expect(feed.items[2].reason == .ad)
        #expect(feed.items[2].video?.cta?.url == "https://example.org/")
        #expect(feed.ad(at: 0) == nil)
        #expect(feed.ad(at: 99) == nil)
        #expect(supply.asked.allSatisfy { $0 == "https://ads.example/v?k=v" })
    }

    @Test("An ad appears once in a feed if the app's configuration says so, also after a refresh") func once() async throws {
        let twice = ["b", "c"].map { Self.configuration(every: 1, id: $0) }
        let supply = ScriptedAds()
        let feed = try await feed(supply, twice, dedupes: true)
        await load(feed)
        #expect(ids(feed) == ["v1", "ad", "v2", "ad", "v3"])
        #expect([1, 3].map { feed.ad(at: $0)?.configuration.id } == ["b", "c"])
        await more(feed)
        #expect(ids(feed) == ["v1", "ad", "v2", "ad", "v3", "v4", "v5"])
        let events = feed.events
        feed.refresh()
        for await event in events { if case .loadFinished = event { break } }
        #expect(ids(feed) == ["v1", "v2", "v3"])
        #expect(supply.asked.count == 2)
        for unsaid in [false, nil] {
            let often = ScriptedAds()
            let other = try await self.feed(often, twice, dedupes: unsaid)
            await load(other)
            #expect(ids(other) == ["v1", "ad", "v2", "ad", "v3", "ad"])
        }
    }

    @Test("A missing ad is requested again at a later position") func withdrawn() async throws {
        let supply = ScriptedAds(isEmpty: true)
        let feed = try await feed(supply, [Self.configuration(every: 1)], dedupes: true)
        await load(feed)
        // Once before the first page, and once after it.
        #expect(supply.asked.count == 2)
        await more(feed)
        #expect(supply.asked.count == 3)
    }

    @Test("1.7 A feed that does not wait shows its items at once, and a late ad moves nothing") func late() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let feed = try await feed(ScriptedAds(gate: gate), [Self.configuration(every: 2)], waits: false)
        await load(feed)
        #expect(ids(feed) == ["v1", "v2", "v3"])
        open.finish()
    }

    @Test("1.7 Positions without an ad, and ads of other placements, change nothing") func none() async throws {
        let empty = try await feed(ScriptedAds(isEmpty: true), [Self.configuration(every: 1)])
        await load(empty)
        #expect(ids(empty) == ["v1", "v2", "v3"])
        let supply = ScriptedAds()
        let other = try await feed(supply, [Self.configuration(every: 1, .deck)])
        await load(other)
        #expect(ids(other) == ["v1", "v2", "v3"])
        #expect(supply.asked.isEmpty)
    }
}
