// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

/// Audio and video with a card that has a latency and its own crystal.
@Suite("Synchronization with a sound card", .serialized, .timeLimit(.minutes(2)))
struct SoundCardTests {
    private static let slow = SoundCard.Behaviour(buffer: 0.3, latency: 0.2, drift: 200)

    /// Waits until a frame at or after a time is shown.
    private static func reach(_ time: Double, _ engine: PlaybackEngine) async {
        let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
        engine.add(CallbackOutput { told.yield($0) })
        for await picture in pictures where picture.time >= time { break }
    }

    @Test("Audio and video are in sync from the start, whatever the latency", arguments: [0.02, 0.2])
    func start(latency: Double) async throws {
        let card = SoundCard(.init(buffer: 0.3, latency: latency, drift: -200))
        let run = await PlayedRun.play(try GeneratedStreams.named("vod-cmaf").address, until: 2.5, card: card)
        run.expectTogether(from: 6, to: 25)
        run.expectTogether(from: 40, to: 70)
        #expect(card.underruns <= 1, "the end is an underrun")
    }

    @Test("Audio and video are in sync on a screen with display latency", arguments: [0.03, 0.12])
    func slowScreen(delay: Double) async throws {
        let run = await PlayedRun.play(
            try GeneratedStreams.named("vod-ts").address, until: 4, card: SoundCard(Self.slow), displayDelay: delay)
        run.expectTogether(from: 20, to: 60)
        run.expectTogether(from: 80, to: 110)
    }

    @Test("Audio and video are in sync immediately after a pause")
    func pause() async throws {
        let run = await PlayedRun.play(try GeneratedStreams.named("vod-ts").address, until: 4, card: SoundCard(Self.slow)) { engine in
            await Self.reach(1.5, engine)
            await engine.pause()
            await engine.play()
        }
        run.expectTogether(from: 60, to: 80)
        run.expectTogether(from: 90, to: 115)
    }

    @Test("Audio and video are in sync immediately after a seek, with no audio of the previous position")
    func seek() async throws {
        let stream = try GeneratedStreams.named("file-start-mp4")
        let run = await PlayedRun.play(stream.address, until: 8.5, card: SoundCard(Self.slow)) { engine in
            await Self.reach(1, engine)
            await engine.seek(to: 6)
        }
        run.expectTogether(from: 186, to: 205)
        run.expectTogether(from: 220, to: 250)
    }

    @Test("A speed change does not step the position by the length of a frame", arguments: [1.5, 0.75, 2])
    func speed(rate: Double) async throws {
        let run = await PlayedRun.play(try GeneratedStreams.named("vod-ts").address, until: 8, card: SoundCard(Self.slow)) { engine in
            for (time, rate) in [(2.0, rate), (5, 1)] {
                await Self.reach(time, engine)
                await engine.set(rate: rate)
                await WatchedPosition.expectContinuous(engine, rate: max(rate, 1), until: time + 1)
            }
        }
        // Frames are shown when the position reaches them, so their times give the position.
        let shown = run.pictures.filter { $0.time > 1 }
        for (first, second) in zip(shown, shown.dropFirst()) {
            #expect(second.time > first.time)
            #expect(second.time - first.time < 0.2)
        }
        let moments = { (number: Int) throws -> Instant in try #require(run.moment(of: number)) }
        let middle = try moments(140) - moments(80)
        #expect((middle - 2 / rate).magnitude < 0.12, "\(middle) s for 2 s at \(rate)")
        run.expectTogether(from: 30, to: 55)
        run.expectTogether(from: 200, to: 235)
    }

    @Test("Another audio language follows without a gap over a slow network, and frames keep their pace")
    func language() async throws {
        let served = try await ServedStream("vod-cmaf", rules: [FaultRule("/audio-fr/*", .delayHead(milliseconds: 1_000))])
        let run = await PlayedRun.play(served.address("index.m3u8"), until: 7.5, card: SoundCard(Self.slow)) { engine in
            await Self.reach(2, engine)
            await engine.select(.audio(1))
        }
        #expect(!run.statuses.contains(.stalled))
        let shown = run.pictures.filter { $0.time > 0.5 }
        for (first, second) in zip(shown, shown.dropFirst()) { #expect(second.moment - first.moment < 0.25) }
        run.expectTogether(from: 30, to: 55)
        run.expectTogether(from: 190, to: 215, tone: 600)
        // There is no silence in between.
        let left = run.heard.channel(0)
        for start in stride(from: 24_000, to: left.count - 960, by: 480) {
            #expect(left[start..<start + 960].contains { $0.magnitude > 0.1 }, "silence at sample \(start)")
        }
    }
}
