// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Engine facts about items", .serialized, .timeLimit(.minutes(2)))
struct FactTests {
    @Test("The video format is reported each time it changes")
    func picture() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("discontinuity-ts").address])
        let formats = run.facts.compactMap { if case .picture(_, let format) = $0 { format } else { nil } }
        #expect(formats.map(\.presentationSize) == [(640, 360), (480, 270), (640, 360)].map { PixelSize(width: $0, height: $1) })
    }

    @Test("Captions inside each frame are reported in presentation order", arguments: ["captions-608", "captions-found", "captions-file"])
    func captions(name: String) async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named(name).address])
        let captions = run.facts.compactMap { if case .captions(_, let captions) = $0 { captions } else { nil } }
        #expect(captions.count == 360)
        for (number, entry) in captions.enumerated() { #expect(abs(entry.time - Double(number) / 30) < 0.001) }
        // Field 1 of frame 30 shows "SECOND 1": the control code is sent twice, with parity.
        let shown = captions[30].bytes.prefix(3).dropFirst().map { $0 & 0x7F }
        #expect(shown == [0x14, 0x2F])
        #expect(captions.map(\.startsAnew) == [true] + [Bool](repeating: false, count: 359))
    }

    @Test("Captions loaded again after a seek are reported again and marked as not continuing the previous ones")
    func captionsBehindSeek() async throws {
        let run = await RecordedRun.play(
            [try GeneratedStreams.named("captions-found").address],
            configuration: EngineConfiguration(pace: .asFastAsPossible, retention: 0),
            isPaused: true,
            script: { engine in
                _ = await engine.seek(to: 10)
                _ = await engine.seek(to: 0)
                await engine.play()
                return false
            })
        let captions = run.facts.compactMap { if case .captions(_, let captions) = $0 { captions } else { nil } }
        for (one, next) in zip(captions, captions.dropFirst()) where !next.startsAnew { #expect(next.time > one.time) }
        #expect(captions.last.map { abs($0.time - 359.0 / 30) < 0.001 } == true)
    }

    @Test("An item's abilities are reported")
    func abilities() async throws {
        func abilities(_ name: String) async throws -> [PlaybackAbilities] {
            let run = await RecordedRun.play([try GeneratedStreams.named(name).address])
            return run.facts.compactMap { if case .abilities(_, let abilities) = $0 { abilities } else { nil } }
        }
        #expect(try await abilities("short").last == PlaybackAbilities(canStep: true, canFastForward: false, canReverse: true))
        #expect(try await abilities("file-start-mp4").last == PlaybackAbilities(canStep: true, canReverse: true))
        #expect(try await abilities("file-sound-mp3").isEmpty)
    }

    @Test("Playback metrics are reported when an item ends and are available for the current one")
    func metrics() async throws {
        let (first, second) = (try GeneratedStreams.named("gapless-1"), try GeneratedStreams.named("gapless-2"))
        let run = await RecordedRun.play([first.address, second.address])
        var metrics: [ItemID: PlaybackMetrics] = [:]
        for fact in run.facts { if case .metrics(let id, let reported) = fact { metrics[id] = reported } }
        let reported = try #require(metrics[ItemID(0)])
        #expect(reported.startupTime.map { $0 > 0 } == true)
        // Video and audio have two segments each.
        #expect(reported.downloadedDuration > 7.9)
        #expect(reported.downloadedDuration < 8.1)
        #expect(reported.requests >= 7)
        #expect(reported.bytes > 0)
        #expect(reported.stalls == 0)
        #expect(reported.bitrateSwitches == 0)
        #expect(reported.indicatedBitrate == 1_200_000)
        #expect(reported.observedBitrate.map { $0 > 0 } == true)
        let (video, audio) = (try #require(reported.averageVideoBitrate), try #require(reported.averageAudioBitrate))
        // Four seconds of each; containers and playlists add the rest.
        let media = (video + audio) * 4 / 8
        #expect(media < Double(reported.bytes))
        #expect(media > Double(reported.bytes) * 0.7)
    }

    @Test("Loading failures that playback recovers from are reported as warnings")
    func warnings() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("*/1.ts", requests: 1...1, .status(503))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended)
        #expect(run.numbers == Array(0..<stream.frames))
        let warnings = run.facts.compactMap { if case .warning(_, let error) = $0 { error.underlying?.cause } else { nil } }
        #expect(warnings == [.status(503)])
    }

    @Test("Date ranges of an item are reported with their positions")
    func dateRanges() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("dates").address])
        let reported = run.facts.compactMap { if case .dateRanges(_, let ranges) = $0 { ranges } else { nil } }
        #expect(reported.count == 1)
        let ranges = try #require(reported.first)
        #expect(ranges.map(\.id) == ["chapter-1", "chapter-2", "break-1"])
        #expect(ranges.map(\.start) == [0, 4, 6])
        #expect(ranges.map(\.end) == [4, 8, 7])
        #expect(ranges[0].classification == "org.example.chapter")
        #expect(ranges[0].attributes == [.init(name: "X-TITLE", value: "One")])
        #expect(ranges.map(\.isInterstitial) == [false, false, true])
    }

    @Test("The selected audio and subtitles are reported")
    func chosen() async throws {
        let stream = try GeneratedStreams.named("vod-cmaf")
        let run = await RecordedRun.play(
            [stream.address], isPaused: true,
            onFact: { fact, engine in
                guard case .ready = fact else { return }
                await engine.select(.audio(1))
                await engine.select(.subtitles(0))
                await engine.play()
            })
        let reported = run.facts.compactMap { if case .presentation(_, let presentation) = $0 { presentation } else { nil } }
        #expect(reported.last?.chosenAudio == 1)
        #expect(reported.last?.chosenSubtitles == 0)
        #expect(reported.last?.audio[0].isAutoselect == true)
        #expect(reported.last?.audio[0].isDefault == true)
        #expect(run.end == .ended)
    }
}
