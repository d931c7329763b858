// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdPlayback
import WindowboxContract
import WindowboxFeed
import WindowboxFeedAds
import WindowboxFeedKit
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit

/// A service whose calls a test can wait for.
private final class HeardService: FeedService {
    private let service: ScriptedService
    let calls = Watched<[String]>([])

    init(_ service: ScriptedService) { self.service = service }

    func authenticate(appID: String) async throws(ServiceError) -> GuestToken { try await service.authenticate(appID: appID) }

    func send<APIResponse: Decodable & Sendable>(_ call: ServiceCall<APIResponse>) async throws(ServiceError) -> APIResponse {
        let answer = try await service.send(call)
        calls.change { $0.append(call.path) }
        return answer
    }
}

@MainActor @Suite("Ads between a feed's items", .timeLimit(.minutes(3))) struct FeedAdPlaybackTests {
    private static func with(
        ads seconds: Double = 1, tracking: Bool = true,
        _ body: @MainActor (AdOrigin, HeardService, FeedPlayback, FeedAdvertising, BeaconSender) async throws -> Void
    ) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [seconds])
        var ad = AdConfiguration(id: "spot", appID: "a1", placement: .feed, provider: .vast, tagURL: "\(origin.address)/vast?b=0")
        (ad.interval, ad.maxPerSession) = (1, 1)
        var page = FeedPage.sample(["v0", "v1"])
        for (index, stream) in ["short", "vod-cmaf-muxed"].enumerated() {
            guard var video = page.items[index].video else { continue }
            video.hlsURL = try GeneratedStreams.named(stream).address
            page.items[index].video = video
        }
        let scripted = ScriptedService()
        scripted.answer("/v1/auth/guest", GuestToken(guestID: "g1", accessToken: "t", expiresIn: 3600))
        scripted.answer("/v1/config", AppConfiguration(featureFlags: [:], adConfigs: [ad], providers: .init(), languages: []))
        scripted.answer("/v1/guests/me", Guest(id: "g1", appID: "a1", createdAt: Date(timeIntervalSince1970: 0)))
        scripted.answer("/v1/feeds", page)
        scripted.answer("/v1/events", EventReceipt(accepted: 1))
        scripted.answer("/v1/ads/spot/impressions", NoContent())
        let service = HeardService(scripted)
        var settings = FeedSDK.Settings(appID: AppIDLookup(argument: "a1"))
        settings.isExternalAdTrackingEnabled = tracking
        let sdk = FeedSDK(service, settings: settings)
        let sender = BeaconSender()
        let advertising = FeedAdvertising(sender: sender)
        sdk.adSupply = advertising.supply
        try await sdk.initialize()
        let feed = Feed(.channelVideos("c1"), sdk: sdk)
        feed.adLoading.requiresAds = true
        feed.adLoading.fetchTimeout = 60
        let loaded = feed.events
        feed.load()
        for await event in loaded { if case .loadFinished = event { break } }
        try #require(feed.items.map(\.isAd) == [false, true, false])
        let playback = FeedPlayback(feed) { Player() }
        advertising.follow(playback)
        try await body(origin, service, playback, advertising, sender)
        playback.close()
        await sender.finish()
        await origin.stop()
    }

    @Test("1.7 An ad plays in its turn, each tracker hears of it once and in order, and replaying it counts once")
    func played() async throws {
        try await Self.with { origin, service, playback, _, sender in
            let events = playback.events
            playback.show(0)
            for await event in events { if case .moved(to: 2) = event { break } }
            playback.pause()
            try await origin.wasAsked("/beacon/0/0/complete")
            #expect(origin.beacons == AdOrigin.playerEvents.map { "0/0/" + $0 })
            // Back to it; its end advances again.
            #expect(playback.previous())
            for await event in events { if case .moved(to: 2) = event { break } }
            await sender.finish()
            #expect(origin.beacons.count == AdOrigin.playerEvents.count)
            await service.calls.reaches { $0.contains("/v1/ads/spot/impressions") }
            #expect(service.calls.value.count { $0 == "/v1/ads/spot/impressions" } == 1)
        }
    }

    @Test("1.7 An ad that is left before its end is not reported as complete") func left() async throws {
        try await Self.with(ads: 5) { origin, _, playback, advertising, sender in
            playback.show(1)
            try await origin.wasAsked("/beacon/0/0/start")
            #expect(advertising.current != nil)
            #expect(playback.next())
            await observed { advertising.current == nil }
            await sender.finish()
            #expect(!origin.beacons.contains("0/0/complete"))
        }
    }

    @Test("1.1 Without consent for trackers the ad's beacons are not sent, and the service still counts the impression") func untold()
        async throws
    {
        try await Self.with(tracking: false) { origin, service, playback, advertising, sender in
            let events = playback.events
            playback.show(0)
            for await event in events { if case .moved(to: 2) = event { break } }
            playback.pause()
            await service.calls.reaches { $0.contains("/v1/ads/spot/impressions") }
            await sender.finish()
            #expect(origin.beacons.isEmpty)
            #expect(advertising.current == nil)
        }
    }
}
