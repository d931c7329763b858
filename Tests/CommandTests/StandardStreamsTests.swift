// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit

@testable import windowbox

@Suite("A dash in place of a file", .timeLimit(.minutes(2))) struct StandardStreamsTests {
    /// Runs a command in an empty folder, with its standard output in a file or, through a pipe, in a file.
    /// - Parameter input: its standard input.
    private func output(of words: String, piped: Bool = false, input: String = "") async throws -> (bytes: Data, files: [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stream = try GeneratedStreams.named("medium")
        let program = RunningProgram.folder.appending(path: "windowbox").path
        let script = "cd \"$1\" && printf %s \"$4\" | \"$2\" \(words) \(piped ? "| cat >out" : ">out")"
        let (status, lines) = try await RunningProgram.run("/bin/sh", ["-c", script, "sh", folder.path, program, stream.address, input])
        #expect(status == 0, "\(lines)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "out" }
        return (try Data(contentsOf: folder.appending(path: "out")), files)
    }

    @Test("The journal goes to standard output, which has nothing else, and no file is called -")
    func journal() async throws {
        let (bytes, files) = try await output(of: "play \"$3\" --max-rate --journal -")
        #expect(files == [])
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 5)
        #expect(!lines.contains { $0.contains("peak memory") })
    }

    @Test("The report goes to standard output as JSON alone")
    func report() async throws {
        let (bytes, files) = try await output(of: "play \"$3\" --max-rate --report -")
        #expect(files == [])
        let report = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(report["state"] as? String == "ended")
    }

    @Test(
        "The audio goes to standard output as a WAV file, and its length is in the header if that can still be written",
        arguments: [false, true])
    func wav(piped: Bool) async throws {
        let (bytes, files) = try await output(of: "play \"$3\" --max-rate --wav -", piped: piped)
        #expect(files == [])
        #expect(bytes.starts(with: Array("RIFF".utf8)))
        #expect(bytes[8..<12] == Data("WAVE".utf8))
        let length = bytes[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(length == (piped ? Int(UInt32.max) - 36 : bytes.count - 44))
        // Five seconds of two channels with 48,000 samples of four bytes.
        #expect(bytes.count > 4 * 48_000 * 8)
    }

    @Test("A still goes to standard output as a PNG file alone")
    func still() async throws {
        let (bytes, files) = try await output(of: "still \"$3\" --at 1 -o -", piped: true)
        #expect(files == [])
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(bytes.suffix(8).prefix(4) == Data("IEND".utf8))
    }

    @Test("Standard input is probed, and read for captions")
    func input() async throws {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"
        #expect(String(decoding: try await output(of: "probe -", input: list).bytes, as: UTF8.self).contains("on demand"))
        let captions = "1\n00:00:01,000 --> 00:00:02,000\nHello\n"
        let converted = try await output(of: "captions - --to vtt", input: captions).bytes
        #expect(String(decoding: converted, as: UTF8.self).contains("Hello"))
    }

    @Test(
        "Only one file can be standard output or input",
        arguments: [
            "play a --journal - --report -", "play a --wav - --report -", "simulate --traces - --movie - --buffer 30",
            "still a -o b --captions - --css -", "captions - --css - --boxes --at 1 --size 2x2",
        ])
    func conflicts(words: String) {
        #expect(throws: (any Error).self) { try Windowbox.parseAsRoot(words.split(separator: " ").map(String.init)) }
    }
}
