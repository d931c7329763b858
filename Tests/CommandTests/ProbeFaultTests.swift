// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite struct ProbeFaultTests {
    /// Two errors: no target duration, and a key without a URI.
    static let faulty = "#EXTM3U\n#EXTINF:4,\na.ts\n#EXT-X-KEY:METHOD=AES-128\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"

    @Test func `A lenient probe warns and succeeds, a strict one reports errors and status 1`() async throws {
        let lenient = try await probe(Self.faulty)
        #expect(lenient.failure == nil)
        #expect(try places(lenient, "errors").isEmpty)
        #expect(try !places(lenient, "warnings").isEmpty)
        let strict = try await probe(Self.faulty, ["--strict"])
        #expect(strict.failure?.status == 1)
        #expect(try places(strict, "errors").contains { $0.hasPrefix("4:") })
        #expect(strict.failure?.message.contains("list.m3u8:") == true)
        #expect(try object(strict)["kind"] as? String == "media")
    }

    @Test func `Text that is not a playlist has status 3 and an error in the JSON`() async throws {
        for text in ["", "\n\n", "just some text\n"] {
            let report = try await probe(text)
            #expect(report.failure?.status == 3)
            #expect(try places(report, "errors").count == 1)
            #expect(try object(report)["kind"] is NSNull)
        }
    }

    @Test func `A missing file and a folder have status 3`() async throws {
        let nowhere = try await command("/nowhere/at/all.m3u8").report()
        #expect(nowhere.failure?.status == 3)
        #expect(try codes(nowhere) == ["notFound"])
        let folder = try await command(FileManager.default.temporaryDirectory.path).report()
        #expect(folder.failure?.status == 3)
        #expect(try codes(folder) == ["unreadable"])
        #expect(try codes(try await command("gopher://example.com/a").report()) == ["address"])
    }

    @Test func `A server error has status 3 and its code`() async throws {
        let origin = try await FaultyOrigin([:])
        let report = try await command(origin.address + "/list.m3u8").report()
        #expect(report.failure?.status == 3)
        #expect(try codes(report) == ["status"])
        await origin.stop()
    }

    @Test func `Bytes that are not media are refused`() async throws {
        var bytes: [UInt8] = []
        var state: UInt32 = 7
        for _ in 0..<20_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.append(UInt8(truncatingIfNeeded: state >> 24))
        }
        bytes[0] = 0
        let report = try await withFile(bytes, named: "noise.bin") { try await command($0).report() }
        #expect(report.failure?.status == 3)
        #expect(try codes(report) == ["unsupported"])
    }

    @Test func `An audio file is reported with its container and tracks`() async throws {
        let report = try await withFile(silence(seconds: 2), named: "a.wav") { try await command($0).report() }
        #expect(report.failure == nil)
        let json = try object(report)
        #expect(json["kind"] as? String == "file")
        #expect(json["container"] as? String == "wav")
        #expect(json["duration"] as? Double == 2)
        #expect(
            try same(
                json["tracks"],
                """
                [{"kind": "audio", "codec": "pcm_s16le", "width": null, "height": null, "rotation": 0, "mirrored": false,
                  "sampleRate": 8000, "channels": 1, "language": null}]
                """))
        #expect(report.summary.contains("audio  pcm_s16le  8000 Hz, 1 channel"))
    }

    @Test func `An audio file over HTTP is reported too, even if the server ignores ranges`() async throws {
        let origin = try await FaultyOrigin(["/a.wav": silence(seconds: 1)], rules: [.init("*", .ignoresRange)])
        let report = try await command(origin.address + "/a.wav").report()
        #expect(try object(report)["container"] as? String == "wav")
        await origin.stop()
    }

    @Test func `A truncated playlist gives JSON`() async throws {
        let bytes = Array(ProbePlaylistTests.media.utf8)
        for end in bytes.indices {
            let playlist = ProbedPlaylist(Array(bytes[..<end]), base: "", isStrict: end % 2 == 0)
            let report = ProbeReport(address: "a", isStrict: end % 2 == 0, finding: .playlist(playlist))
            _ = try object(report)
            _ = report.summary
        }
    }

    @Test func `Playlist content cannot emit terminal escapes`() async throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\u{1B}[2J\u{202E}evil.m3u8\n#EXT-X-\u{1B}[31m:1\n"
        let report = try await probe(text)
        #expect(!report.summary.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        #expect(!report.json.bytes.contains(0x1B))
    }

    @Test func `A line of a megabyte is truncated in the summary`() async throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n" + String(repeating: "x", count: 1_000_000) + "\n"
        #expect(try await probe(text).summary.utf8.count < 2000)
    }

    @Test func `Invalid usage is refused before anything is opened`() {
        #expect(throws: (any Error).self) { try Probe.parse([]) }
        #expect(throws: (any Error).self) { try Probe.parse([""]) }
        #expect(throws: (any Error).self) { try Probe.parse(["a", "b"]) }
        #expect(throws: (any Error).self) { try Probe.parse(["a", "--base"]) }
    }

    private func places(_ report: ProbeReport, _ list: String) throws -> [String] {
        let problems = try #require(try object(report)[list] as? [[String: Any]])
        return try problems.map { problem in
            #expect(problem["code"] is String)
            #expect(problem["message"] is String)
            return "\(try #require(problem["line"] as? Int)):\(try #require(problem["column"] as? Int))"
        }
    }

    private func codes(_ report: ProbeReport) throws -> [String] {
        try #require(try object(report)["errors"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    }
}

/// A silent WAV file at 8,000 Hz.
private func silence(seconds: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let data = seconds * 16_000
    let format = little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2) + little(16, 2)
    return Array("RIFF".utf8) + little(36 + data, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + little(data, 4)
        + [UInt8](repeating: 0, count: data)
}
