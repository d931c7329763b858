// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

@Suite("DASH streams on demand", .serialized, .timeLimit(.minutes(2)))
struct ManifestPlayingTests {
    private static func period(_ id: Int, _ segments: Range<Int>, _ more: String = "") throws -> String {
        try "<Period id=\"\(id)\" duration=\"PT\(segments.count * 2)S\">\(more)"
            + ManifestText.video("vod-cmaf-single/video", segments) + ManifestText.sound("vod-cmaf-single/audio-en", segments) + "</Period>"
    }

    private func expectWhole(_ run: RecordedRun) throws {
        #expect(run.end == .ended, "\(run.journal.suffix(8).joined(separator: "\n"))")
        #expect(run.numbers == (0..<360).map { $0 }, "\(run.journal.suffix(8).joined(separator: "\n"))")
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
    }

    @Test(
        "A seek shows the exact frame forwards, backwards and at the end, in one period and in three", arguments: [1, 3])
    func seeks(count: Int) async throws {
        let length = 6 / count
        let periods = try (0..<count).map { try Self.period($0, $0 * length..<($0 + 1) * length) }.joined()
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(periods)])
        let targets = [355, 7, 240, 119, 120, 121, 359, 0, 61]
        let landed = Mutex<[Double?]>([])
        let run = await RecordedRun.play([stage.address], configuration: EngineConfiguration()) { engine in
            await engine.pause()
            for number in targets {
                let report = await engine.seek(to: Double(number) / 30)
                landed.withLock { $0.append(report?.landed) }
            }
            return true
        }
        #expect(landed.withLock { $0 }.map { Int((($0 ?? -1) * 30).rounded()) } == targets)
        #expect(run.pictures.suffix(targets.count).map(\.number) == targets)
    }

    @Test("Audio that reaches beyond the ends of its periods stays with the video, wherever playback starts", arguments: [0.0, 5, 7])
    func overrun(from seconds: Double) async throws {
        let periods = try (0..<3).map { index in
            let own = index * 2..<(index + 1) * 2
            return try "<Period id=\"\(index)\" duration=\"PT4S\">\(ManifestText.video("vod-cmaf-single/video", own))"
                + ManifestText.sound("vod-cmaf-single/audio-en", own.lowerBound..<min(6, own.upperBound + 1)) + "</Period>"
        }
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(periods.joined())])
        let run = await RecordedRun.play([stage.address], at: .time(seconds))
        #expect(run.end == .ended)
        #expect(run.numbers == (Int(seconds) * 30..<360).map { $0 })
        #expect(run.misplaced().isEmpty)
        try expectContinuous(run)
        #expect(!run.journal.contains { $0.contains("from where its playlist puts it") })
    }

    @Test("Video that only a short period has is shown in it")
    func scattered() async throws {
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(
                "<Period duration=\"PT8S\">\(ManifestText.sound("vod-cmaf-single/audio-en", 0..<4))</Period>"
                    + "<Period duration=\"PT4S\">\(ManifestText.video("vod-cmaf-single/video", 4..<6))"
                    + "\(ManifestText.sound("vod-cmaf-single/audio-en", 4..<6))</Period>")
        ])
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (240..<360).map { $0 }, "\(run.journal.suffix(8))")
        #expect(abs(run.counts.audioSeconds - 12) < 0.1)
    }

    /// Twelve seconds of audio, and video without that from 4 to 8 s.
    private static func interrupted(byPeriod: Bool) throws -> String {
        if byPeriod {
            return try period(0, 0..<2)
                + "<Period id=\"1\" duration=\"PT4S\">\(ManifestText.sound("vod-cmaf-single/audio-en", 2..<4))</Period>" + period(2, 4..<6)
        }
        let folder = "vod-cmaf-single/video"
        return try "<Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001e\"><Representation id=\"v\" bandwidth=\"500000\">"
            + "<SegmentTemplate initialization=\"\(folder)/init.mp4\" media=\"\(folder)/$Number$.m4s\"><SegmentTimeline>"
            + "<S t=\"0\" d=\"2\" r=\"1\" n=\"0\"/><S t=\"8\" d=\"2\" r=\"1\" n=\"4\"/></SegmentTimeline></SegmentTemplate>"
            + "</Representation></AdaptationSet>\(ManifestText.sound())</Period>"
    }

    @Test(
        "Where there is audio but no video, the audio is heard and the last picture stays",
        arguments: [(true, 3.5), (false, 3.5), (false, 5)])
    func soundAlone(byPeriod: Bool, from start: Double) async throws {
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(Self.interrupted(byPeriod: byPeriod))])
        let run = await RecordedRun.play([stage.address], at: .time(start), configuration: EngineConfiguration(pace: .realTime)) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
            engine.add(CallbackOutput { told.yield($0) })
            for await picture in pictures where picture.time > 8.1 { break }
            return true
        }
        #expect(!run.journal.contains { $0.contains("passes over") }, "\(run.journal.suffix(8))")
        #expect(!run.pictures.contains { $0.time > 4.01 && $0.time < 7.99 })
        #expect(run.pictures.contains { $0.number == 240 && abs($0.time - 8) < 0.002 })
        #expect(run.counts.audioSeconds > 8 - start)
        for second in [5.5, 7] { try run.expectAudio(at: second - start, isOf: second) }
    }

    @Test("Playback starts at the requested position in any period", arguments: [0.0, 5, 7, 11])
    func start(at seconds: Double) async throws {
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(Self.period(1, 0..<3) + Self.period(2, 3..<6))])
        let run = await RecordedRun.play([stage.address], at: .time(seconds))
        #expect(run.end == .ended)
        #expect(run.numbers == (Int(seconds) * 30..<360).map { $0 })
    }

    @Test("A stream whose first period does not start at 0 begins with that period")
    func archive() async throws {
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(Self.period(1, 0..<6).replacing("duration=\"PT12S\"", with: "start=\"PT5H\""))
        ])
        try expectWhole(await RecordedRun.play([stage.address]))
    }

    @Test("The codec can change with the period")
    func codecs() async throws {
        let other = try ManifestText.set(
            "hevc/video", 0..<2, "mimeType=\"video/mp4\" codecs=\"hvc1.1.6.L60.90\" width=\"320\" height=\"180\"")
        let periods = try Self.period(1, 0..<3) + "<Period id=\"2\" duration=\"PT4S\">\(other)</Period>"
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(periods, "mediaPresentationDuration=\"PT10S\"")])
        let run = await RecordedRun.play([stage.address])
        #expect(run.end == .ended, "\(run.journal.suffix(8))")
        #expect(run.numbers == (0..<180).map { $0 } + (0..<120).map { $0 })
        #expect(run.pictures.first?.size == PixelSize(width: 640, height: 360))
        #expect(run.pictures.last?.size == PixelSize(width: 320, height: 180))
    }

    @Test("The requested language plays")
    func language() async throws {
        let content =
            try "<Period>" + ManifestText.video() + ManifestText.sound() + ManifestText.sound("vod-cmaf-single/audio-fr", language: "fr")
            + "</Period>"
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(content)])
        var configuration = EngineConfiguration(pace: .asFastAsPossible)
        configuration.streaming.audioLanguages = ["fr"]
        let run = await RecordedRun.play([stage.address], configuration: configuration)
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<360).map { $0 })
        #expect(!stage.paths.contains { $0.contains("audio-en/") && $0.hasSuffix("m4s") })
        #expect(stage.paths.count { $0.contains("audio-fr/") && $0.hasSuffix("m4s") } == 6)
    }

    @Test("Quality limits change the variant without losing a frame")
    func quality() async throws {
        let ladder = try ["180p": (300_000, 320), "360p": (1_200_000, 640)].sorted { $0.key < $1.key }.map {
            try ManifestText.representation(
                "vod-cmaf/\($0.key)", 0..<6, bandwidth: $0.value.0, "width=\"\($0.value.1)\" height=\"\($0.value.1 * 9 / 16)\"")
        }.joined()
        let content = "<Period><AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001e\">\(ladder)</AdaptationSet>"
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(content + ManifestText.sound() + "</Period>")])
        let isLimited = Mutex(false)
        let run = await RecordedRun.play(
            [stage.address],
            onRequest: { request, engine in
                guard request.url.hasSuffix("/2.m4s"),
                    !isLimited.withLock({ was in
                        defer { was = true }; return was
                    })
                else { return }
                await engine.limit(QualityLimits(bitrate: 500_000))
            })
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<360).map { $0 })
        #expect(run.pictures.last?.size.width == 320)
    }

    // MARK: Several base URLs

    @Test(
        "Playback fails over to the second base URL and does not keep trying the first",
        arguments: [Fault.status(503), .status(404), .close, .drop(atByte: 2000)])
    func failover(fault: Fault) async throws {
        let bases = "<BaseURL serviceLocation=\"one\">a/</BaseURL><BaseURL serviceLocation=\"two\">./</BaseURL>"
        let stage = try await ManifestStage(
            ["m.mpd": ManifestText.mpd(bases + Self.period(1, 0..<6))], rules: [FaultRule("/a/*", fault)])
        try expectWhole(await RecordedRun.play([stage.address]))
        // Both tracks request headers and segments before the first failure is known, and HTTP retries when a connection closes.
        #expect((1...8).contains(stage.paths.count { $0.hasPrefix("a/") }), "\(stage.paths.joined(separator: " "))")
    }

    @Test("A stream unavailable at all base URLs ends in an error")
    func nowhere() async throws {
        let bases = "<BaseURL>x/</BaseURL><BaseURL>y/</BaseURL>"
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(bases + Self.period(1, 0..<6))])
        let run = await RecordedRun.play([stage.address])
        #expect(run.pictures.isEmpty)
        guard case .failed = run.end else {
            Issue.record("playback should have failed, but \(run.end)")
            return
        }
        #expect(stage.paths.contains { $0.hasPrefix("x/") })
        #expect(stage.paths.contains { $0.hasPrefix("y/") })
    }

    // MARK: Events, remote elements, fast playing

    @Test("Events of the periods are reported once each, at their time")
    func events() async throws {
        func stream(_ events: String) -> String {
            "<EventStream schemeIdUri=\"urn:example:cue\" value=\"v\" timescale=\"10\">\(events)</EventStream>"
        }
        let first = stream("<Event presentationTime=\"25\" duration=\"60\" id=\"1\">one</Event>")
        let second = stream(
            "<Event presentationTime=\"10\" id=\"2\" contentEncoding=\"base64\">AQID</Event><Event presentationTime=\"900\" id=\"3\"/>")
        let stage = try await ManifestStage(["m.mpd": ManifestText.mpd(Self.period(1, 0..<3, first) + Self.period(2, 3..<6, second))])
        let run = await RecordedRun.play([stage.address])
        let events = run.facts.compactMap { if case .event(_, let event) = $0 { event } else { nil } }
        #expect(events.map { $0.message.id } == [1, 2])
        #expect(zip(events.map(\.time), [2.5, 7]).allSatisfy { abs($0 - $1) < 0.05 }, "\(events.map(\.time))")
        #expect(events.map { $0.message.data } == [Array("one".utf8), [1, 2, 3]])
        #expect(events.map(\.duration) == [6, nil])
    }

    @Test("Remote periods are inserted, and those that resolve to nothing are left out")
    func remote() async throws {
        let content =
            try Self.period(1, 0..<3) + "<Period xlink:href=\"urn:mpeg:dash:resolve-to-zero:2013\"/>"
            + "<Period xlink:href=\"more.xml\" xlink:actuate=\"onLoad\"/><Period xlink:href=\"none.xml\"/>"
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd(content), "more.xml": "<?xml version=\"1.0\"?>\n" + Self.period(2, 3..<5) + Self.period(3, 5..<6),
        ])
        try expectWhole(await RecordedRun.play([stage.address]))
    }

    @Test("Fast playback uses the trick-mode frames")
    func trick() async throws {
        let property = "<EssentialProperty schemeIdUri=\"http://dashif.org/guidelines/trickmode\" value=\"1\"/>"
        let trick = try ManifestText.video("vod-cmaf/180p", 0..<6, property)
        let stage = try await ManifestStage([
            "m.mpd": ManifestText.mpd("<Period>" + ManifestText.video() + ManifestText.sound() + trick + "</Period>")
        ])
        let run = await RecordedRun.play([stage.address], configuration: EngineConfiguration()) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: Double.self)
            await engine.set(rate: 8)
            engine.add(CallbackOutput { told.yield($0.time) })
            for await time in pictures where time > 7 { break }
            return true
        }
        #expect(run.journal.contains { $0.contains("trick 8.00 times") })
        #expect(stage.paths.contains { $0.hasPrefix("vod-cmaf/180p/") && $0.hasSuffix("m4s") })
        let fast = run.pictures.filter { $0.size.width == 320 }
        #expect(!fast.isEmpty)
        #expect(fast.allSatisfy { ($0.number ?? 1) % 60 == 0 })
    }
}
