// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxHLS
import WindowboxServiceKit
import WindowboxStitcher

@testable import WindowboxInsertion

/// The parameters of new sessions, and the requests to existing ones.
@Suite("Session requests", .timeLimit(.minutes(2))) struct SessionRequestTests {
    @Test("3.1 (1) Origin parameters are added to all of its playlists, playlist parameters to all of the session's")
    func parameters() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session(
                """
                {"origin":"\(origin.content)","origin_parameters":{"token":"a b"},"manifest_parameters":{"cdn":"x/y","z":"1"}}
                """)
            let multivariant = await asking.get("\(id)/index.m3u8")
            #expect(multivariant.text.contains("\nv0.m3u8?cdn=x%2Fy&z=1\n"))
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 22) < 0.01)
            let asked = origin.paths.filter { $0.hasPrefix("/content/") }
            #expect(Set(asked) == ["/content/index.m3u8?token=a%20b", "/content/video.m3u8?token=a%20b"])
            let implicit = await asking.get("new/index.m3u8", [("origin", origin.content), ("origin.t", "1"), ("manifest.m", "2")])
            #expect(implicit.text.contains("/v0.m3u8?m=2\n"))
            #expect(origin.paths.contains("/content/index.m3u8?t=1"))
            let guided = try await asking.session(
                "{\"origin\":\"\(origin.content)\",\"mode\":\"guided\",\"manifest_parameters\":{\"m\":\"2\"}}")
            #expect(await asking.get("\(guided)/v0.m3u8").text.contains("assets.json?m=2&_HLS_interstitial_id="))
        }
        await origin.stop()
    }

    @Test(
        "3.1 (1) A session has its own suppression mode and value",
        arguments: [
            ("{\"mode\":\"BEHIND_LIVE_EDGE\",\"seconds\":30}", AvailSuppression.behindLiveEdge(30), AvailSuppression.Joining.fullAvailOnly),
            ("{\"mode\":\"after_live_edge\",\"seconds\":0,\"joining\":\"PARTIAL_AVAIL\"}", .afterLiveEdge(0), .partialAvail),
            ("{\"mode\":\"off\"}", .off, .fullAvailOnly),
        ])
    func suppression(_ wish: String, _ suppression: AvailSuppression, _ joining: AvailSuppression.Joining) async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.session.suppression = .afterLiveEdge(99)
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"suppression\":\(wish)}")
            let configuration = try await asking.insertion.sessions.session(id).record.session.configuration
            #expect(configuration.suppression == suppression)
            #expect(configuration.joining == joining)
            let bad = await asking.get(
                "new/index.m3u8", [("origin", origin.content), ("suppression.mode", "behind_live_edge")])
            #expect(bad.status == 400)
            #expect(bad.text.contains("suppression"))
            let fine = await asking.get(
                "new/index.m3u8",
                [("origin", origin.content), ("suppression.mode", "behind_live_edge"), ("suppression.seconds", "10")])
            #expect(fine.status == 200)
        }
        await origin.stop()
    }

    @Test("3.4 (14) Content and ads are fetched from the configured delivery networks") func delivery() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.contentDelivery = DeliveryPrefixes([.init("\(origin.address)/vod-ts/", "https://cdn.test/vod/")])
            $0.adDelivery = DeliveryPrefixes([.init("\(origin.address)/medium/", "https://films.test/")])
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let addresses = try await asking.media("\(id)/v0.m3u8").segments.map(\.uri.url)
            #expect(
                addresses.prefix(4) == [
                    "https://films.test/0.ts", "https://films.test/1.ts", "https://films.test/2.ts", "https://cdn.test/vod/270p/0.ts",
                ])
            #expect(addresses.allSatisfy { $0.hasPrefix("https://") })
        }
        await origin.stop()
    }

    @Test("3.4 (13) A session's playlists are rewritten, while keys and data of the content keep their URLs")
    func multivariant() async throws {
        var texts = AdOrigin.content
        texts["/content/index.m3u8"]?.replace(
            "#EXTM3U\n",
            with: """
                #EXTM3U
                #EXT-X-CONTENT-STEERING:SERVER-URI="steering.json",PATHWAY-ID="."
                #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key.bin"
                #EXT-X-SESSION-DATA:DATA-ID="com.example",URI="data.json"
                #EXT-X-START:TIME-OFFSET=2

                """)
        let origin = try await AdOrigin(texts: texts)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let text = await asking.get("\(id)/index.m3u8").text
            #expect(text.contains("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"\(origin.address)/content/key.bin\""))
            #expect(text.contains("URI=\"\(origin.address)/content/data.json\""))
            #expect(text.contains("#EXT-X-START:TIME-OFFSET=2"))
            // A steering server would send players to playlists without ads.
            #expect(!text.contains("STEERING"))
            #expect(text.contains("\nv0.m3u8\n"))
            #expect(text.contains("\nv1.m3u8\n"))
        }
        await origin.stop()
    }

    @Test("3.2 A schedule's numbered breaks are matched to the markers, and its start, end and error beacons are sent")
    func counted() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        let beacons = "\(origin.address)/beacon/vmap"
        origin.set(
            """
            <VMAP version="1.0"><AdBreak timeOffset="#2" breakType="linear"><AdSource><AdTagURI templateType="vast4">\
            <![CDATA[\(origin.address)/vast?b=7]]></AdTagURI></AdSource><TrackingEvents><Tracking event="breakStart">\(beacons)/start</Tracking>\
            <Tracking event="breakEnd">\(beacons)/end</Tracking></TrackingEvents></AdBreak>\
            <AdBreak timeOffset="#1" breakType="linear"><AdSource><AdTagURI templateType="vast4"><![CDATA[\(origin.address)/none]]>\
            </AdTagURI></AdSource><TrackingEvents><Tracking event="error">\(beacons)/error-[ERRORCODE]</Tracking></TrackingEvents></AdBreak></VMAP>
            """, at: "/vmap")
        origin.set("<VAST version=\"4.0\"/>", at: "/none")
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vmap?n=[avail.index]"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let names = try await asking.media("\(id)/v0.m3u8").segments.map {
                $0.uri.url.split(separator: "/").suffix(2).joined(separator: "/")
            }
            // The first break is empty, and the content begins.
            #expect(names.prefix(5) == ["270p/0.ts", "270p/1.ts", "medium/0.ts", "medium/1.ts", "medium/2.ts"])
            #expect(names.count == 9)
            let tracking = await asking.get("\(id)/tracking.json").text
            #expect(tracking.contains("\(beacons)/start"))
            #expect(tracking.contains("\(beacons)/end"))
            try await origin.wasAsked("/beacon/vmap/error-303")
        }
        await origin.stop()
    }

    @Test("4. A repeated break of a schedule is filled each time, at segment boundaries") func repeated() async throws {
        var texts = AdOrigin.content
        for path in ["/content/video.m3u8", "/content/small.m3u8"] { texts[path]?.replace("#EXT-X-CUE-OUT:0\n", with: "") }
        let origin = try await AdOrigin(texts: texts)
        origin.set(
            """
            <VMAP version="1.0"><AdBreak timeOffset="00:00:02" repeatAfter="00:00:04" breakType="linear"><AdSource>\
            <AdTagURI templateType="vast4"><![CDATA[\(origin.address)/vast?b=1]]></AdTagURI></AdSource></AdBreak></VMAP>
            """, at: "/vmap")
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vmap"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            // At 2, 6 and 10 of 12 s.
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 27) < 0.01)
        }
        await origin.stop()
    }

    @Test("3.3 A prefetch schedule requests ads early for its break, and can be read and deleted")
    func prefetch() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vast?k=[player_params.kind]"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"parameters\":{\"kind\":\"now\"}}")
            func put(_ name: String, _ body: String) async -> Reply {
                await asking.send(.put, "\(id)/prefetch/\(name)", body: body)
            }
            let now = Date().timeIntervalSince1970
            let windows = "\"retrieval\":{\"start\":0,\"end\":80000},\"consumption\":{\"start\":0,\"end\":80000}"
            #expect(await put("old", "{\(windows)}").status == 400)
            let coming =
                "\"retrieval\":{\"start\":\(now - 9),\"end\":\(now + 900)},\"consumption\":{\"start\":\(now - 9),\"end\":\(now + 900)}"
            #expect(await put("a", "{\(coming),\"variables\":{\"player_params.kind\":\"ahead\"}}").status == 201)
            #expect(await put("a", "{\(coming)}").status == 409)
            #expect(await put("b", "{\(coming),\"criteria\":[{\"variable\":\"scte.event_id\",\"value\":\"9\"}]}").status == 201)
            try await origin.wasAsked("/vast?k=ahead")
            while !(await asking.get("\(id)/prefetch").text.contains("\"ready\"")) { await Task.yield() }
            #expect(await asking.get("\(id)/prefetch/b", [], .delete).status == 204)
            #expect(!(await asking.get("\(id)/prefetch").text.contains("\"b\"")))
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 22) < 0.01)
            // The first break kept its ads: later requests were for the withdrawn schedule and for the second break.
            #expect(origin.paths.count { $0 == "/vast?k=ahead" } == 1)
            #expect(origin.paths.count { $0 == "/vast?k=now" } == 2)
        }
        await origin.stop()
    }

    @Test("3.7 The session's log has responses, filled and unfilled breaks, and left-out ads")
    func events() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content, ads: [5, 5])
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            _ = try await asking.media("\(id)/v0.m3u8")
            let text = await asking.get("\(id)/events.json").text
            struct Log: Decodable {
                struct Entry: Decodable {
                    var event: String
                    var breakId: String?
                    var ads: Double?
                    var creatives: [String]?
                }
                var events: [Entry]
            }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let log = try decoder.decode(Log.self, from: Data(text.utf8))
            #expect(log.events.first?.event == "SESSION_CREATED")
            #expect(log.events.count { $0.event == "VAST_RESPONSE" && $0.creatives == ["film-5-0", "film-5-1"] } == 2)
            #expect(log.events.count { $0.event == "FILLED_AVAIL" && $0.ads?.rounded() == 10 && $0.breakId != nil } == 2)
            #expect(!text.contains("http"))
            let other = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(!(await asking.get("\(other)/events.json").text.contains("FILLED_AVAIL")))
        }
        await origin.stop()
    }
}
