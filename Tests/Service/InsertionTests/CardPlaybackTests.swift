// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxAdPlayback
import WindowboxAds
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit
import WindowboxStreaming

@MainActor @Suite("Cards and overlays during playback", .timeLimit(.minutes(3))) struct CardPlaybackTests {
    /// An ad with an end card, an icon, and all their beacons.
    ///
    /// - Parameter seconds: 1 or 5.
    static func spot(_ address: String, _ seconds: Int = 1) -> String {
        let beacons = "\(address)/beacon"
        return """
            <VAST version="4.2"><Ad id="spot"><InLine><AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>\(beacons)/i</Impression><Creatives>\
            <Creative id="film"><Linear><Duration>00:00:0\(seconds)</Duration><TrackingEvents><Tracking event="complete">\(beacons)/complete</Tracking>\
            <Tracking event="closeLinear">\(beacons)/closed</Tracking></TrackingEvents><MediaFiles><MediaFile delivery="streaming" \
            type="application/x-mpegURL" width="320" height="180">\(address)/ads/\(seconds).m3u8</MediaFile></MediaFiles><Icons><Icon program="A" \
            width="20" height="20" xPosition="right" yPosition="top"><StaticResource creativeType="image/png">https://a/i.png</StaticResource>\
            <IconClicks><IconClickThrough>https://a/why</IconClickThrough><IconClickTracking>\(beacons)/icon</IconClickTracking>\
            <IconClickFallbackImages><IconClickFallbackImage width="300" height="200"><StaticResource creativeType="image/png">\
            https://a/why.png</StaticResource></IconClickFallbackImage></IconClickFallbackImages></IconClicks></Icon></Icons></Linear></Creative>\
            <Creative><CompanionAds><Companion width="640" height="360" renderingMode="end-card"><StaticResource creativeType="image/png">\
            https://a/end.png</StaticResource><CompanionClickThrough>https://a/shop</CompanionClickThrough><CompanionClickTracking>\
            \(beacons)/card</CompanionClickTracking><TrackingEvents><Tracking event="creativeView">\(beacons)/seen</Tracking></TrackingEvents>\
            </Companion></CompanionAds></Creative></Creatives></InLine></Ad></VAST>
            """
    }

    private static var slow: AdCardTimeline.Settings {
        var settings = AdCardTimeline.Settings()
        (settings.timeout, settings.endCardDuration) = (1000, 1000)
        return settings
    }

    private static var request: StreamRequest {
        var request = StreamRequest(.recorded(sourceID: "s", videoID: "v"))
        request.timeout = 100
        return request
    }

    /// A player of a stream stitched by the service's own program.
    private static func stitched(
        _ origin: AdOrigin, _ body: @MainActor (StreamAdPlayer, BeaconSender) async throws -> Void
    ) async throws {
        try await StitchedPlaybackTests.withDatabase { database in
            let program = try await InsertionProgram(database: database, origin: origin)
            let (content, sender) = (origin.content, BeaconSender())
            let ads = StreamAdPlayer(
                player: Player(), service: WindowboxStitching(program.address) { _ in content }, sender: sender,
                settings: StitchedPlaybackTests.patient)
            try await body(ads, sender)
            ads.stop()
            ads.player.removeAllItems()
            await program.kill()
        }
    }

    private static func ended(_ happenings: AsyncStream<PlayerEvent>) async {
        for await event in happenings { if case .didEnd = event { break } }
    }

    @Test("3.13 An end card appears after its ad and pauses the content, its page opens, and closing it continues playback")
    func inserted() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2))
        origin.set(Self.spot(origin.address), at: "/vast")
        let plan = await AdInserter().plan([.init(.time(2), tag: "\(origin.address)/vast")])
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        var opened: [String] = []
        let ads = InterstitialAds(player: player, sender: sender) { page in
            opened.append(page)
            return true
        }
        ads.cards.settings = Self.slow
        let happenings = player.events
        player.play()
        await observed { ads.card != nil }
        #expect(ads.card?.kind == .ending)
        #expect(ads.card?.image == "https://a/end.png")
        #expect(ads.card?.isClickable == true)
        #expect(!player.shouldPlay)
        #expect(ads.showing == nil)
        ads.cardShown()
        ads.clickCard()
        #expect(opened == ["https://a/shop"])
        #expect(ads.card != nil)
        #expect(!player.shouldPlay)
        ads.togglePlayPause()
        #expect(ads.card == nil)
        #expect(player.shouldPlay)
        await Self.ended(happenings)
        try await origin.wasAsked("/beacon/closed")
        await sender.finish()
        #expect(player.error == nil)
        #expect(origin.beacons == ["i", "complete", "seen", "card", "closed"])
        player.removeAllItems()
        await origin.stop()
    }

    @Test("3.13 A card that nobody closes disappears, and one whose image fails delays nothing", arguments: [true, false])
    func passing(isSeen: Bool) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2))
        origin.set(Self.spot(origin.address), at: "/vast")
        let plan = await AdInserter().plan([.init(.beginning, tag: "\(origin.address)/vast"), .init(.end, tag: "\(origin.address)/vast")])
        let player = Player(
            items: [.simple(url: origin.content, configuration: PlaybackConfiguration(interstitials: plan.interstitials))])
        let sender = BeaconSender()
        let ads = InterstitialAds(player: player, sender: sender)
        ads.cards.settings = Self.slow
        if isSeen { ads.cards.settings.endCardDuration = 0.1 } else { ads.cards.settings.timeout = 0.1 }
        let happenings = player.events
        player.play()
        if isSeen {
            await observed { ads.card != nil }
            ads.cardShown()
        }
        // After the content, the second ad's card delays nothing, and the ended stream does not restart.
        await Self.ended(happenings)
        if isSeen {
            await observed { ads.card != nil }
            ads.cardShown()
        }
        await observed { ads.card == nil }
        if isSeen { try await origin.wasAsked("/beacon/closed", times: 2) }
        try await origin.wasAsked("/beacon/complete", times: 2)
        await sender.finish()
        #expect(player.error == nil)
        #expect(player.playbackState != .playing)
        #expect(player.canReplay)
        #expect(origin.beacons.count { $0 == "complete" } == 2)
        #expect(origin.beacons.count { $0 == "closed" } == (isSeen ? 2 : 0))
        player.removeAllItems()
        await origin.stop()
    }

    @Test("2.5 An icon without a page that can open shows its fallback image, and closing it continues playback")
    func explained() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.recordings(of: 2))
        origin.set(Self.spot(origin.address, 5), at: "/vast")
        try await Self.stitched(origin) { ads, sender in
            ads.cards.settings = Self.slow
            let events = ads.events
            ads.begin(Self.request, backup: nil)
            await observed { ads.showing?.icons.isEmpty == false }
            let icon = try #require(ads.showing?.icons.first)
            #expect(icon.isClickable)
            ads.clickIcon(icon)
            #expect(ads.card?.kind == .explanation)
            #expect(ads.card?.image == "https://a/why.png")
            #expect(!ads.player.shouldPlay)
            ads.cardShown()
            ads.closeCard()
            #expect(ads.card == nil)
            #expect(ads.player.shouldPlay)
            // The ad's own end card.
            await observed { ads.card != nil }
            #expect(ads.card?.kind == .ending)
            #expect(!ads.player.shouldPlay)
            ads.cardShown()
            ads.play()
            #expect(ads.card == nil)
            #expect(ads.player.shouldPlay)
            var icons: [String] = []
            for await event in events {
                switch event {
                case .iconTapped(let ad): icons.append("tapped \(ad)")
                case .iconFallbackImageClosed(let ad): icons.append("closed \(ad)")
                default: break
                }
                if case .allAdsCompleted = event { break }
            }
            #expect(icons == ["tapped spot", "closed spot"])
            try await origin.wasAsked("/beacon/closed")
            await sender.finish()
            #expect(origin.beacons == ["i", "icon", "complete", "seen", "closed"])
        }
        await origin.stop()
    }

    @Test("4. A schedule's overlay appears over the content of a stitched stream, and is reported once")
    func overlay() async throws {
        var texts = AdOrigin.recordings(of: 3)
        for path in ["/content/video.m3u8", "/content/small.m3u8"] { texts[path]?.replace("#EXT-X-CUE-OUT:0\n", with: "") }
        let origin = try await AdOrigin(texts: texts, ads: [1])
        let beacons = "\(origin.address)/beacon/over"
        origin.set(
            """
            <VMAP version="1.0"><AdBreak timeOffset="start" breakType="linear"><AdSource><AdTagURI templateType="vast4">\
            <![CDATA[\(origin.address)/films?b=0]]></AdTagURI></AdSource></AdBreak>\
            <AdBreak timeOffset="00:00:02" breakType="nonlinear"><AdSource><VASTAdData><VAST version="4.2"><Ad id="over"><InLine>\
            <AdSystem>T</AdSystem><AdTitle>S</AdTitle><Impression>\(beacons)/i</Impression><Creatives><Creative><NonLinearAds>\
            <NonLinear width="300" height="50" minSuggestedDuration="00:10:00"><StaticResource creativeType="image/png">https://a/o.png\
            </StaticResource><NonLinearClickThrough>https://a/shop</NonLinearClickThrough></NonLinear><TrackingEvents>\
            <Tracking event="creativeView">\(beacons)/seen</Tracking><Tracking event="close">\(beacons)/closed</Tracking></TrackingEvents>\
            </NonLinearAds></Creative></Creatives></InLine></Ad></VAST></VASTAdData></AdSource></AdBreak></VMAP>
            """, at: "/vast")
        origin.set(Self.spot(origin.address).replacingOccurrences(of: "renderingMode=\"end-card\"", with: ""), at: "/films")
        try await Self.stitched(origin) { ads, sender in
            let happenings = ads.player.events
            ads.begin(Self.request, backup: nil)
            await observed { ads.overlay != nil }
            // A one-second ad precedes the content.
            #expect(ads.showing == nil)
            #expect(ads.contentTime >= 1.9)
            #expect((ads.player.time ?? 0) >= 2.9)
            #expect(ads.overlay?.image == "https://a/o.png")
            #expect(ads.overlay?.isClickable == true)
            #expect(ads.breaks.count == 1)
            ads.overlayShown()
            ads.overlayShown()
            ads.closeOverlay()
            #expect(ads.overlay == nil)
            await Self.ended(happenings)
            await sender.finish()
            #expect(ads.player.error == nil)
            #expect(ads.overlay == nil)
            #expect(origin.beacons.filter { $0.hasPrefix("over") } == ["over/i", "over/seen", "over/closed"])
        }
        await origin.stop()
    }
}
