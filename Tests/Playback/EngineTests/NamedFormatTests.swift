// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin

@testable import WindowboxEngine

@Suite("Formats that only the name of a file tells", .serialized, .timeLimit(.minutes(1)))
struct NamedFormatTests {
    /// The extension, and the options of ffmpeg. Files of raw samples don't state their rate; FFmpeg assumes 44.1 kHz.
    static let formats: [(name: String, options: [String])] = [
        ("g722", ["-ar", "16000", "-ac", "1"]), ("al", ["-f", "alaw", "-ar", "44100", "-ac", "1"]),
        ("ul", ["-f", "mulaw", "-ar", "44100", "-ac", "1"]), ("sb", ["-f", "s8", "-ar", "44100", "-ac", "1"]),
        ("ub", ["-f", "u8", "-ar", "44100", "-ac", "1"]), ("sw", ["-f", "s16le", "-ar", "44100", "-ac", "1"]),
        ("sbc", ["-ar", "44100", "-ac", "1"]),
    ]

    private static func file(_ format: (name: String, options: [String])) async throws -> JoinedFile {
        try await JoinedFile(format.name, parts: [["-f", "lavfi", "-i", "sine=r=44100:d=1"] + format.options])
    }

    /// Plays one second of a tone of 440 Hz.
    private static func expectPlayed(_ run: RecordedRun) {
        #expect(run.end == .ended, "\(run.journal)")
        #expect(abs(run.counts.audioSeconds - 1) < 0.05, "\(run.counts.audioSeconds)")
        // It is the tone, and not noise.
        let crossings = zip(run.left, run.left.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        #expect(abs(Double(crossings) / 880 - run.counts.audioSeconds) < 0.1, "\(crossings)")
    }

    @Test("Such a file plays", arguments: formats)
    func file(format: (name: String, options: [String])) async throws {
        let file = try await Self.file(format)
        Self.expectPlayed(await RecordedRun.play([file.file.path]))
    }

    @Test("It also plays from a server, whatever the query of its URL", arguments: [formats[0], formats[1]])
    func remote(format: (name: String, options: [String])) async throws {
        let bytes = try await Self.file(format).bytes()
        let origin = try await FaultyOrigin { _ in
            OriginResponse(headers: [("Content-Type", "application/octet-stream")], body: .bytes(bytes))
        }
        Self.expectPlayed(await RecordedRun.play(["\(origin.address)/tone.\(format.name)?name=film.mp4"]))
        await origin.stop()
    }

    @Test(
        "Bytes of any kind are not taken for pictures of text because of their name", arguments: ["txt", "bin", "nfo", "asc", "diz", "xb"])
    func textArt(name: String) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(name)")
        try Data((0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ $0 / 7) }).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let run = await RecordedRun.play([path.path])
        #expect(run.end != .ended)
        #expect(run.pictures.isEmpty)
    }

    @Test("An image whose name looks like that of a series is one picture", arguments: ["png", "jpg"])
    func image(name: String) async throws {
        let file = try await JoinedFile(name, parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1", "-update", "1"]])
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "image001.\(name)")
        try FileManager.default.copyItem(at: file.file, to: path)
        let run = await RecordedRun.play([path.path])
        #expect(run.end == .ended)
        #expect(run.pictures.count == 1)
    }
}
