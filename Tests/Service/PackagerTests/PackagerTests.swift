// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxPackager

@Suite("Packages", .serialized) struct PackagerTests {
    private static func settings(_ change: (inout PackagerSettings) -> Void = { _ in }) -> PackagerSettings {
        var settings = PackagerSettings()
        settings.shortSides = [180, 270, 360]
        settings.preset = "ultrafast"
        change(&settings)
        return settings
    }

    private static func playlist(_ folder: URL, _ name: String) throws -> Playlist {
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        let reading = Playlist.parse(bytes, baseURL: folder.appending(path: name).absoluteString, options: ReadingOptions(mode: .strict))
        return try reading.get()
    }

    @Test(
        "A package plays with every frame and sample, and switches renditions seamlessly",
        arguments: ["file-start-mp4", "file-film-webm"])
    func plays(stream: String) async throws {
        let source = try GeneratedStreams.named(stream)
        try await TemporaryFolder.with { folder in
            let reports = Mutex<[Double]>([])
            // In small, quickly encoded frames, the numbers are unreadable.
            let settings = Self.settings {
                $0.shortSides = [270, 360]
                $0.preset = "superfast"
                $0.segmentDuration = 2
            }
            let media = try await Packager(settings: settings).package(source.address, into: folder) { fraction in
                reports.withLock { $0.append(fraction) }
            }
            let progress = reports.withLock { $0 }
            #expect(progress.last == 1)
            #expect(progress == progress.sorted())
            #expect(progress.allSatisfy { (0...1).contains($0) })
            #expect(media.renditions.map(\.height) == [270, 360])
            #expect(media.audioTracks.count == 1)
            #expect(abs(media.duration - 12) < 0.1)
            #expect(media.width == 640)
            // Selects another quality with every video request.
            // In the order of the playlist.
            let rungs = ["360p.mp4", "270p.mp4"]
            let run = await RecordedRun.play(
                [folder.appending(path: media.playlist).path],
                onRequest: { request, engine in
                    if request.url.hasSuffix("index.m3u8") { await engine.select(.variant(0)) }
                    guard let rung = rungs.firstIndex(where: request.url.contains) else { return }
                    await engine.select(.variant((rung + 1) % rungs.count))
                })
            #expect(run.end == .ended)
            #expect(run.numbers == (0..<360).map(Optional.some))
            #expect(run.misplaced().isEmpty)
            #expect(Set(run.pictures.map(\.size)).count >= 2)
            #expect(run.switches.count >= 2)
            let heard = try #require(SoundPosition.read(left: Array(run.left.prefix(96_000)), right: Array(run.right.prefix(96_000))))
            // Vorbis and Opus have their own priming; AAC's is removed.
            #expect(min(heard, SoundPosition.cycle - heard) <= (stream == "file-start-mp4" ? 4 : 400), "the audio begins at \(heard)")
        }
    }

