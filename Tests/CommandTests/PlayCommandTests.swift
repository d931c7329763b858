// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import windowbox

@Suite("windowbox play and related commands", .timeLimit(.minutes(1))) struct PlayCommandTests {
    /// The error message for invalid arguments.
    private func complaint(_ words: [String]) -> String? {
        do {
            _ = try Windowbox.parseAsRoot(words)
            return nil
        } catch { return Windowbox.fullMessage(for: error) }
    }

    @Test(
        "Out-of-range numbers are refused, naming the option",
        arguments: [
            ("play a --stills f --still-every", ["0", "-1", "nan", "inf", "1e30", "x", ""], "--still-every"),
            ("play a --for", ["0", "-1", "nan", "inf", "1e30", "x"], "--for"), ("play a --start", ["-1", "nan", "inf", "1e30"], "--start"),
            ("play a --seek", ["-1", "nan", "1,inf", "x", "1e30"], "--seek"), ("play a --speed", ["0", "5", "nan"], "--speed"),
            ("play a --limit-bitrate", ["0", "-5", "x"], "--limit-bitrate"),
            ("play a --volume", ["-1", "201", "nan", "x"], "--volume"), ("play a --preamp", ["-16", "15.5", "nan"], "--preamp"),
            ("play a --loudness", ["", "loud"], "--loudness"), ("play a --deinterlace", ["on", ""], "--deinterlace"),
            ("play a --threads", ["0", "99"], "--threads"),
            ("still a -o b --at", ["-1", "nan", "inf", "1e30"], "--at"),
            ("still a -o b --timeout", ["0", "-1", "nan", "inf", "1e30"], "--timeout"),
            ("cast a --for", ["0", "nan", "inf", "1e30"], "--for"), ("cast a --start", ["-1", "nan"], "--start"),
            ("cast --search-for", ["0", "nan", "1e30"], "--search-for"), ("demo --for", ["0", "nan", "inf", "1e30"], "--for"),
        ])
    func numbers(_ command: String, _ values: [String], _ option: String) {
        for value in values {
            var words = command.split(separator: " ").map(String.init)
            // A value that begins with a dash is separated from the option by an equals sign.
            words[words.count - 1] += "=\(value)"
            #expect(complaint(words)?.contains(option) == true, "\(words): \(complaint(words) ?? "accepted")")
        }
    }

    @Test("Incomplete or conflicting options are refused")
    func combinations() {
        #expect(complaint(["play", "a", "--still-every", "2"])?.contains("--stills") == true)
        #expect(complaint(["play", "a", "--stills", ""])?.contains("--stills") == true)
        #expect(complaint(["play", "a", "--stills", "f", "--ads", "http://a/"])?.contains("--stills") == true)
        #expect(complaint(["play", "a", "--stills", "f", "--still-every", "0.5", "--for", "1", "--seek", "1, 2"]) == nil)
    }

    @Test("The log names only what a playlist states of a quality")
    func qualities() {
        #expect(RunRecorder.quality(of: .init(bandwidth: 0)) == "of unstated quality")
        #expect(RunRecorder.quality(of: .init(bandwidth: 96_000)) == "96 kbit/s")
        #expect(RunRecorder.quality(of: .init(bandwidth: 0, size: .init(width: 640, height: 360))) == "640x360")
        #expect(RunRecorder.quality(of: .init(bandwidth: 2_000_000, size: .init(width: 640, height: 360))) == "640x360 2000 kbit/s")
    }

    @Test("All stills are written when the command ends, and one that can't be written is an error")
    func stills() async throws {
        let stream = try GeneratedStreams.named("medium")
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = [stream.address, "--stills", folder.path, "--still-every", "1", "--max-rate", "--quiet"]
        try await HeadlessRun(options: try Play.parse(words)).run()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == (0..<5).map { String(format: "%09.3f.png", Double($0)) })
        let first = folder.appending(path: names[0])
        #expect(try Data(contentsOf: first).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // Another file has the name now.
        try FileManager.default.removeItem(at: first)
        try FileManager.default.createDirectory(at: first.appending(path: "x"), withIntermediateDirectories: true)
        await #expect {
            try await HeadlessRun(options: try Play.parse(words)).run()
        } throws: {
            guard let message = ($0 as? Failure)?.message else { return false }
            return message.contains("cannot write") && message.contains(names[0])
        }
    }
}
