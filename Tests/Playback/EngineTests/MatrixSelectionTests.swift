// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

/// What a multivariant playlist can say about its variants, each case played through a server that records requests.
@Suite("Selection from a multivariant playlist", .serialized)
struct MatrixSelectionTests {
    private func play(
        _ served: ServedStream, _ path: String = "index.m3u8", _ change: (inout EngineConfiguration) -> Void = { _ in }
    ) async -> RecordedRun {
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        change(&configuration)
        return await RecordedRun.play([served.address(path)], configuration: configuration)
    }

    private func expectWhole(_ run: RecordedRun) {
        #expect(run.end == .ended, "\(run.journal.suffix(40).joined(separator: "\n"))")
        #expect(run.numbers == (0..<360).map { $0 }, "\(run.journal.suffix(40).joined(separator: "\n"))")
        #expect(run.misplaced().isEmpty)
    }

    private func segments(of served: ServedStream, in folder: String) -> Int {
        served.paths.count { $0.hasPrefix(folder + "/") && $0.hasSuffix(".m4s") }
    }

    @Test("Variables are replaced from a name, an import and a query parameter")
    func variables() async throws {
        let list = """
            #EXTM3U
            #EXT-X-VERSION:11
            #EXT-X-TARGETDURATION:2
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-DEFINE:IMPORT="place"
            #EXT-X-DEFINE:QUERYPARAM="suffix"
            #EXT-X-MAP:URI="{$place}/init.mp4"

            """
        let entries = (0..<6).map { "#EXTINF:2,\n{$place}/\($0).{$suffix}\n" }.joined()
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-VERSION:11
                #EXT-X-DEFINE:NAME="place",VALUE="360p"
                #EXT-X-DEFINE:QUERYPARAM="token"
                #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001e",RESOLUTION=640x360
                list.m3u8?suffix={$token}

                """,
                "list.m3u8?suffix=m4s": list + entries + "#EXT-X-ENDLIST\n",
            ])
        expectWhole(await play(served, "main.m3u8?token=m4s"))
        #expect(segments(of: served, in: "360p") == 6)
    }

    @Test("The higher score wins over the bit rate")
    func score() async throws {
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001e",RESOLUTION=640x360,SCORE=9
                360p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e",RESOLUTION=320x180,SCORE=2
                180p/index.m3u8

                """
            ])
        expectWhole(await play(served, "main.m3u8"))
        #expect(segments(of: served, in: "180p") == 0)
        #expect(segments(of: served, in: "360p") == 6)
    }

    @Test("A video range that the display can't show is not selected, and the journal says why")
    func videoRange() async throws {
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001e",RESOLUTION=480x270,VIDEO-RANGE=SDR
                270p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e",RESOLUTION=640x360,VIDEO-RANGE=PQ
                360p/index.m3u8

                """
            ])
        let run = await play(served, "main.m3u8") { $0.streaming.capabilities.videoRanges = ["SDR"] }
        expectWhole(run)
        #expect(segments(of: served, in: "360p") == 0)
        #expect(!served.paths.contains("360p/index.m3u8"))
        let reasons = run.facts.compactMap { fact -> [String?]? in
            if case .presentation(_, let presentation) = fact { presentation.variants.map(\.excluded) } else { nil }
        }
        #expect(reasons.last?[1]?.contains("PQ") == true)
        #expect(reasons.last?[0] == nil)
    }

    @Test("A single video range is used: SDR is not mixed with PQ")
    func oneRange() async throws {
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e",RESOLUTION=320x180,VIDEO-RANGE=PQ
                180p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001e",RESOLUTION=480x270,VIDEO-RANGE=SDR
                270p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e",RESOLUTION=640x360,VIDEO-RANGE=SDR
                360p/index.m3u8

                """
            ])
        expectWhole(await play(served, "main.m3u8"))
        #expect(segments(of: served, in: "180p") == 0)
    }

    @Test("A variant is selected if its supplemental codecs can be decoded")
    func supplementalCodecs() async throws {
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": """
                #EXTM3U
                #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="dvh1.05.06",RESOLUTION=480x270
                270p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=640x360
                360p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="dvh1.08.07",SUPPLEMENTAL-CODECS="avc1.64001e/abcd",RESOLUTION=320x180
                180p/index.m3u8

                """
            ])
        let run = await play(served, "main.m3u8") { $0.streaming.capabilities.codecs = [.h264, .aac] }
        expectWhole(run)
        #expect(segments(of: served, in: "270p") == 0)
    }

    private static func pathways(_ names: [String] = ["A", "B"], steering: String = "") -> String {
        var text = "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n\(steering)"
        for pathway in names {
            let host = pathway.lowercased()
            text += """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="\(host)",NAME="English",LANGUAGE="en",DEFAULT=YES,STABLE-RENDITION-ID="en",\
                URI="\(host)/audio-en/index.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=320x180,AUDIO="\(host)",\
                PATHWAY-ID="\(pathway)",STABLE-VARIANT-ID="v180"
                \(host)/180p/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,AUDIO="\(host)",\
                PATHWAY-ID="\(pathway)",STABLE-VARIANT-ID="v360"
                \(host)/360p/index.m3u8

                """
        }
        return text
    }

    @Test("When a pathway fails, another one with the same video and audio follows without a gap")
    func pathwayFails() async throws {
        let served = try await ServedStream(
            "vod-cmaf", texts: ["main.m3u8": Self.pathways()], aliases: ["a", "b"],
            rules: [FaultRule("/a/*.m4s", requests: 5...Int.max, .status(404))])
        let run = await play(served, "main.m3u8")
        expectWhole(run)
        try expectContinuous(run)
        #expect(served.paths.contains { $0.hasPrefix("a/") && $0.hasSuffix(".m4s") })
        #expect(served.paths.contains { $0.hasPrefix("b/") && $0.hasSuffix(".m4s") })
    }

    @Test("A pathway cloned by the steering server uses its own URLs for stable IDs")
    func clonedPathway() async throws {
        let steering = "#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer.json\",PATHWAY-ID=\"A\"\n"
        let served = try await ServedStream(
            "vod-cmaf",
            texts: [
                "main.m3u8": Self.pathways(["A"], steering: steering),
                "steer.json": """
                {"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["C"],"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{
                "PARAMS":{"via":"c"},"PER-VARIANT-URIS":{"v180":"c/180p/index.m3u8","v360":"c/360p/index.m3u8"},
                "PER-RENDITION-URIS":{"en":"c/audio-en/index.m3u8"}}}]}
                """,
            ], aliases: ["a", "c"], rules: [FaultRule("/a/*.m4s", .noResponse)])
        // Requests to the first pathway are never answered: only the clone responds.
        let run = await play(served, "main.m3u8") { $0.streaming.limitsOfLoads.segment.firstByte = 1 }
        expectWhole(run)
        try expectContinuous(run)
    }
}
