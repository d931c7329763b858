// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@testable import WindowboxPackager

@Suite("Ladders of several codecs", .serialized, .timeLimit(.minutes(5))) struct CodecLadderTests {
    private static func plan(
        _ width: Int, _ height: Int, channels: [Int] = [2], _ change: (inout PackagerSettings) -> Void
    ) throws -> PackagingPlan {
        var settings = PackagerSettings()
        change(&settings)
        let picture = SourceProbe.Picture(index: 0, codec: "h264", width: width, height: height, frameRate: FrameRate(30))
        let audioTracks = channels.enumerated().map { SourceProbe.AudioTrack(index: 1 + $0.offset, codec: "aac", channels: $0.element) }
        return try PackagingPlan(SourceProbe(duration: 12, picture: picture, audioTracks: audioTracks), settings: settings)
    }

    @Test("H.264 is always in the ladder and alone by default; others come before it, in the same sizes") func codecs() throws {
        #expect(try Self.plan(640, 360) { _ in }.rungs.map(\.name) == ["240p", "360p"])
        let plan = try Self.plan(640, 360) { $0.codecs = [.hevc, .av1] }
        #expect(plan.rungs.map(\.name) == ["240p-av1", "360p-av1", "240p-hevc", "360p-hevc", "240p", "360p"])
        let peaks = plan.rungs.filter { $0.height == 360 }.map(\.peakBitrate)
        #expect(peaks == peaks.sorted())
        #expect(Set(peaks).count == 3)
        // The encoders of the others refuse such sizes.
        #expect(try Self.plan(100, 60) { $0.codecs = [.hevc, .av1] }.rungs.map(\.name) == ["60p"])
    }

    @Test(
        "Rungs of 1440 and 2160 lines are made if they are set and the source has them",
        arguments: [(3840, 2160), (2560, 1440), (1280, 720)])
    func large(width: Int, height: Int) throws {
        let plan = try Self.plan(width, height) { $0.shortSides = [720, 1080, 1440, 2160] }
        #expect(plan.rungs.map(\.height) == [720, 1080, 1440, 2160].filter { $0 <= height })
        #expect(plan.rungs.map(\.peakBitrate) == plan.rungs.map(\.peakBitrate).sorted())
        #expect(plan.rungs.allSatisfy { $0.level <= 51 })
    }

    @Test("5.1 is kept beside stereo of the same sound if that is set, and never made of less") func surround() throws {
        #expect(try Self.plan(640, 360, channels: [6]) { _ in }.audioTracks.map(\.channels) == [2])
        let plan = try Self.plan(640, 360, channels: [6, 2, 8, 1]) { $0.keepsSurround = true }
        #expect(plan.audioTracks.map(\.channels) == [2, 2, 2, 1, 6, 6])
        #expect(plan.audioTracks.suffix(2).map(\.name) == ["sound-1-surround", "sound-3-surround"])
        #expect(plan.audioTracks.suffix(2).map(\.index) == [1, 3])
        #expect(plan.audioTracks.suffix(2).map(\.label) == [plan.audioTracks[0].label, plan.audioTracks[2].label])
    }

    private static func playlist(_ folder: URL, _ name: String) throws -> Playlist {
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        let reading = Playlist.parse(bytes, baseURL: folder.appending(path: name).absoluteString, options: ReadingOptions(mode: .strict))
        return try reading.get()
    }

    /// The video of a stream with frame numbers, and sound in 5.1.
    private static func makeSource(in folder: URL) async throws -> String {
        let video = try GeneratedStreams.named("file-start-mp4").address
        let sound = try GeneratedStreams.named("surround").address
        let path = folder.appending(path: "source.mkv").path
        try await MediaProgram("ffmpeg", settings: PackagerSettings()).run(
            ["-loglevel", "error", "-i", video, "-i", sound, "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "flac"]
                + ["-af", "apad=whole_dur=12", path])
        return path
    }

    @Test("Silence is packaged, although its samples are all alike, which MP4 does not list") func silence() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder.appending(path: "silent.mkv").path
            try await MediaProgram("ffmpeg", settings: PackagerSettings()).run(
                ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc=s=320x180:r=30:d=6", "-f", "lavfi", "-i", "anullsrc=d=6"]
                    + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac", source])
            var settings = PackagerSettings()
            (settings.shortSides, settings.preset, settings.makesSprites) = ([180], "ultrafast", false)
            let output = folder.appending(path: "package")
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            let media = try await Packager(settings: settings).package(source, into: output)
            #expect(media.audioTracks.count == 1)
            #expect(abs(media.duration - 6) < 0.1)
            let list = try #require(try Self.playlist(output, "sound-1.m3u8").media)
            #expect(abs(list.segments.reduce(0) { $0 + $1.duration } - 6) < 0.1)
        }
    }

    @Test("Each player gets the codec that it decodes, with every frame, and sound in stereo or 5.1") func plays() async throws {
        try await TemporaryFolder.with { folder in
            let source = try await Self.makeSource(in: folder)
            var settings = PackagerSettings()
            (settings.codecs, settings.keepsSurround, settings.shortSides) = (Set(VideoCodec.allCases), true, [270, 360])
            (settings.preset, settings.segmentDuration, settings.makesSprites) = ("superfast", 2, false)
            settings.quality = 18
            let output = folder.appending(path: "package")
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            let media = try await Packager(settings: settings).package(source, into: output)
            #expect(media.width == 640)
            let main = try #require(try Self.playlist(output, media.playlist).multivariant)
            // A player that knows nothing begins with the middle rung of the most efficient codec, in stereo.
            #expect(main.variants.first?.uri.text == "360p-av1.m3u8")
            #expect(main.variants.first?.audioGroup == "sound")
            #expect(main.variants.count == 12)
            try Self.check(main, in: output)
            let families: [(Codec.Family, String)] = [(.h264, ".mp4"), (.h265, "-hevc.mp4"), (.av1, "-av1.mp4")]
            for (family, ending) in families {
                var configuration = EngineConfiguration(pace: .asFastAsPossible)
                configuration.streaming.capabilities.codecs = [family, .aac]
                let run = await RecordedRun.play([output.appending(path: media.playlist).path], configuration: configuration)
                #expect(run.end == .ended, "\(family)")
                #expect(run.numbers == (0..<360).map(Optional.some), "\(family)")
                #expect(run.misplaced().isEmpty, "\(family)")
                #expect(!run.left.isEmpty)
                #expect(FileManager.default.fileExists(atPath: output.appending(path: "360p\(ending)").path))
            }
            // Sound in 5.1 alone is played by a player that has only its decoder.
            var configuration = EngineConfiguration(pace: .asFastAsPossible)
            configuration.streaming.capabilities.codecs = [.h264, .eac3]
            let run = await RecordedRun.play([output.appending(path: media.playlist).path], configuration: configuration)
            #expect(run.end == .ended)
            #expect(run.numbers == (0..<360).map(Optional.some))
            #expect(run.left.count > 11 * 48_000)
            let probe = try await SourceProbe.read(output.appending(path: "sound-1-surround.mp4").path)
            #expect(probe.audioTracks.map(\.channels) == [6])
            #expect(probe.audioTracks.map(\.codec) == ["eac3"])
        }
    }

    /// Codec strings, groups, and segments at the same times.
    private static func check(_ main: MultivariantPlaylist, in output: URL) throws {
        var starts: Set<[Double]> = []
        for variant in main.variants {
            let codec = Codec(try #require(variant.codecs.first))
            switch variant.uri.text.split(separator: "-").dropFirst().first {
            case "av1.m3u8":
                #expect(codec.text.wholeMatch(of: /av01\.0\.\d\dM\.08/) != nil, "\(codec.text)")
                #expect(codec.family == .av1)
            case "hevc.m3u8":
                #expect(codec.text.wholeMatch(of: /hvc1\.1\.6\.L\d+(\.[0-9A-F]+)+/) != nil, "\(codec.text)")
                #expect(codec.family == .h265)
            default: #expect(codec.text.hasPrefix("avc1.6400"), "\(codec.text)")
            }
            #expect(variant.codecs.dropFirst() == (variant.audioGroup == "surround" ? ["ec-3"] : ["mp4a.40.2"]))
            let list = try #require(try playlist(output, variant.uri.text).media)
            starts.insert(list.segments.map { ($0.start * 1000).rounded() })
        }
        #expect(starts.count == 1)
        let audioTracks = main.renditions.filter { $0.kind == .audio }
        #expect(audioTracks.map(\.groupID) == ["sound", "surround"])
        #expect(audioTracks.map(\.channels) == ["2", "6"])
        #expect(Set(audioTracks.map(\.name)).count == 1)
        #expect(audioTracks.allSatisfy { $0.isDefault })
    }
}

@Suite("Bit rates by title", .serialized, .timeLimit(.minutes(5))) struct QualitySearchTests {
    @Test("The search finds the highest factor that keeps the target, in a handful of steps") func search() {
        for best in 16...36 {
            var search = QualitySearch(16...36, target: 0.97)
            var steps = 0
            while let quality = search.next {
                #expect((16...36).contains(quality))
                search.handle(quality <= best ? 0.98 : 0.96)
                steps += 1
            }
            #expect(search.result == best)
            #expect(steps <= 5)
        }
        var hopeless = QualitySearch(16...36, target: 0.97)
        while hopeless.next != nil { hopeless.handle(0.5) }
        #expect(hopeless.result == 16)
    }

    @Test("Samples are inside a title, or its beginning") func samples() {
        #expect(QualitySamples(duration: nil).starts == [0])
        #expect(QualitySamples(duration: 5).starts == [0])
        for duration in [20.0, 61.5, 7200] {
            let starts = QualitySamples(duration: duration).starts
            #expect(starts.count == 3 && starts == starts.sorted() && starts[0] > 0)
            #expect((starts.last ?? 0) + QualitySamples.length < duration)
        }
    }

    @Test(
        "ffmpeg's report is read",
        arguments: [
            ("[Parsed_ssim_0 @ 0x1] SSIM Y:0.98 (17.0) U:0.9 (1) V:0.9 (1) All:0.979813 (16.95)", 0.979813),
            ("SSIM Y:1 (inf) U:1 (inf) V:1 (inf) All:1.000000 (inf)", 1), ("SSIM All:x", nil), ("SSIM Y:0.9", nil), ("All:0.9 (1)", nil),
            ("SSIM All:7", nil), ("", nil),
        ] as [(String, Double?)])
    func report(line: String, quality: Double?) { #expect(SSIMLine.quality(in: line) == quality) }

    /// - Returns: the rate factor, and the average bit rate of the package.
    private static func package(_ filter: String, target: Double?, in folder: URL) async throws -> Int {
        let source = folder.appending(path: "source-\(UUID().uuidString).mkv").path
        try await MediaProgram("ffmpeg", settings: PackagerSettings()).run(
            ["-loglevel", "error", "-f", "lavfi", "-i", filter, "-c:v", "libx264", "-preset", "ultrafast", "-qp", "8", source])
        var settings = PackagerSettings()
        (settings.shortSides, settings.preset, settings.targetSSIM, settings.makesSprites) = ([180], "ultrafast", target, false)
        let output = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        let media = try await Packager(settings: settings).package(source, into: output)
        let known = Set(media.files)
        let there = FileManager.default.enumerator(atPath: output.path)?.compactMap { $0 as? String } ?? []
        #expect(there.filter { !known.contains($0) } == [], "no temporary file stays")
        return try #require(media.renditions.first).averageBitrate
    }

    @Test("A higher target costs bits, and a title that is easy to encode gets fewer than a default would give it") func titles()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let easy = "testsrc=s=320x180:r=30:d=24"
            let standard = try await Self.package(easy, target: nil, in: folder)
            let low = try await Self.package(easy, target: 0.9, in: folder)
            let high = try await Self.package(easy, target: 0.995, in: folder)
            #expect(low < standard)
            #expect(low < high)
        }
    }
}
