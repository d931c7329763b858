// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxOrigin
import WindowboxStreaming

/// An item that can't be played, and what its error must say.
struct DeadEnd: Sendable, CustomTestStringConvertible {
    var name: String
    var stream = "vod-ts"
    var rules: [FaultRule] = []
    var texts: [String: String] = [:]
    var code: StreamingError.Code
    var says: [String]
    var codecs: [Codec.Family]?
    var testDescription: String { name }
}

@Suite("Fatal faults", .serialized, .timeLimit(.minutes(1)))
struct FaultEndTests {
    static let ends: [DeadEnd] = [
        DeadEnd(name: "no playlist", rules: [FaultRule("/index.m3u8", .status(404))], code: .unavailable, says: ["404", "/index.m3u8"]),
        DeadEnd(name: "no permission", rules: [FaultRule("/index.m3u8", .status(403))], code: .unavailable, says: ["403"]),
        DeadEnd(name: "an empty response", texts: ["/index.m3u8": ""], code: .unsupported, says: ["empty", "/index.m3u8"]),
        DeadEnd(name: "an empty playlist", texts: ["/index.m3u8": "#EXTM3U\n"], code: .playlist, says: ["playlist"]),
        DeadEnd(
            name: "a playlist without segments",
            texts: ["/index.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST\n"], code: .playlist, says: ["no segment"]),
        DeadEnd(
            name: "a web page", texts: ["/index.m3u8": "<!DOCTYPE html><html><body>Sign in</body></html>\n"], code: .unsupported,
            says: ["/index.m3u8", "HTML"]),
        DeadEnd(
            name: "an endless playlist", rules: [FaultRule("/index.m3u8", .endless)], code: .unavailable,
            says: ["262144", "/index.m3u8"]),
        DeadEnd(
            name: "a redirect loop", rules: [FaultRule("/index.m3u8", .redirect(to: "/index.m3u8"))], code: .unavailable,
            says: ["in a circle"]),
        DeadEnd(
            name: "a redirect to a file", rules: [FaultRule("/index.m3u8", .redirect(to: "file:///etc/passwd"))],
            code: .unavailable, says: ["out of HTTP", "file:"]),
        DeadEnd(name: "no segment at all", rules: [FaultRule("*.ts", .status(404))], code: .unavailable, says: ["404", ".ts"]),
        DeadEnd(
            name: "one segment that is missing",
            texts: ["/index.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nno.ts\n#EXT-X-ENDLIST\n"], code: .unavailable,
            says: ["404", "none of the segments"]),
        DeadEnd(
            name: "nothing but gaps",
            texts: ["/index.m3u8": "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:2\n#EXT-X-GAP\n#EXTINF:2,\nno.ts\n#EXT-X-ENDLIST\n"],
            code: .unavailable, says: ["gaps"]),
        DeadEnd(
            name: "no initialization section of the video", stream: "vod-cmaf-single", rules: [FaultRule("/video/init.mp4", .status(404))],
            code: .unavailable, says: ["404", "/video/init.mp4", "initialization section", "EXT-X-MAP"]),
        DeadEnd(
            name: "no segment of the video", stream: "vod-cmaf-single", rules: [FaultRule("/video/*.m4s", .status(404))],
            code: .unavailable, says: ["404", "/video/"]),
        DeadEnd(
            name: "not one of two segments of the video", stream: "vod-cmaf-single", rules: [FaultRule("/video/*.m4s", .status(404))],
            texts: [
                "/video/index.m3u8": "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"init.mp4\"\n"
                    + "#EXTINF:2,\n0.m4s\n#EXTINF:2,\n1.m4s\n#EXT-X-ENDLIST\n"
            ], code: .unavailable, says: ["404", "/video/", "none of the segments"]),
        DeadEnd(name: "only garbage", code: .unsupported, says: [".ts"]),
        DeadEnd(name: "no key", stream: "aes-128-implicit", rules: [FaultRule("/key*", .status(404))], code: .key, says: ["/key", "404"]),
        DeadEnd(
            name: "no codec", code: .noPlayableVariant, says: ["avc1"], codecs: [.vp9]),
    ]

