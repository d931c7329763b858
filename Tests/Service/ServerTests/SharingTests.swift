// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Share links and ads", .onEachDatabase) struct SharingTests {
    @Test("A share link names the video and the feed that it was found in") func links() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1", ["a"])
            let client = try await service.client()
            let feed = try await client.post("/v1/feeds", FeedRequest(source: .hashtag(channel: "c1", filter: "a"))).json(FeedPage.self)
            let made = try await client.post(
                "/v1/share", ShareRequest(feedID: feed.feedID, videoID: "v1", baseURL: "https://shop.example/x?a=b#top"))
            let answer = try made.json(ShareAnswer.self)
            #expect(answer.url == "https://shop.example/x?a=b&fwplayer=\(answer.token)#top")
            let token = try await service.get("/v1/share/\(answer.token)").json(ShareToken.self)
            #expect(token.videoID == "v1")
            #expect(token.feedType == .hashtag)
            #expect(token.filter == "a")
            #expect(token.channel == "c1")
            let plain = try await client.post("/v1/share", ShareRequest(videoID: "v1")).json(ShareAnswer.self)
            #expect(plain.url == "\(service.address)/?fwplayer=\(plain.token)")
            #expect(try await client.post("/v1/share", ShareRequest(videoID: "none")).code == .notFound)
            #expect(try await client.post("/v1/share", ShareRequest(feedID: "none", videoID: "v1")).code == .feedExpired)
            for base in ["javascript:alert(1)", "//evil.example", "/path", "ftp://x"] {
                #expect(
                    try await client.post("/v1/share", ShareRequest(videoID: "v1", baseURL: base)).error?.field == "base_url", "\(base)")
            }
            for wrong in ["x", "%00", "e30"] { #expect(try await service.get("/v1/share/\(wrong)").code == .notFound, "\(wrong)") }
        }
    }

    @Test("An ad appears after its number of items, up to its limit") func ads() async throws {
        try await RunningService.with { service in
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.adsEnabled = true
            try await service.catalogue.resources.save(app, at: service.clock.now)
            var ad = AdConfiguration(id: "a1", appID: "app1", placement: .feed, provider: .vast, tagURL: "https://example.org/vast")
            (ad.interval, ad.maxPerSession) = (3, 2)
            try await service.catalogue.resources.save(ad, at: service.clock.now)
            let client = try await service.client()
            let feed = try await client.post("/v1/feeds", FeedRequest(source: .discover)).json(FeedPage.self).feedID
            var places: [Int] = []
            for position in 0..<12 {
                let answer = try await client.get("/v1/ads/next?feed_id=\(feed)&position=\(position)").json(AdAnswer.self)
                if answer.ad != nil { places.append(position) }
            }
            #expect(places == [2, 5])
            // Each ad is shown once: the app's configuration says so, and the positions follow it.
            app.dedupeDirectAds = true
            var other = ad
            (other.id, other.maxPerSession) = ("a2", nil)
            try await service.catalogue.resources.save(app, at: service.clock.now)
            try await service.catalogue.resources.save(other, at: service.clock.now)
            #expect(try await client.get("/v1/config").json(AppConfiguration.self).dedupeDirectAds == true)
            var stands: [String] = []
            for position in (0..<12) + [99_999] {
                let answer = try await client.get("/v1/ads/next?feed_id=\(feed)&position=\(position)").json(AdAnswer.self)
                if let ad = answer.ad { stands.append("\(position)\(ad.id)") }
            }
            #expect(stands == ["2a1", "5a2"])
            // Ads of other placements don't appear in the feed.
            for placement in ["interstitial", "story_block", "deck", "thumbnail"] {
                var ad = AdConfiguration(
                    id: placement, appID: "app1", placement: AdPlacement(rawValue: placement), provider: .vast, tagURL: "https://x.test/")
                ad.interval = 2
                try await service.catalogue.resources.save(ad, at: service.clock.now)
                let path = "/v1/ads/next?feed_id=\(feed)&placement=\(placement)&position="
                #expect(try await client.get(path + "1").json(AdAnswer.self).ad?.id == placement)
                #expect(try await client.get(path + "2").json(AdAnswer.self).ad == nil)
            }
            let odd = try await client.get("/v1/ads/next?feed_id=\(feed)&placement=wall&position=1")
            #expect(odd.status == 422)
            #expect(odd.error?.field == "placement")
            #expect(try await client.get("/v1/ads/next?feed_id=none&position=0").code == .feedExpired)
            #expect(try await client.get("/v1/ads/next?feed_id=\(feed)&position=-1").error?.field == "position")
            #expect(try await client.send(.POST, "/v1/ads/a1/impressions").status == 204)
            #expect(try await client.send(.POST, "/v1/ads/none/impressions").code == .notFound)
            let export = try await client.get("/v1/guests/me").json(JSONValue.self)
            #expect(export["events"]?.elements?.first?["properties"]?["ad_id"] == "a1")
            // More than anybody can see.
            var statuses: [Int] = []
            for _ in 0..<31 { statuses.append(try await client.send(.POST, "/v1/ads/a1/impressions").status) }
            #expect(statuses.count { $0 == 204 } == 29)
            #expect(statuses.last == 429)
            service.clock.advance(by: 60)
            #expect(try await client.send(.POST, "/v1/ads/a1/impressions").status == 204)
        }
    }
}

