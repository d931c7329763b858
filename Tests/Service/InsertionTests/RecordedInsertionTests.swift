// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxHLS
import WindowboxPackager
import WindowboxServiceKit

@testable import WindowboxInsertion

@Suite("Ads in recordings, over the service's routes", .timeLimit(.minutes(2))) struct RecordedInsertionTests {
    @Test("3.1 (1) A session's playlists have ads at the markers, alike in all variants")
    func explicit() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let multivariant = await asking.get("\(id)/index.m3u8")
            #expect(multivariant.text.contains("\nv0.m3u8\n"))
            #expect(multivariant.text.contains("\nv1.m3u8\n"))
            let large = try await asking.media("\(id)/v0.m3u8")
            let small = try await asking.media("\(id)/v1.m3u8")
            // 12 s of content and two breaks of 5 s each.
            #expect(abs(large.duration - 22) < 0.01)
            #expect(abs(small.duration - 22) < 0.01)
            #expect(large.segments.map(\.duration) == small.segments.map(\.duration))
            #expect(large.segments.filter(\.isDiscontinuity).count == 3)
            #expect(large.segments[0].uri.url == "\(origin.address)/medium/0.ts")
            #expect(large.isEndList)
            #expect(large.targetDuration == 2)
            #expect(await asking.get("\(id)/v0.m3u8").field("Cache-Control") == "no-store")
        }
        await origin.stop()
    }

    @Test("3.1 (3) Simultaneous requests ask the ad server once per break, and the origin once per playlist")
    func once() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<8 { group.addTask { await asking.get("\(id)/v0.m3u8").body } }
                var bodies: [[UInt8]] = []
                for try await body in group { bodies.append(body) }
                return bodies
            }
            #expect(Set(bodies).count == 1)
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 2)
            #expect(origin.paths.filter { $0 == "/content/video.m3u8" }.count == 1)
        }
        await origin.stop()
    }

    @Test("3.1 (1) The first request for a stream creates a session, with parameters for the ad server") func implicit() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vast?b=[avail.index]&g=[player_params.genre]"
        } _: { asking, _, _ in
            let answer = await asking.get("new/index.m3u8", [("origin", origin.content), ("ads.genre", "news & talk")])
            let playlist = try #require(
                Playlist.parse(answer.body, baseURL: "http://service.test/stitched/new/index.m3u8").playlist?.multivariant)
            let address = playlist.variants[0].uri.url
            #expect(address.hasPrefix("http://service.test/stitched/"))
            #expect(!address.contains("new"))
            let media = try await asking.media(String(address.dropFirst("http://service.test/stitched/".count)))
            #expect(abs(media.duration - 22) < 0.01)
            #expect(origin.paths.contains { $0.contains("g=news%20%26%20talk") })
        }
        await origin.stop()
    }

    @Test("Content comes only from the operator's origin") func forbidden() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, _, _ in
            let others = [
                "\(origin.address)/ads/5.m3u8", "http://169.254.169.254/latest/", "file:///etc/passwd",
                "\(origin.address)/content/../ads/5.m3u8",
                "\(origin.address)/content/%2e%2e/ads/5.m3u8", "\(origin.address)/contents/index.m3u8",
                "\(origin.address)/content/..%2fads/5.m3u8", "\(origin.address)/content/%2E.%5Cads/5.m3u8",
                "\(origin.address)/content/..;x/ads/5.m3u8", "\(origin.address)/content/x%2F..%2F..%2fads/5.m3u8",
            ]
            for other in others {
                let answer = await asking.get("new/index.m3u8", [("origin", other)])
                #expect(answer.status == 403, "\(other)")
            }
            #expect(!origin.paths.contains { $0.hasPrefix("/ads") || $0.hasPrefix("/contents") })
        }
        await origin.stop()
    }

    @Test("A failing ad server does not hold up the content, and its break stays empty") func broken() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/nothing"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 12) < 0.01)
            #expect(asking.insertion.metrics.contains("windowbox_ads_server_failures_total 2"))
        }
        await origin.stop()
    }

    @Test("3.2 Without markers breaks follow the schedule, at the segment boundaries before their offsets") func schedule() async throws {
        var texts = AdOrigin.content
        for path in ["/content/video.m3u8", "/content/small.m3u8"] {
            texts[path] = texts[path]?.replacingOccurrences(of: "#EXT-X-CUE-OUT:0\n", with: "")
        }
        let origin = try await AdOrigin(texts: texts)
        let vmap = """
            <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">\
            <vmap:AdBreak timeOffset="00:00:07.000" breakType="linear"><vmap:AdSource><vmap:AdTagURI templateType="vast4">\
            <![CDATA[\(origin.address)/vast?b=7]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>\
            <vmap:AdBreak timeOffset="end" breakType="linear"><vmap:AdSource><vmap:AdTagURI templateType="vast4">\
            <![CDATA[\(origin.address)/vast?b=9]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak></vmap:VMAP>
            """
        origin.set(vmap, at: "/vmap")
        try await Asking.with(origin) {
            $0.adServer = "\(origin.address)/vmap"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let media = try await asking.media("\(id)/v0.m3u8")
            let names = media.segments.map { $0.uri.url.split(separator: "/").suffix(2).joined(separator: "/") }
            #expect(names.prefix(4) == ["270p/0.ts", "270p/1.ts", "270p/2.ts", "medium/0.ts"])
            #expect(names.suffix(4) == ["270p/5.ts", "medium/0.ts", "medium/1.ts", "medium/2.ts"])
            #expect(try await asking.media("\(id)/v1.m3u8").segments.map(\.duration) == media.segments.map(\.duration))
        }
        await origin.stop()
    }

    @Test("House ads fill breaks on their own, and are counted once seen") func house() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) {
            $0.adServer = nil
            let text = """
                {"campaigns":[{"id":"summer","advertiser":"House","total_caps":[{"count":1}],
                "creatives":[{"id":"spot","title":"Spot","duration":5,"url":"\(origin.address)/ads/5.m3u8"}]}]}
                """
            $0.campaigns = (try? HouseAdsDocument.read(Data(text.utf8)).campaigns) ?? []
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 22) < 0.01)
            let tracking = await asking.get("\(id)/tracking.json")
            #expect(tracking.text.contains("http://service.test/stitched/\(id)/beacons/summer/spot/impression"))
            #expect(await asking.get("\(id)/beacons/summer/spot/impression").status == 204)
            #expect(await asking.get("\(id)/beacons/winter/spot/impression").status == 404)
            let later = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(later)/v0.m3u8").duration - 12) < 0.01)
        }
        await origin.stop()
    }

    @Test("4. Error beacons include all known macros of the moment and the viewer") func errorMacros() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        let query = ["ERRORCODE", "LIMITADTRACKING", "SERVERSIDE", "CACHEBUSTING", "TIMESTAMP"].map { "\($0)=[\($0)]" }
            .joined(separator: "&")
        origin.set("<VAST version=\"4.2\"><Error><![CDATA[\(origin.address)/beacon/none?\(query)]]></Error></VAST>", at: "/vast")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            _ = try await asking.media("\(id)/v0.m3u8")
            try await origin.wasAsked("/beacon/none")
            let beacons = try #require(origin.beacons.first)
            #expect(beacons.hasPrefix("none?ERRORCODE=303&LIMITADTRACKING=1&SERVERSIDE=1&CACHEBUSTING="))
            #expect(!beacons.contains("=-1"))
            #expect(beacons.contains("&TIMESTAMP=20"))
        }
        await origin.stop()
    }

    @Test("An ad that lacks one of the content's playlists is left out of all, and its server gets error 405")
    func unfit() async throws {
        var texts = AdOrigin.content
        // The content has demuxed audio, the ad has not.
        texts["/content/index.m3u8"] = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="small.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e,mp4a.40.2",AUDIO="a"
            video.m3u8

            """
        let origin = try await AdOrigin(texts: texts)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(abs(try await asking.media("\(id)/v0.m3u8").duration - 12) < 0.01)
            try await origin.wasAsked("/beacon/0/0/error-405")
            #expect(await asking.get("\(id)/events.json").text.contains("\"unfit\""))
        }
        await origin.stop()
    }

    @Test(
        "1.2 D18, 3.4 (8) Subtitle playlists match the video across ads: same discontinuities and durations, empty during ads")
    func captions() async throws {
        var texts = AdOrigin.content
        let media = #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="text.m3u8""#
        texts["/content/index.m3u8"] = texts["/content/index.m3u8"]?
            .replacingOccurrences(of: "#EXTM3U\n", with: "#EXTM3U\n\(media)\n")
            .replacingOccurrences(of: "FRAME-RATE=30.000", with: "FRAME-RATE=30.000,SUBTITLES=\"s\"")
        texts["/content/text.m3u8"] = texts["/content/video.m3u8"]?.replacingOccurrences(of: "../vod-ts/270p/", with: "text/")
            .replacingOccurrences(of: ".ts", with: ".vtt")
        let origin = try await AdOrigin(texts: texts)
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let pictures = try await asking.media("\(id)/v0.m3u8")
            let words = try await asking.media("\(id)/r0.m3u8")
            #expect(words.segments.map(\.isDiscontinuity) == pictures.segments.map(\.isDiscontinuity))
            #expect(words.segments.map(\.discontinuitySequence) == pictures.segments.map(\.discontinuitySequence))
            #expect(zip(words.segments, pictures.segments).allSatisfy { abs($0.duration - $1.duration) < 0.001 })
            let names = words.segments.map { $0.uri.url.split(separator: "/").suffix(2).joined(separator: "/") }
            let empty = ["stitched/empty.vtt", "stitched/empty.vtt", "stitched/empty.vtt"]
            #expect(names == empty + ["text/0.vtt", "text/1.vtt"] + empty + ["text/2.vtt", "text/3.vtt", "text/4.vtt", "text/5.vtt"])
            let nothing = await asking.get("empty.vtt")
            #expect(nothing.status == 200)
            #expect(nothing.mediaType == "text/vtt")
            #expect(nothing.text == "WEBVTT\n\n")
        }
        await origin.stop()
    }

    @Test("3.1 (4) A deleted session stays deleted, in any process") func ended() async throws {
        let origin = try await AdOrigin(texts: AdOrigin.content)
        try await Asking.with(origin) { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            #expect(await asking.get(id, [], .delete).status == 204)
            #expect(await asking.get("\(id)/v0.m3u8").status == 410)
            let second = try await Catalogue(database)
            let other = Asking(insertion: AdInsertion(settings, catalogue: second), catalogue: second)
            #expect(await other.get("\(id)/v0.m3u8").status == 410)
            #expect(await other.get("\(String(repeating: "0", count: 32))/v0.m3u8").status == 404)
            try await second.close()
        }
        await origin.stop()
    }
}