    @Test("A package's playlists state correct codecs, bit rates, resolutions and durations, and pass a strict reader") func playlists()
        async throws
    {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let media = try await Packager(settings: Self.settings { $0.preset = "superfast" }).package(source.address, into: folder)
            let main = try #require(try Self.playlist(folder, media.playlist).multivariant)
            #expect(main.isIndependentSegments)
            #expect(main.variants.count == 3)
            #expect(main.iFrameVariants.count == 3)
            #expect(main.variants.map(\.resolution?.height) == [270, 180, 360])
            var counts: Set<[Double]> = []
            for variant in main.variants {
                #expect(variant.codecs == ["avc1.64001e", "mp4a.40.2"])
                #expect(variant.frameRate == 30)
                #expect(variant.audioGroup == "sound")
                #expect(variant.videoRange == "SDR")
                #expect(variant.closedCaptions == Variant.ClosedCaptions.none)
                let list = try #require(try Self.playlist(folder, variant.uri.text).media)
                #expect(list.segments.allSatisfy { Int($0.duration.rounded()) <= list.targetDuration })
                #expect(list.isEndList)
                #expect(list.kind == .onDemand)
                counts.insert(list.segments.map { ($0.start * 1000).rounded() })
                let name = try #require(list.segments.first?.uri.text)
                let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? Int)
                let last = try #require(list.segments.last?.byteRange)
                #expect(last.end <= size, "ffmpeg's index is behind the last segment")
                #expect(size - last.end < 200, "ffmpeg's index is behind the last segment")
                let bits = list.segments.map { Double(($0.byteRange?.length ?? 0) * 8) / $0.duration }
                let sound = try #require(media.audioTracks.first)
                #expect(variant.bandwidth >= Int(bits.max() ?? 0) + sound.averageBitrate)
                #expect((variant.averageBandwidth ?? .max) <= variant.bandwidth)
            }
            // All have the same segment boundaries.
            #expect(counts.count == 1)
            let keys = try #require(try Self.playlist(folder, "360p-keys.m3u8").media)
            #expect(keys.isIFramesOnly)
            #expect(keys.segments.count == 6)
            #expect(keys.segments.allSatisfy { $0.duration == 2 })
            let sound = try #require(try Self.playlist(folder, "sound-1.m3u8").media)
            #expect(sound.targetDuration == 4)
            #expect(sound.segments.count == 3)
            #expect(zip(sound.segments, [0.0, 4, 8]).allSatisfy { abs($0.start - $1) < 0.3 })
            for file in media.files { #expect(FileManager.default.fileExists(atPath: folder.appending(path: file).path), "\(file)") }
            let known = Set(media.files)
            let there = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            #expect(there.filter { $0.contains(".") && !known.contains($0) } == [])
        }
    }

    @Test("A package has a poster, an animated preview and sprite sheets") func stills() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let media = try await Packager(settings: Self.settings()).package(source.address, into: folder)
            let poster = try #require(media.poster)
            #expect(try Data(contentsOf: folder.appending(path: poster.file)).starts(with: [0xFF, 0xD8]))
            #expect(poster.width == 640)
            let small = try #require(media.smallPoster)
            let header = try #require(PictureHeader(Array(Data(contentsOf: folder.appending(path: small.file)))))
            #expect(header.width == small.width)
            #expect(header.height == small.height)
            #expect(small.height == 320)
            #expect(small.width == 568)
            let preview = try #require(media.preview)
            let gif = try Data(contentsOf: folder.appending(path: preview.file))
            #expect(gif.starts(with: Array("GIF89a".utf8)) && Int(gif[6]) + 256 * Int(gif[7]) == preview.width)
            let text = try String(contentsOf: folder.appending(path: "sprites.vtt"), encoding: .utf8)
            let cues = text.split(separator: "\n").filter { $0.contains("#xywh=") }
            #expect(cues.count == 12 && cues[6] == "sprites-001.jpg#xywh=160,90,160,90")
            let images = try #require(try Self.playlist(folder, "sprites.m3u8").media)
            #expect(images.isImagesOnly)
            #expect(images.segments.first?.tiles == Tiles(size: PixelSize(width: 160, height: 90), columns: 5, rows: 5, duration: 1))
        }
    }

    @Test("A package has sidecar captions, in segments on the video's clock") func captions() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        let english = "1\n00:00:01,000 --> 00:00:02,500\nHello <i>you</i>\n\n2\n00:00:09,000 --> 00:00:11,000\nBye\n"
        let german = "WEBVTT\n\n00:01.000 --> 00:40.000\nHallo\n"
        try await TemporaryFolder.with { folder in
            let media = try await Packager(settings: Self.settings()).package(
                source.address,
                captions: [
                    .init(bytes: Array(english.utf8), language: "eng", isDefault: true), .init(bytes: Array(german.utf8), language: "de"),
                ], into: folder)
            #expect(media.texts.map(\.language) == ["en", "de"])
            #expect(media.texts.map(\.isDefault) == [true, false])
            let main = try #require(try Self.playlist(folder, media.playlist).multivariant)
            let texts = main.renditions(.subtitles, group: "text")
            #expect(texts.map(\.name) == ["English", "Deutsch"])
            #expect(main.variants.allSatisfy { $0.subtitlesGroup == "text" })
            let list = try #require(try Self.playlist(folder, texts[0].uri?.text ?? "").media)
            #expect(list.segments.count == 1)
            #expect(abs(list.duration - media.duration) < 0.001)
            let segment = try String(contentsOf: folder.appending(path: "captions-1/0.vtt"), encoding: .utf8)
            #expect(segment.hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"))
            #expect(segment.contains("Hello <i>you</i>"))
            let isCue = { (fact: EngineFact) in if case .text = fact { true } else { false } }
            let run = await RecordedRun.play(
                [folder.appending(path: media.playlist).path],
                onRequest: { _, engine in
                    await engine.select(.subtitles(0))
                })
            #expect(run.end == .ended)
            #expect(run.facts.contains(where: isCue))
        }
    }

    @Test("Invalid captions are refused by name") func badCaptions() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            await #expect {
                _ = try await Packager(settings: Self.settings { $0.shortSides = [180] })
                    .package(source.address, captions: [.init(bytes: Array("nothing".utf8), language: "en")], into: folder)
            } throws: { ($0 as? PackagerError)?.isOfSource == true && "\($0)".contains("English") }
        }
    }

    @Test("A package of audio alone plays, and one of video alone", arguments: ["file-sound-m4a", "file-sound-mp3", "file-sound-opus"])
    func soundAlone(stream: String) async throws {
        let source = try GeneratedStreams.named(stream)
        try await TemporaryFolder.with { folder in
            let media = try await Packager(settings: Self.settings()).package(source.address, into: folder)
            #expect(media.renditions.isEmpty)
            #expect(media.width == 0)
            #expect(media.poster == nil)
            #expect(media.sprites == nil)
            let run = await RecordedRun.play([folder.appending(path: media.playlist).path])
            #expect(run.end == .ended)
            #expect(run.pictures.isEmpty)
            #expect(abs(Double(run.frameCount) / 48_000 - source.duration) < 0.2)
        }
    }

    @Test("A hostile file can't make the packager read another one") func isolation() async throws {
        try await TemporaryFolder.with { folder in
            let secret = try GeneratedStreams.named("file-start-mp4").address
            let traps = [
                "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:12,\n\(secret)\n#EXT-X-ENDLIST\n",
                "list.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:12,\nfile://\(secret)\n#EXT-X-ENDLIST\n",
                "list.ffconcat": "ffconcat version 1.0\nfile '\(secret)'\n",
                "list.mpd": "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period><AdaptationSet>"
                    + "<Representation id=\"1\" bandwidth=\"1\"><BaseURL>\(secret)</BaseURL></Representation></AdaptationSet></Period></MPD>",
                "list.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n",
                "text.txt": "hello", "empty.mp4": "",
            ]
            for (name, text) in traps {
                let path = folder.appending(path: name).path
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                await #expect("\(name)") { _ = try await SourceProbe.read(path) } throws: {
                    ($0 as? PackagerError)?.isOfSource == true
                }
            }
            await #expect { _ = try await SourceProbe.read("/nothing/there") } throws: { ($0 as? PackagerError)?.isOfSource == true }
        }
    }

    @Test("Archives are refused as video, whatever they contain") func archives() async throws {
        try await TemporaryFolder.with { folder in
            let film = [UInt8](try Data(contentsOf: URL(filePath: try GeneratedStreams.named("file-start-mp4").address)))
            // A file that is stored without compression (PKWARE's APPNOTE, 4.3.7): method 0, its sizes, its name.
            func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
            let name = Array("a.mp4".utf8)
            let head = [0x50, 0x4B, 3, 4, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0] + bytes(0) + bytes(film.count) + bytes(film.count)
            try Data(head + [UInt8(name.count), 0, 0, 0] + name + film).write(to: folder.appending(path: "stored.mp4"))
            // Fifty megabytes of zeros compress to fifty kilobytes.
            for (name, content) in [("film.mp4", film), ("bomb.mp4", [UInt8](repeating: 0, count: 50 << 20))] {
                let path = folder.appending(path: name).path
                try Data(content).write(to: URL(filePath: path))
                #expect(try await RunningProgram.run("/usr/bin/env", ["gzip", path]).status == 0)
                try FileManager.default.moveItem(atPath: "\(path).gz", toPath: path)
            }
            for name in ["stored.mp4", "film.mp4", "bomb.mp4"] {
                let path = folder.appending(path: name).path
                await #expect("\(name)") { _ = try await SourceProbe.read(path) } throws: { ($0 as? PackagerError)?.isOfSource == true }
            }
        }
    }

    @Test("ffmpeg stops when its task is cancelled, at its time limit and at its size limit") func limits() async throws {
        let source = try GeneratedStreams.named("file-start-mp4")
        try await TemporaryFolder.with { folder in
            let begun = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                try await Packager(
                    settings: Self.settings {
                        $0.preset = "veryslow"; $0.shortSides = [360]
                    }
                )
                .package(source.address, into: folder) { _ in begun.continuation.yield() }
            }
            for await _ in begun.stream { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            await #expect {
                _ = try await Packager(
                    settings: Self.settings {
                        $0.minTimeLimit = 0.01; $0.timeLimitFactor = 0
                    }
                )
                .package(source.address, into: folder)
            } throws: { ($0 as? PackagerError)?.isTimeLimit == true }
            await #expect {
                _ = try await Packager(settings: Self.settings { $0.maxFileBytes = 20_000 }).package(source.address, into: folder)
            } throws: { $0 is PackagerError }
        }
    }
}
