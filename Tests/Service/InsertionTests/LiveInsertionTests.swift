// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxHLS
import WindowboxKit
import WindowboxPlayer
import WindowboxServiceKit

@testable import WindowboxInsertion

@Suite("Ads in live streams, over the service's routes", .timeLimit(.minutes(2))) struct LiveInsertionTests {
    /// Segments of 2.5 s, with a break of two of them from the seventh on.
    private static func window(from first: Int, count: Int) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        for number in first..<first + count {
            if number == first { text += "#EXT-X-PROGRAM-DATE-TIME:\(DateTimeText.text(1_800_000_000 + 2.5 * Double(number)))\n" }
            if number == 6 { text += "#EXT-X-CUE-OUT:5\n" }
            if number == 8 { text += "#EXT-X-CUE-IN\n" }
            text += "#EXTINF:2.5,\n\(number).ts\n"
        }
        return text
    }

    private static func names(_ playlist: MediaPlaylist) -> [String] {
        playlist.segments.map { $0.uri.url.split(separator: "/").suffix(2).joined(separator: "/") }
    }

    @Test("3.4 (3), (4), 3.1 (3) Ads replace content at its pace with continuous sequence numbers, in any process")
    func replaced() async throws {
        let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlive.m3u8\n"
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        origin.set(Self.window(from: 0, count: 6), at: "/content/live.m3u8")
        try await Asking.with(origin) { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let before = try await asking.media("\(id)/v0.m3u8")
            #expect(Self.names(before) == (0..<6).map { "content/\($0).ts" })
            #expect(!before.isEndList)
            // Each later process knows only what the database has of the session.
            func later(_ first: Int, _ count: Int) async throws -> MediaPlaylist {
                origin.set(Self.window(from: first, count: count), at: "/content/live.m3u8")
                let catalogue = try await Catalogue(database)
                let playlist = try await Asking(insertion: AdInsertion(settings, catalogue: catalogue), catalogue: catalogue)
                    .media("\(id)/v0.m3u8")
                try await catalogue.close()
                return playlist
            }
            let half = try await later(2, 5)
            #expect(Self.names(half) == ["content/2.ts", "content/3.ts", "content/4.ts", "content/5.ts", "medium/0.ts"])
            #expect(half.segments.last?.isDiscontinuity == true)
            #expect(half.segments.last?.sequence == 6)
            let whole = try await later(4, 6)
            #expect(
                Self.names(whole) == [
                    "content/4.ts", "content/5.ts", "medium/0.ts", "medium/1.ts", "medium/2.ts", "content/8.ts", "content/9.ts",
                ])
            #expect(whole.mediaSequence == 4)
            #expect(whole.segments.map(\.sequence) == Array(4...10))
            #expect(whole.segments[2].isDiscontinuity)
            #expect(whole.segments[5].isDiscontinuity)
            // The break has left the origin's window, and the segments after it keep their numbers.
            let after = try await later(9, 5)
            #expect(Self.names(after).first == "content/9.ts")
            #expect(after.mediaSequence == 10)
            #expect(origin.paths.filter { $0.hasPrefix("/vast") }.count == 1)
        }
        await origin.stop()
    }

    @Test("3.5 Rendition reports name the session's own playlists with their own sequence numbers", arguments: [false, true])
    func reports(isGuided: Bool) async throws {
        let index = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=900000
            live.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=500000
            low.m3u8

            """
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        @Sendable func show(_ first: Int, _ count: Int) {
            for (name, other) in [("live", "low"), ("low", "live")] {
                let report = "#EXT-X-RENDITION-REPORT:URI=\"\(other).m3u8\",LAST-MSN=\(first + count - 1)\n"
                origin.set(Self.window(from: first, count: count) + report, at: "/content/\(name).m3u8")
            }
        }
        show(2, 5)
        try await Asking.with(origin) { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"mode\":\"\(isGuided ? "guided" : "stitched")\"}")
            _ = try await asking.media("\(id)/v0.m3u8")
            show(4, 6)
            let catalogue = try await Catalogue(database)
            let later = Asking(insertion: AdInsertion(settings, catalogue: catalogue), catalogue: catalogue)
            let playlist = try await later.media("\(id)/v0.m3u8")
            let report = try #require(playlist.renditionReports.first)
            #expect(playlist.renditionReports.count == 1)
            #expect(report.uri.url == "http://service.test/stitched/\(id)/v1.m3u8")
            // Three ad segments replace two content segments.
            #expect(report.lastSequence == (isGuided ? 9 : 10))
            let sibling = try await later.media("\(id)/v1.m3u8")
            #expect(sibling.segments.last?.sequence == report.lastSequence)
            try await catalogue.close()
        }
        await origin.stop()
    }

    @Test(
        "3.4 (16) A renumbered origin continues seamlessly, its breaks are filled, and the log has it",
        arguments: [true, false])
    func renumbered(isDated: Bool) async throws {
        let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlive.m3u8\n"
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        @Sendable func show(_ text: String) {
            let undated = text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") }.joined(separator: "\n") + "\n"
            origin.set(isDated ? text : undated, at: "/content/live.m3u8")
        }
        show(Self.window(from: 0, count: 5).replacing("SEQUENCE:0", with: "SEQUENCE:500"))
        try await Asking.with(origin) { asking, settings, database in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            let before = try await asking.media("\(id)/v0.m3u8")
            #expect(before.segments.map(\.sequence) == Array(500..<505))
            // Dates, if present, identify the known segments.
            show(Self.window(from: isDated ? 4 : 5, count: 6).replacing("SEQUENCE:\(isDated ? 4 : 5)", with: "SEQUENCE:0"))
            var playlist = before
            // Until the process requests the origin's playlist again.
            while playlist.mediaSequence == 500 {
                await Task.yield()
                playlist = try await asking.media("\(id)/v0.m3u8")
            }
            let ad = ["medium/0.ts", "medium/1.ts", "medium/2.ts"]
            let rest = isDated ? ["content/8.ts", "content/9.ts"] : ["content/8.ts", "content/9.ts", "content/10.ts"]
            #expect(Self.names(playlist) == (isDated ? ["content/4.ts"] : []) + ["content/5.ts"] + ad + rest)
            #expect(playlist.mediaSequence == (isDated ? 504 : 505))
            let log = await asking.get("\(id)/events.json").text
            #expect(log.contains("ORIGIN_RENUMBERED"))
            #expect(log.contains("FILLED_AVAIL"))
            // Another process continues from there.
            let catalogue = try await Catalogue(database)
            let later = Asking(insertion: AdInsertion(settings, catalogue: catalogue), catalogue: catalogue)
            #expect(try await later.media("\(id)/v0.m3u8").segments.map(\.sequence) == playlist.segments.map(\.sequence))
            try await catalogue.close()
        }
        await origin.stop()
    }

    @Test("3.2 Contradictory cues are resolved, and each resolution is logged once", arguments: [true, false])
    func contradictions(isLive: Bool) async throws {
        let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlive.m3u8\n"
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        let text = Self.window(from: 0, count: 12).replacing("#EXTINF:2.5,\n3.ts", with: "#EXT-X-CUE-IN\n#EXTINF:2.5,\n3.ts")
            .replacing("#EXTINF:2.5,\n7.ts", with: "#EXT-X-CUE-OUT-CONT:2.5/60\n#EXTINF:2.5,\n7.ts")
        origin.set(isLive ? text : text + "#EXT-X-ENDLIST\n", at: "/content/live.m3u8")
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            for _ in 0..<2 { #expect(Self.names(try await asking.media("\(id)/v0.m3u8")).contains("medium/0.ts")) }
            let problems = try await Self.problems(of: id, asking)
            #expect(problems.count == 2, "\(problems)")
            #expect(problems.contains { $0.contains("belongs to no break") }, "\(problems)")
            #expect(problems.contains { $0.contains("60") }, "\(problems)")
        }
        await origin.stop()
    }

    @Test("3.3 The ads before a live stream come from the operator's ad server, for as long as the session wants")
    func preroll() async throws {
        let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlive.m3u8\n"
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        origin.set(Self.window(from: 0, count: 12), at: "/content/live.m3u8")
        try await Asking.with(origin) {
            $0.prerollServer = "\(origin.address)/vast?b=9&d=[session.avail_duration_secs]"
        } _: { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\",\"preroll\":8}")
            let playlist = try await asking.media("\(id)/v0.m3u8")
            // The live edge is at 30 s, and the pre-roll begins 6 s before it; the break is at 15 s.
            #expect(Set(origin.paths.filter { $0.hasPrefix("/vast") }) == ["/vast?b=9&d=8", "/vast?b=1"])
            #expect(Self.names(playlist).filter { $0 == "medium/0.ts" }.count == 2)
        }
        await origin.stop()
    }

    @Test(
        "3.2 Durations that no stream has, in content and ads, are logged once, with cause, place and remedy",
        arguments: [
            "#EXTINF:99999999999,\n3.ts",
            "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"2027-01-15T08:00:18Z\",DURATION=1000000001\n#EXTINF:2.5,\n3.ts",
        ],
        [true, false])
    func absurd(_ change: String, isLive: Bool) async throws {
        let index = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nlive.m3u8\n"
        let origin = try await AdOrigin(texts: AdOrigin.content.merging(["/content/index.m3u8": index]) { $1 })
        let text = Self.window(from: 0, count: 12).replacing("#EXTINF:2.5,\n3.ts", with: change)
        origin.set(isLive ? text : text + "#EXT-X-ENDLIST\n", at: "/content/live.m3u8")
        origin.set("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nad.m3u8\n", at: "/ads/5.m3u8")
        origin.set(
            "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n/medium/0.ts\n#EXTINF:1e300,\n/medium/1.ts\n#EXT-X-ENDLIST\n", at: "/ads/ad.m3u8"
        )
        try await Asking.with(origin) { asking, _, _ in
            let id = try await asking.session("{\"origin\":\"\(origin.content)\"}")
            for _ in 0..<2 { _ = try await asking.media("\(id)/v0.m3u8") }
            let problems = try await Self.problems(of: id, asking).filter { $0.contains("1,000,000,000 s") }
            #expect(problems.count == 2, "\(problems)")
            #expect(problems.contains { $0.hasPrefix("v0.m3u8, line 1") && $0.lowercased().contains("duration") }, "\(problems)")
            #expect(problems.contains { $0.hasPrefix("creative ") && $0.contains("line 5") }, "\(problems)")
        }
        await origin.stop()
    }

    private static func problems(of id: String, _ asking: Asking) async throws -> [String] {
        struct Log: Decodable {
            struct Entry: Decodable {
                var event: String
                var problem: String?
            }
            var events: [Entry]
        }
        let log = try JSONDecoder().decode(Log.self, from: Data(await asking.get("\(id)/events.json").body))
        return log.events.filter { $0.event == "PLAYLIST_PROBLEM" }.compactMap(\.problem)
    }
}
