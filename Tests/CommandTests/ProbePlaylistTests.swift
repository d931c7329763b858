// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite struct ProbePlaylistTests {
    static let media = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-MAP:URI="head.mp4",BYTERANGE="720@0"
        #EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-PROGRAM-DATE-TIME:2024-02-03T04:05:06.500+01:00
        #EXTINF:6,First
        #EXT-X-BYTERANGE:1000@720
        film.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-GAP
        #EXTINF:5.5,
        two.mp4
        #EXT-X-ENDLIST

        """

    @Test func `A media playlist is written with every key of the contract`() async throws {
        let report = try await probe(Self.media, ["--base", "https://example.com/a/list.m3u8"])
        #expect(report.failure == nil)
        let json = try object(report)
        #expect(json["kind"] as? String == "media")
        #expect(json["version"] as? Int == 6)
        #expect(json["targetDuration"] as? Int == 6)
        #expect(json["mediaSequence"] as? Int == 7)
        #expect(json["discontinuitySequence"] as? Int == 0)
        #expect(json["endList"] as? Bool == true)
        #expect(json["type"] as? String == "VOD")
        for key in ["dateRanges", "preloadHints", "renditionReports", "unknownTags", "warnings", "errors"] {
            #expect((json[key] as? [Any])?.isEmpty == true, "\(key)")
        }
        #expect(json["serverControl"] is [String: Any])
        #expect(json["skip"] is NSNull)
        let map = #"{"uri": "https://example.com/a/head.mp4", "byteRange": {"length": 720, "offset": 0}}"#
        #expect(
            try same(
                json["segments"],
                """
                [{"uri": "https://example.com/a/film.mp4", "duration": 6, "title": "First", "sequence": 7, "discontinuity": false,
                  "discontinuitySequence": 0, "programDateTime": "2024-02-03T03:05:06.500Z",
                  "byteRange": {"length": 1000, "offset": 720}, "map": \(map), "gap": false, "bitrate": null, "parts": [], "tiles": null,
                  "keys": [{"method": "AES-128", "uri": "https://example.com/a/key.bin", "iv": "0x000102030405060708090a0b0c0d0e0f",
                            "keyFormat": "identity", "keyFormatVersions": [1]}]},
                 {"uri": "https://example.com/a/two.mp4", "duration": 5.5, "title": null, "sequence": 8, "discontinuity": true,
                  "discontinuitySequence": 1, "programDateTime": "2024-02-03T03:05:12.500Z", "byteRange": null, "map": \(map),
                  "gap": true, "bitrate": null, "parts": [], "tiles": null, "keys": []}]
                """))
    }

    @Test func `A low-latency delta update keeps parts, hints, reports, control and date ranges`() async throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,PART-HOLD-BACK=3
            #EXT-X-MEDIA-SEQUENCE:100
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3
            #EXT-X-DATERANGE:ID="ad",START-DATE="2024-01-01T00:00:00Z",DURATION=30,SCTE35-OUT=0xFC01,X-COM-ADS="a,b"
            #EXT-X-CUE-OUT:30
            #EXTINF:4,
            103.mp4
            #EXT-X-PART:DURATION=1,URI="104.0.mp4",INDEPENDENT=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="104.1.mp4"
            #EXT-X-RENDITION-REPORT:URI="../low.m3u8",LAST-MSN=104,LAST-PART=0

            """
        let json = try object(try await probe(text))
        #expect(try same(json["skip"], #"{"skippedSegments": 3, "recentlyRemovedDateRanges": null}"#))
        #expect(
            try same(
                json["serverControl"],
                #"{"canBlockReload": true, "canSkipUntil": 24, "canSkipDateRanges": false, "holdBack": null, "partHoldBack": 3}"#))
        #expect(
            try same(
                json["preloadHints"], #"[{"type": "PART", "uri": "104.1.mp4", "byteRangeStart": 0, "byteRangeLength": null}]"#))
        #expect(try same(json["renditionReports"], #"[{"uri": "../low.m3u8", "lastMSN": 104, "lastPart": 0}]"#))
        #expect(try same(json["unknownTags"], #"[{"name": "EXT-X-CUE-OUT", "value": "30", "line": 9}]"#))
        let upcoming = try #require(json["upcoming"] as? [String: Any])
        #expect(upcoming["sequence"] as? Int == 104)
        #expect(
            try same(
                upcoming["parts"], #"[{"uri": "104.0.mp4", "duration": 1, "independent": true, "byteRange": null, "gap": false}]"#))
        let range = try #require((json["dateRanges"] as? [[String: Any]])?.first)
        #expect(range["startDate"] as? String == "2024-01-01T00:00:00.000Z")
        #expect(range["scte35Out"] as? String == "0xfc01")
        #expect(try same(range["attributes"], #"{"X-COM-ADS": "a,b"}"#))
    }

    @Test func `A multivariant playlist is written with variants, renditions and session tags`() async throws {
        let text = """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-DEFINE:NAME="host",VALUE="cdn.example.com"
            #EXT-X-CONTENT-STEERING:SERVER-URI="steer.json",PATHWAY-ID="A"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Film"
            #EXT-X-START:TIME-OFFSET=-12
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=25,AUDIO="a",PATHWAY-ID="A"
            https://{$host}/720.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="trick.m3u8"

            """
        let json = try object(try await probe(text))
        #expect(json["kind"] as? String == "multivariant")
        #expect(json["version"] is NSNull)
        #expect(json["independentSegments"] as? Bool == true)
        #expect(try same(json["start"], #"{"timeOffset": -12, "precise": false}"#))
        #expect(try same(json["defines"], #"[{"name": "host", "value": "cdn.example.com", "source": "NAME"}]"#))
        #expect(try same(json["contentSteering"], #"{"serverURI": "steer.json", "pathwayID": "A"}"#))
        let variant = try #require((json["variants"] as? [[String: Any]])?.first)
        #expect(variant["uri"] as? String == "https://cdn.example.com/720.m3u8")
        #expect(variant["bandwidth"] as? Int == 2_000_000)
        #expect(variant["codecs"] as? [String] == ["avc1.64001f", "mp4a.40.2"])
        #expect(try same(variant["resolution"], #"{"width": 1280, "height": 720}"#))
        let rendition = try #require((json["renditions"] as? [[String: Any]])?.first)
        #expect(rendition["type"] as? String == "AUDIO")
        #expect(rendition["default"] as? Bool == true)
        #expect(((json["iFrameVariants"] as? [[String: Any]])?.first)?["uri"] as? String == "trick.m3u8")
        #expect((json["sessionData"] as? [Any])?.count == 1)
        #expect((json["sessionKeys"] as? [Any])?.isEmpty == true)
    }

    @Test func `The summary has a table of variants and a remedy for each problem`() async throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360\nlow.m3u8\n#EXT-X-STREAM-INF:RESOLUTION=1x1\nno.m3u8\n"
        let summary = try await probe(text).summary
        #expect(summary.contains("640x360     800  low.m3u8"))
        #expect(summary.contains("\n2 variants\n"))
        #expect(summary.contains("warning"))
        #expect(summary.contains("4:"))
        #expect(summary.contains("remedy: "))
        #expect(try await probe("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow.m3u8\n").summary.contains("\n1 variant\n"))
    }

    @Test func `URLs resolve against the redirect target`() async throws {
        let origin = try await FaultyOrigin(
            ["/new/list.m3u8": Array(Self.media.utf8)], rules: [.init("/old.m3u8", .redirect(to: "/new/list.m3u8"))])
        let report = try await command(origin.address + "/old.m3u8").report()
        let json = try object(report)
        #expect(json["url"] as? String == origin.address + "/new/list.m3u8")
        #expect((json["segments"] as? [[String: Any]])?.first?["uri"] as? String == origin.address + "/new/film.mp4")
        await origin.stop()
    }
}

/// Runs the command with its options on a playlist in a file.
func probe(_ text: String, _ options: [String] = []) async throws -> ProbeReport {
    try await withFile(Array(text.utf8), named: "list.m3u8") { path in try await command(path, options).report() }
}

func command(_ address: String, _ options: [String] = []) throws -> Probe { try Probe.parse([address] + options) }

@discardableResult func withFile<Result>(_ bytes: [UInt8], named name: String, _ body: (String) async throws -> Result) async throws
    -> Result
{
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return try await body(file.path)
}

/// The report as parsed by another JSON parser.
func object(_ report: ProbeReport) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(report.json.bytes)) as? [String: Any])
}

func same(_ value: Any?, _ json: String) throws -> Bool {
    let expected = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSObject
    return try #require(value as? NSObject) == expected
}
