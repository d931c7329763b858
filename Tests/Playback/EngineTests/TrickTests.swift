// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@Suite("Trick play", .serialized, .timeLimit(.minutes(2)))
struct TrickTests {
    /// Sets the rate, and runs `action` at the first frame for which `isEnough` holds.
    private func play(
        _ address: String, from start: Double, rate: Double, until isEnough: @escaping @Sendable (VideoFrame) -> Bool,
        then action: @escaping @Sendable (PlaybackEngine) async -> Bool = { _ in true }
    ) async -> RecordedRun {
        await RecordedRun.play([address], at: .time(start), configuration: EngineConfiguration(pace: .realTime)) { engine in
            let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
            await engine.set(rate: rate)
            engine.add(CallbackOutput { told.yield($0) })
            for await picture in pictures where isEnough(picture) { return await action(engine) }
            return true
        }
    }

    @Test("Fast playback shows I-frames if available, each once, in order and at its position")
    func fast() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        let run = await play(stream.address, from: 0, rate: 8) { $0.time > 7 }
        let tricks = run.pictures.filter { ($0.number ?? 1) % 60 == 0 && $0.time > 0.5 }
        #expect(run.journal.contains { $0.contains("trick 8.00 times") })
        #expect(tricks.allSatisfy { abs($0.time - Double($0.number ?? 0) / 30) < 0.001 })
        #expect(run.pictures.map(\.time) == run.pictures.map(\.time).sorted())
    }

    @Test("Reverse playback shows I-frames from last to first and pauses at the beginning")
    func backwards() async throws {
        let stream = try GeneratedStreams.named("wrap-ts")
        let run = await play(stream.address, from: 9, rate: -8) { $0.time < 0.5 }
        let back = run.pictures.drop { $0.time >= 9 }.prefix { $0.time > 0.5 }
        #expect(run.pictures.last?.number == 0)
        #expect(back.map(\.time) == back.map(\.time).sorted(by: >))
        #expect(back.allSatisfy { ($0.number ?? 1) % 60 == 0 })
        #expect(run.end == .stopped)
    }

    @Test("All frames and the audio return at a normal rate")
    func back() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        let run = await play(stream.address, from: 0, rate: 8, until: { $0.time > 3 }) { engine in
            await engine.set(rate: 2)
            return false
        }
        #expect(run.end == .ended)
        #expect(run.misplaced().isEmpty)
        #expect(run.numbers.last == 359)
        // The second half was shown frame by frame.
        #expect(run.pictures.filter { $0.time > 8 }.count > 60)
    }

    @Test("An I-frame playlist given as the address plays each frame for its segment's duration, without audio")
    func itself() async throws {
        let stream = try IFrameStream(of: try GeneratedStreams.named("wrap-ts"))
        let frames = stream.folder.appending(path: "frames.m3u8").path
        let run = await RecordedRun.play([frames])
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.numbers == stride(from: 0, to: 360, by: 60).map { $0 })
        #expect(run.misplaced().isEmpty)
        #expect(run.sound.allSatisfy { $0 == 0 })
        // A seek shows the frame before its target.
        let sought = await RecordedRun.play([frames], at: .time(5.4))
        #expect(sought.pictures.first?.number == 120)
        #expect(sought.end == .ended)
    }
}
