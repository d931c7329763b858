// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxTransport

@testable import WindowboxEngine

@Suite("Radio stream titles", .timeLimit(.minutes(1)))
struct RadioStreamTests {
    private static func block(_ text: [UInt8]) -> [UInt8] {
        let size = (text.count + 15) / 16
        return [UInt8(size)] + text + [UInt8](repeating: 0, count: size * 16 - text.count)
    }

    private static func block(_ text: String) -> [UInt8] { block(Array(text.utf8)) }

    /// Audio with these metadata blocks after every `interval` bytes.
    private static func interleaved(_ sound: [UInt8], every interval: Int, _ blocks: [[UInt8]]) -> [UInt8] {
        var blocks = blocks[...]
        return stride(from: 0, to: sound.count, by: interval).flatMap { start in
            let part = sound[start..<min(start + interval, sound.count)]
            return Array(part) + (part.count == interval ? blocks.popFirst() ?? [0] : [])
        }
    }

    private let headers: TransportHeaders = ["icy-metaint": "10", "icy-name": " Radio X ", "icy-genre": "Jazz"]

    @Test("Titles are separated from the audio in chunks of any size", arguments: [1, 2, 3, 7, 16, 1000])
    func pieces(size: Int) throws {
        let sound = (0..<95).map { UInt8($0) }
        let bytes = Self.interleaved(
            sound, every: 10,
            [[0], Self.block("StreamTitle='Ann - Don't stop - now';StreamUrl='';"), [0], Self.block("StreamTitle='News';")])
        var stream = try #require(RadioStream(headers))
        #expect(stream.metadata == EmbeddedMetadata(title: "Radio X", genre: "Jazz"))
        var (heard, told): ([UInt8], [EmbeddedMetadata]) = ([], [])
        for start in stride(from: 0, to: bytes.count, by: size) {
            heard += Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { stream.audio(in: $0) }
            if let metadata = stream.metadata, metadata != told.last { told.append(metadata) }
        }
        #expect(heard == sound)
        #expect(told.last == EmbeddedMetadata(title: "News", album: "Radio X", genre: "Jazz"))
        let song = EmbeddedMetadata(title: "Don't stop - now", artist: "Ann", album: "Radio X", genre: "Jazz")
        if size < 50 { #expect(told.contains(song)) }
    }

    private struct Text: Sendable {
        var bytes: [UInt8]
        var title: String

        init(_ text: String, _ title: String) { (bytes, self.title) = (Array(text.utf8), title) }
        init(_ bytes: [UInt8], _ title: String) { (self.bytes, self.title) = (bytes, title) }
    }

    private static let texts = [
        Text(Array("StreamTitle='Caf".utf8) + [0xE9, 0x27, 0x3B], "Café"), Text("StreamTitle='Open", "Open"),
        Text("StreamTitle='End'", "End"), Text("StreamUrl='x';StreamTitle=' \u{7}A ';", "A"), Text("StreamTitle='';", "Radio X"),
        Text("nothing", "Radio X"), Text([0xFF, 0xFE, 0x27], "Radio X"),
    ]

    @Test(
        "Titles in Latin-1, without an end or with control characters are read as far as possible",
        arguments: 0..<7)
    func texts(index: Int) throws {
        let text = Self.texts[index]
        var stream = try #require(RadioStream(headers))
        _ = ([UInt8](repeating: 1, count: 10) + Self.block(text.bytes)).withUnsafeBytes { stream.audio(in: $0) }
        #expect(stream.metadata?.title == text.title)
    }

    @Test("No titles are read without a metadata interval or with an absurd one", arguments: ["", "0", "-5", "x", "99999999999999999999"])
    func announcements(interval: String) {
        #expect(RadioStream(["icy-name": "X"]) == nil)
        #expect(RadioStream(["icy-metaint": interval]) == nil)
    }

    @Test("Titles are reported during playback and leave no trace in the audio")
    func playing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let song = "\(folder.path)/song.mp3"
        let arguments = ["-f", "lavfi", "-i", "sine=duration=6", "-c:a", "libmp3lame", "-b:a", "128k", "-id3v2_version", "0", song]
        #expect(try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error"] + arguments).status == 0)
        let sound = [UInt8](try Data(contentsOf: URL(filePath: song)))
        let titles = ["Ann - One", "Bob - Two"].map { Self.block("StreamTitle='\($0)';") }
        let sent = Self.interleaved(sound, every: 8192, [titles[0], [0], [0], titles[1]])
        let (asked, told) = (Watched<[String?]>([]), Watched<[EmbeddedMetadata]>([]))
        // Up to the second title, which is sent once the first has been reported.
        let beginning = 3 * 8193 + titles[0].count - 1
        let origin = try await Origin { request in
            asked.change { $0.append(request.header("Icy-MetaData")) }
            let headers = [("Content-Type", "audio/mpeg"), ("icy-name", "Radio X"), ("icy-metaint", "8192")]
            return OriginResponse(
                headers: headers,
                body: .stream { writer in
                    try await writer.write(Array(sent[..<beginning]))
                    await told.reaches { $0.last?.title == "One" }
                    try await writer.write(Array(sent[beginning...]))
                })
        }
        let run = await RecordedRun.play(
            [origin.address + "/listen"],
            onFact: { fact, _ in
                if case .metadata(_, let metadata) = fact { told.change { $0.append(metadata) } }
            })
        #expect(run.end == .ended)
        #expect(asked.value.first == "1")
        #expect(abs(run.frameCount - 6 * 48_000) < 4800)
        // The station's name is reported first if the first title has not arrived with the first bytes.
        let songs = told.value.filter { $0.title != "Radio X" }
        #expect(songs.map(\.title) == ["One", "Two"])
        #expect(songs.map(\.artist) == ["Ann", "Bob"])
        #expect(songs.allSatisfy { $0.album == "Radio X" })
        // A tone without clicks: metadata between MP3 frames would be skipped, but metadata inside them would be heard.
        let steps = zip(run.left.dropFirst(), run.left).map { abs($0 - $1) }
        #expect((steps.dropFirst(4800).dropLast(4800).max() ?? 1) < 0.05)
        await origin.stop()
    }

    @Test("Titles are read from each link of an Ogg chain", arguments: ["file-chained-vorbis", "file-chained-opus"])
    func chain(name: String) async throws {
        let stream = try #require(try PackagedStreams.all.first { $0.name == name })
        let run = await RecordedRun.play([try PackagedStreams.address(of: stream)])
        let titles = run.facts.compactMap { fact in if case .metadata(_, let metadata) = fact { metadata.title } else { nil } }
        #expect(titles == ["Part 1", "Part 2"])
    }
}
