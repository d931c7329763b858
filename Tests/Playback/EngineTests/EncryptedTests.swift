// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Sample-encrypted streams", .serialized)
struct EncryptedTests {
    /// A copy of a stream that a test may modify.
    private struct Copy: ~Copyable {
        let folder: URL
        let playlist: String

        init(of stream: GeneratedStream) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
            try FileManager.default.copyItem(at: stream.directory, to: folder)
            playlist = folder.appending(path: stream.url.lastPathComponent).path
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func change(_ file: String, _ body: (inout Data) -> Void) throws {
            var data = try Data(contentsOf: folder.appending(path: file))
            body(&data)
            try data.write(to: folder.appending(path: file))
        }

        func changeText(_ file: String, _ body: (String) -> String) throws {
            try change(file) { $0 = Data(body(String(decoding: $0, as: UTF8.self)).utf8) }
        }
    }

    private func error(of run: RecordedRun) throws -> StreamingError {
        guard case .failed(let error) = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            throw CancellationError()
        }
        return error
    }

    @Test("An encrypted stream with a clear lead plays without a missing frame or a click", arguments: ["sample-aes-ts", "cbcs-cmaf"])
    func clearLead(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let copy = try Copy(of: stream)
        if name == "sample-aes-ts" {
            // The same video and audio unencrypted.
            let clear = try GeneratedStreams.named("event").directory.path
            try copy.changeText("index.m3u8") { text in
                let key = text.split(separator: "\n").first { $0.hasPrefix("#EXT-X-KEY") } ?? ""
                return text.replacing(key, with: "#EXT-X-KEY:METHOD=NONE").replacing("\n0.ts", with: "\n\(clear)/0.ts")
                    .replacing("\n1.ts\n", with: "\n\(clear)/1.ts\n\(key)\n")
            }
        } else {
            let clear = try GeneratedStreams.named("vod-cmaf-single").directory.path
            for (contentType, other) in [("video", "video"), ("sound", "audio-en")] {
                try copy.changeText("\(contentType)/index.m3u8") { text in
                    let lines = text.split(separator: "\n")
                    let locked = lines.filter { $0.hasPrefix("#EXT-X-KEY") || $0.hasPrefix("#EXT-X-MAP") }.joined(separator: "\n")
                    return text.replacing(locked, with: "#EXT-X-MAP:URI=\"\(clear)/\(other)/init.mp4\"")
                        .replacing("\n0.m4s", with: "\n\(clear)/\(other)/0.m4s")
                        .replacing("\n1.m4s\n", with: "\n\(clear)/\(other)/1.m4s\n\(locked)\n")
                }
            }
        }
        let run = await RecordedRun.play([copy.playlist])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        try expectContinuous(run)
    }

    @Test("Encrypted Dolby audio in MP4 is heard", arguments: ["cbcs-ac3", "cbcs-eac3"])
    func dolby(name: String) async throws {
        let stream = try GeneratedStreams.named(name)
        let run = await RecordedRun.play([stream.address])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.frames).map { $0 })
        #expect(abs(run.counts.audioSeconds - stream.duration) < 0.1)
        try expectContinuous(run)
    }

    @Test("A wrong key ends in an error that names the key, and no garbage is heard", arguments: ["sample-aes-ts", "cbcs-cmaf"])
    func wrongKey(name: String) async throws {
        let copy = try Copy(of: try GeneratedStreams.named(name))
        for key in name == "sample-aes-ts" ? ["key.bin"] : ["video/key.bin", "sound/key.bin"] {
            try copy.change(key) { $0 = Data(repeating: 0x5A, count: 16) }
        }
        let run = await RecordedRun.play([copy.playlist])
        let error = try error(of: run)
        #expect(error.code == .key)
        #expect(error.message.contains("key.bin"))
        #expect(error.message.contains("EXT-X-KEY"))
        #expect(run.pictures.isEmpty)
        #expect(run.sound.allSatisfy { $0 == 0 })
    }

    @Test("The item after one with a wrong key plays")
    func nextItem() async throws {
        let copy = try Copy(of: try GeneratedStreams.named("sample-aes-ts"))
        try copy.change("key.bin") { $0 = Data(repeating: 0x5A, count: 16) }
        let following = try GeneratedStreams.named("short")
        let engine = PlaybackEngine(configuration: EngineConfiguration(pace: .asFastAsPossible))
        await engine.load(copy.playlist, as: ItemID(0))
        await engine.play()
        var failed: ItemID?
        loop: for await fact in engine.facts {
            switch fact {
            case .failed(let item, _):
                failed = item
                await engine.load(following.address, as: ItemID(1))
            case .status(ItemID(1), .ended): break loop
            default: break
            }
        }
        #expect(failed == ItemID(0))
        #expect(await engine.currentCounts.picturesPresented == following.frames)
        await engine.shutDown()
    }

    @Test("A playlist without a key ends in an error that names the missing tag", arguments: ["sample-aes-ts", "cbcs-cmaf"])
    func missingKey(name: String) async throws {
        let copy = try Copy(of: try GeneratedStreams.named(name))
        for list in name == "sample-aes-ts" ? ["index.m3u8"] : ["video/index.m3u8", "sound/index.m3u8"] {
            try copy.changeText(list) { text in
                text.split(separator: "\n").filter { !$0.hasPrefix("#EXT-X-KEY") }.joined(separator: "\n") + "\n"
            }
        }
        let run = await RecordedRun.play([copy.playlist])
        let error = try error(of: run)
        #expect(error.message.contains("METHOD=SAMPLE-AES"))
        #expect(run.pictures.isEmpty)
    }

    @Test("An unknown encryption scheme ends in an error that names it")
    func unknownScheme() async throws {
        let copy = try Copy(of: try GeneratedStreams.named("cbcs-cmaf"))
        for header in ["video/init.mp4", "sound/init.mp4"] {
            try copy.change(header) { data in
                let range = data.range(of: Data("cbcs".utf8)) ?? data.startIndex..<data.startIndex
                data.replaceSubrange(range, with: Data("zbzs".utf8))
            }
        }
        let error = try error(of: await RecordedRun.play([copy.playlist]))
        #expect(error.code == .key)
        #expect(error.message.contains("zbzs"))
        #expect(error.message.contains("cbcs"))
    }

    @Test("A single encrypted file ends in an error that says so")
    func file() async throws {
        let stream = try GeneratedStreams.named("sample-aes-ts")
        let error = try error(of: await RecordedRun.play([stream.directory.appending(path: "0.ts").path]))
        #expect(error.code == .key)
        #expect(error.message.contains("encrypted"))
    }
}