@Suite("Polls, questions and live streams", .onEachDatabase) struct InteractionTests {
    private func interaction(_ id: String, _ type: InteractionType, _ change: (inout Interaction) -> Void) -> Interaction {
        var interaction = Interaction(id: id, type: type, prompt: "?")
        (interaction.videoID, interaction.state) = ("v1", .active)
        change(&interaction)
        return interaction
    }

    @Test("A guest answers once, as the poll requires") func entries() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            let poll = interaction("i1", .poll) {
                $0.options = [InteractionOption(id: "o1", text: "A"), InteractionOption(id: "o2", text: "B")]
            }
            let question = interaction("i2", .question) {
                $0.collectEmail = true
                $0.terms = InteractionTerms(url: "https://example.org", required: true, name: "Terms")
            }
            let draft = interaction("i3", .poll) { $0.state = .draft }
            try await service.catalogue.resources.save([poll, question, draft], at: service.clock.now)
            let client = try await service.client()
            func enter(_ id: String, _ body: EntryRequest) async throws -> Reply {
                try await client.post("/v1/videos/v1/interactions/\(id)/entries", body)
            }
            #expect(try await enter("i1", EntryRequest()).error?.field == "option_id")
            #expect(try await enter("i1", EntryRequest(optionID: "o3")).error?.field == "option_id")
            let made = try await enter("i1", EntryRequest(optionID: "o2"))
            #expect(made.status == 201)
            #expect(try made.json(InteractionEntry.self).choice == "o2")
            #expect(try await enter("i1", EntryRequest(optionID: "o1")).code == .alreadyEntered)
            let results = try await service.catalogue.resources.find(Interaction.self, id: "i1")?.results
            #expect(results?.entries == 1)
            #expect(results?.choices == ["o2": 1])
            #expect(try await enter("i2", EntryRequest(answer: "x", email: "a@b.example")).code == .termsRequired)
            #expect(try await enter("i2", EntryRequest(answer: "x", termsAccepted: true)).code == .emailInvalid)
            #expect(try await enter("i2", EntryRequest(answer: "x", email: "a@b", termsAccepted: true)).code == .emailInvalid)
            #expect(try await enter("i2", EntryRequest(answer: "x", email: "a@b.example", termsAccepted: true)).status == 201)
            #expect(try await enter("i3", EntryRequest(optionID: "o1")).code == .invalidTransition)
            #expect(try await enter("none", EntryRequest()).code == .notFound)
            let export = try await client.get("/v1/guests/me")
            #expect(export.text.contains("a@b.example"))
            _ = try await client.send(.DELETE, "/v1/guests/me")
            let kept = try await service.catalogue.resources.list(GuestEntry.self, parent: nil, before: nil, since: nil, limit: 10)
            #expect(kept.isEmpty)
        }
    }

    @Test("A locked stream is unlocked by its code, with few attempts") func locks() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "Show, \"live\"; now\nand then")
            stream.status = .live
            stream.playback.hls = "/media/live/l1/main.m3u8"
            stream.accessCodeHash = AccessCode.hash("sesame")
            stream.ingest = LiveIngest(url: "rtmp://x", key: "secret-key")
            stream.scheduledAt = service.clock.now.addingTimeInterval(3600)
            try await service.catalogue.resources.save(stream, at: service.clock.now)
            let client = try await service.client()
            let closed = try await client.get("/v1/live_streams/l1")
            #expect(try closed.json(LiveStream.self).playback.hls == nil)
            #expect(!closed.text.contains("secret-key"))
            #expect(!closed.text.contains("access_code_hash"))
            #expect(try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "x")).code == .incorrectAccessCode)
            let token = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).json(UnlockAnswer.self)
                .unlockToken
            let open = try await client.get("/v1/live_streams/l1", [("X-Unlock-Token", token)]).json(LiveStream.self)
            #expect(open.playback.hls == "\(service.address)/media/live/l1/main.m3u8")
            // The token is valid for this guest only.
            let other = try await service.client().get("/v1/live_streams/l1", [("X-Unlock-Token", token)]).json(LiveStream.self)
            #expect(other.playback.hls == nil)
            for _ in 0..<3 { _ = try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "x")) }
            #expect(try await client.post("/v1/live_streams/l1/unlock", UnlockRequest(code: "sesame")).code == .rateLimited)
            let calendar = try await client.get("/v1/live_streams/l1/calendar.ics")
            #expect(calendar["Content-Type"] == "text/calendar; charset=utf-8")
            let lines = calendar.text.components(separatedBy: "\r\n")
            #expect(lines.contains("DTSTART:20251122T130000Z"))
            #expect(lines.contains("SUMMARY:Show\\, \"live\"\\; now\\nand then"))
            #expect(lines.allSatisfy { $0.utf8.count <= 75 })
            #expect(!calendar.text.replacing("\r\n", with: "").contains("\n"))
        }
    }

    @Test("No line of a calendar entry is too long, whatever its characters are made of") func folding() {
        let marks = "e" + String(repeating: "\u{301}", count: 100)
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: marks + " 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦")
        stream.description = "\r\nBEGIN:VEVENT\u{85}x"
        let text = CalendarEntry(stream: stream, start: SetClock.noon, at: SetClock.noon).text
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.count { $0 == "BEGIN:VEVENT" } == 1)
        #expect(Array(text.utf8).count(where: { $0 == UInt8(ascii: "\n") }) == lines.count - 1)
    }
}
