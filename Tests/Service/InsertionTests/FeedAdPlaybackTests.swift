// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxAdPlayback
import WindowboxContract
import WindowboxFeed
import WindowboxFeedAds
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit

/// An app's service with two videos, between which an ad server of its configuration has a place.
private final class SmallService: FeedService {
    private let configuration: AppConfiguration
    private let page: FeedPage
    let calls = Watched<[String]>([])

    init(tag: String, videos: [String]) {
        var ad = AdConfiguration(id: "spot", appID: "a1", placement: .feed, provider: .vast, tagURL: tag)
        ad.interval = 1
        ad.maxPerSession = 1
        configuration = AppConfiguration(featureFlags: [:], adConfigs: [ad], providers: .init(), languages: [])
        let items = videos.enumerated().map { number, address in
            var video = Video(id: "v\(number)", channelID: "c1")
            (video.caption, video.durationMS, video.hlsURL) = ("Video \(number)", 1000, address)
            return FeedItem.video(FeedVideo(video), reason: .channel)
        }
        page = FeedPage(feedID: "f1", type: .video, items: items, next: nil, expiresAt: Date(timeIntervalSince1970: 4_000_000_000))
    }

    func authenticate(appID: String) async throws(ServiceError) -> GuestToken {
        GuestToken(guestID: "g1", accessToken: "t", expiresIn: 3600)
    }

    func send<Answer: Decodable & Sendable>(_ call: ServiceCall<Answer>) async throws(ServiceError) -> Answer {
        calls.change { $0.append(call.path) }
        let answer: (any Sendable)? =
            switch call.path {
            case "/v1/config": configuration
            case "/v1/guests/me": Guest(id: "g1", appID: "a1", createdAt: Date(timeIntervalSince1970: 0))
            case "/v1/feeds": page
            case "/v1/events": EventReceipt(accepted: 1)
            case "/v1/ads/spot/impressions": NoContent()
            default: nil
            }
        guard let answer = answer as? Answer else { throw ServiceError(APIError(.notFound, "It is not there.")) }
        return answer
    }
}

@MainActor @Suite("Playing ads among a feed's items", .timeLimit(.minutes(3))) struct FeedAdPlaybackTests {
    private static func with(
        ads seconds: Double = 1, _ body: @MainActor (AdOrigin, SmallService, FeedPlayback, FeedAdvertising, BeaconSender) async throws -> Void
    ) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 3), ads: [seconds])
        let videos = try ["short", "vod-cmaf-muxed"].map { try GeneratedStreams.named($0).address }
        let service = SmallService(tag: "\(origin.address)/vast?b=0", videos: videos)
        let sdk = FeedSDK(service, settings: FeedSDK.Settings(appID: AppIDLookup(argument: "a1")))
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

    @Test("1.7 an ad plays in its turn; whoever counts hears of it once each and in order, the service once, also when it is seen again")
    func played() async throws {
        try await Self.with { origin, service, playback, _, sender in
            let events = playback.events
            playback.show(0)
            for await event in events { if case .moved(to: 2) = event { break } }
            playback.pause()
            try await origin.wasAsked("/told/0/0/complete")
            #expect(origin.told == AdOrigin.playerEvents.map { "0/0/" + $0 })
            // Back to it; its end leads on again.
            #expect(playback.previous())
            for await event in events { if case .moved(to: 2) = event { break } }
            await sender.finish()
            #expect(origin.told.count == AdOrigin.playerEvents.count)
            await service.calls.reaches { $0.contains("/v1/ads/spot/impressions") }
            #expect(service.calls.value.count { $0 == "/v1/ads/spot/impressions" } == 1)
        }
    }

    @Test("1.7 an ad that is left before its end is not told of as complete") func left() async throws {
        try await Self.with(ads: 5) { origin, _, playback, advertising, sender in
            playback.show(1)
            try await origin.wasAsked("/told/0/0/start")
            #expect(advertising.current != nil)
            #expect(playback.next())
            await observed { advertising.current == nil }
            await sender.finish()
            #expect(!origin.told.contains("0/0/complete"))
        }
    }
}