    @Test("An unplayable item ends in an error that states the cause", arguments: ends)
    func failing(_ end: DeadEnd) async throws {
        let stream = try GeneratedStreams.named(end.stream)
        let isGarbage = end.name == "only garbage"
        let texts = end.texts
        let source = FilesInMemory(stream.directory)
        let origin = try await FaultyOrigin(rules: end.rules) { request in
            if let text = texts[request.path] { return .text(text, type: "application/vnd.apple.mpegurl") }
            if isGarbage, request.path.hasSuffix(".ts") { return .text(String(repeating: "no segment ", count: 2000), type: "video/mp2t") }
            return source.answer(request)
        }
        var configuration = EngineConfiguration.impatient
        configuration.streaming.limitsOfLoads.playlistBytes = 1 << 18
        configuration.streaming.capabilities.codecs = end.codecs
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: configuration)
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.code == end.code, "\(error)")
        let text = error.message + " " + (error.url ?? "")
        for word in end.says { #expect(text.contains(word), "\(error)") }
        #expect(run.pictures.isEmpty)
        await origin.stop()
    }

    @Test(
        "A stream whose audio is missing ends in an error, after what was loaded of its video",
        arguments: ["/audio-en/*.m4s", "/audio-en/init.mp4"])
    func noAudio(pattern: String) async throws {
        let stream = try GeneratedStreams.named("vod-cmaf-single")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule(pattern, .status(404))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(error.code == .unavailable)
        #expect(error.url?.contains("/audio-en/") == true, "\(error)")
        await origin.stop()
    }

    @Test("A variant without its initialization section is left for another one, without losing a frame")
    func otherVariant() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("/360p/init.mp4", .status(404))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended, "\(run.journal.suffix(6))")
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        await origin.stop()
    }

    @Test("The item prepared after a failed one plays", arguments: [0, 1, 2])
    func nextItem(way: Int) async throws {
        let stream = try GeneratedStreams.named("short")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("/missing.m3u8", .status(404))])
        let engine = PlaybackEngine(configuration: .impatient)
        let good = origin.address(of: stream)
        await engine.load(origin.address + "/missing.m3u8", as: ItemID(0))
        if way > 0 { await engine.prepare(good, as: ItemID(1)) }
        await engine.play()
        var failed: [ItemID] = []
        loop: for await fact in engine.facts {
            switch fact {
            case .failed(let item, _):
                failed.append(item)
                if way == 2 { await engine.prepare(good, as: ItemID(1)) }
                await engine.load(good, as: ItemID(1))
            case .status(ItemID(1), .ended): break loop
            default: break
            }
        }
        #expect(failed == [ItemID(0)])
        #expect(await engine.currentCounts.picturesPresented == stream.frames)
        await engine.shutDown()
        await origin.stop()
    }

    @Test("A prepared item that fails does not affect the one that is playing")
    func nextFails() async throws {
        let stream = try GeneratedStreams.named("short")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("/missing.m3u8", .status(404))])
        let run = await RecordedRun.play([origin.address(of: stream), origin.address + "/missing.m3u8"], configuration: .impatient)
        guard case .failed(let error) = run.end else {
            Issue.record("the second item should have failed, but \(run.end)")
            return
        }
        #expect(error.message.contains("404"))
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        await origin.stop()
    }

    /// Plays a file of which nothing can be decoded, and returns the error with which it ends.
    private func failure(of path: String) async -> StreamingError? {
        let run = await RecordedRun.play([path])
        #expect(run.pictures.isEmpty)
        #expect(run.counts.audioSeconds == 0)
        guard case .failed(let error) = run.end else {
            Issue.record("it should have failed, but \(run.end)")
            return nil
        }
        #expect(error.url?.hasSuffix(path) == true)
        #expect(!error.isTransient)
        return error
    }

    @Test("A file whose audio can't be decoded ends with an error that says so")
    func damagedSound() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-damage-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: path) }
        // Longer than the read-ahead.
        let levels = [Int16](repeating: 0, count: 8000 * 150 / ADPCMFile.samplesInBlock)
        try Data(ADPCMFile.bytes(levels: levels, sampleRate: 8000, isDamaged: true)).write(to: path)
        let error = try #require(await failure(of: path.path))
        #expect(error.code == .unavailable)
        #expect(error.message.contains("none of the audio could be decoded"), "\(error.message)")
        #expect(error.message.contains("copy or download it again"))
    }

    @Test("A file whose video can't be decoded ends with an error that says so")
    func damagedPictures() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "windowbox-damage-\(UUID().uuidString).ivf")
        defer { try? FileManager.default.removeItem(at: path) }
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        // Half a minute of VP8, which is longer than the read-ahead, without a keyframe.
        var film = Array("DKIF".utf8) + bytes(UInt16(0)) + bytes(UInt16(32)) + Array("VP80".utf8) + bytes(UInt16(320)) + bytes(UInt16(180))
        film += bytes(UInt32(30)) + bytes(UInt32(1)) + bytes(UInt32(900)) + bytes(UInt32(0))
        for number in 0..<UInt64(900) { film += bytes(UInt32(64)) + bytes(number) + [UInt8](repeating: 0x55, count: 64) }
        try Data(film).write(to: path)
        let error = try #require(await failure(of: path.path))
        #expect(error.message.contains("none of the video could be decoded"), "\(error.message)")
    }

    @Test("An MP4 file whose media is overwritten ends with an error that says so")
    func overwritten() async throws {
        let film = try await JoinedFile("mp4", parts: [["-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=3", "-c:v", "libx264"]])
        var bytes = try film.bytes()
        let media = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
        let end = bytes[media...].firstRange(of: Array("moov".utf8)).map { $0.lowerBound - 4 } ?? bytes.count
        for index in media..<end { bytes[index] = 0xFF }
        try Data(bytes).write(to: film.file)
        let error = try #require(await failure(of: film.file.path))
        #expect(error.message.contains("none of the video could be decoded"), "\(error.message)")
    }

    @Test("Of a file with damaged video, the audio plays, and a warning names the video")
    func damagedBesideSound() async throws {
        let file = try await JoinedFile(
            "mkv",
            parts: [
                ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=3", "-f", "lavfi", "-i", "sine=d=3", "-c:v", "libvpx", "-c:a", "aac"]
                    // Without a keyframe, the rest can't be decoded.
                    + ["-g", "1000", "-bsf:v", "noise=drop=key"]
            ])
        let run = await RecordedRun.play([file.file.path])
        #expect(run.end == .ended)
        #expect(run.counts.audioSeconds > 2.5)
        let warnings = run.facts.compactMap { if case .warning(_, let error) = $0 { error } else { nil } }
        #expect(warnings.map(\.code) == [.unavailable])
        #expect(warnings.first?.message.contains("none of the video could be decoded") == true)
    }
}
