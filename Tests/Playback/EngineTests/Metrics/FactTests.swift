// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("An engine tells", .serialized, .timeLimit(.minutes(2)))
struct FactTests {
    @Test("what its pictures are like, each time that changes")
    func picture() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("discontinuity-ts").address])
        let formats = run.facts.compactMap { if case .picture(_, let format) = $0 { format } else { nil } }
        #expect(formats.map(\.presentationSize) == [(640, 360), (480, 270), (640, 360)].map { PixelSize(width: $0, height: $1) })
    }

    @Test("the captions inside each picture, in the order of showing", arguments: ["captions-608", "captions-found", "captions-file"])
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

    @Test("captions once more behind a seek that loads them anew, as ones that do not go on from those before")
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

    @Test("what can be done with an item")
    func abilities() async throws {
        func abilities(_ name: String) async throws -> [PlaybackAbilities] {
            let run = await RecordedRun.play([try GeneratedStreams.named(name).address])
            return run.facts.compactMap { if case .abilities(_, let abilities) = $0 { abilities } else { nil } }
        }
        #expect(try await abilities("short").last == PlaybackAbilities(canStep: true, canFastForward: false, canReverse: true))
        #expect(try await abilities("file-start-mp4").last == PlaybackAbilities(canStep: true, canReverse: true))
        #expect(try await abilities("file-sound-mp3").isEmpty)
    }

    @Test("how an item was played when it leaves, and how the one on air is")
    func metrics() async throws {
        let (first, second) = (try GeneratedStreams.named("gapless-1"), try GeneratedStreams.named("gapless-2"))
        let run = await RecordedRun.play([first.address, second.address])
        var metrics: [ItemID: PlaybackMetrics] = [:]
        for fact in run.facts { if case .metrics(let id, let told) = fact { metrics[id] = told } }
        let told = try #require(metrics[ItemID(0)])
        #expect(told.startupTime.map { $0 > 0 } == true)
        // Video and audio have two segments each.
        #expect(told.downloadedDuration > 7.9 && told.downloadedDuration < 8.1)
        #expect(told.requests >= 7 && told.bytes > 0 && told.stalls == 0 && told.bitrateSwitches == 0)
        #expect(told.indicatedBitrate == 1_200_000)
        #expect(told.observedBitrate.map { $0 > 0 } == true)
        let (video, audio) = (try #require(told.averageVideoBitrate), try #require(told.averageAudioBitrate))
        // Four seconds of each; containers and playlists add the rest.
        let media = (video + audio) * 4 / 8
        #expect(media < Double(told.bytes) && media > Double(told.bytes) * 0.7)
    }

    @Test("what could not be loaded at first, and plays on")
    func warnings() async throws {
        let stream = try GeneratedStreams.named("vod-ts")
        let origin = try await FaultyOrigin(serving: stream, rules: [FaultRule("*/1.ts", requests: 1...1, .status(503))])
        let run = await RecordedRun.play([origin.address(of: stream)], configuration: .impatient)
        #expect(run.end == .ended && run.numbers == Array(0..<stream.frames))
        let warnings = run.facts.compactMap { if case .warning(_, let error) = $0 { error.underlying?.cause } else { nil } }
        #expect(warnings == [.status(503)])
    }

    @Test("the date ranges of an item at their places")
    func dateRanges() async throws {
        let run = await RecordedRun.play([try GeneratedStreams.named("dates").address])
        let told = run.facts.compactMap { if case .dateRanges(_, let ranges) = $0 { ranges } else { nil } }
        #expect(told.count == 1)
        let ranges = try #require(told.first)
        #expect(ranges.map(\.id) == ["chapter-1", "chapter-2", "break-1"])
        #expect(ranges.map(\.start) == [0, 4, 6] && ranges.map(\.end) == [4, 8, 7])
        #expect(ranges[0].classification == "org.example.chapter")
        #expect(ranges[0].attributes == [.init(name: "X-TITLE", value: "One")])
        #expect(ranges.map(\.isInterstitial) == [false, false, true])
    }

    @Test("which sound and subtitles are chosen")
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
        let told = run.facts.compactMap { if case .presentation(_, let presentation) = $0 { presentation } else { nil } }
        #expect(told.last?.chosenAudio == 1 && told.last?.chosenSubtitles == 0)
        #expect(told.last?.audio[0].isAutoselect == true && told.last?.audio[0].isDefault == true)
        #expect(run.end == .ended)
    }
}
