// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// An engine with a real sound server, whose sink is recorded.
@Suite(
    "Playback through PulseAudio", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: SinkRecording.isPossible, "\(SinkRecording.reason)"))
struct PulsePlayingTests {
    private static func reach(_ time: Double, _ engine: PlaybackEngine) async {
        let (pictures, told) = AsyncStream.makeStream(of: VideoFrame.self)
        engine.add(CallbackOutput { told.yield($0) })
        for await picture in pictures where picture.time >= time { break }
    }

    private func play(
        _ name: String, until end: Double, script: (@Sendable (PlaybackEngine) async -> Void)? = nil
    ) async throws -> PlayedRun {
        let stream = try GeneratedStreams.named(name)
        let sink = "played"
        let module = try PulseServer.control(
            "load-module", "module-null-sink", "sink_name=\(sink)", "rate=48000", "format=float32le", "channels=2", "norewinds=1")
        defer { _ = try? PulseServer.control("unload-module", module) }
        let recording = try await SinkRecording(of: sink)
        let output = try PulseOutput(device: sink)
        #expect(output.device == sink)
        return await PlayedRun.play(stream.address, until: end, output: output, heard: { recording.heard }, script: script)
    }

    /// The recorder's times and the server's estimate are accurate to a few hundredths of a second.
    private func expectTogether(
        _ run: PlayedRun, from first: Int, to last: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let offsets = run.offsets(of: stride(from: first, to: last, by: 3)).sorted()
        #expect(offsets.count > 3, "too little audio was heard", sourceLocation: sourceLocation)
        guard !offsets.isEmpty else { return }
        #expect(offsets[offsets.count / 2].magnitude < 0.1, "audio is ahead by \(offsets)", sourceLocation: sourceLocation)
    }

    @Test("Audio and video are in sync from the start and after a pause")
    func pause() async throws {
        let run = try await play("vod-ts", until: 4.5) { engine in
            await Self.reach(2, engine)
            await engine.pause()
            await engine.play()
        }
        expectTogether(run, from: 10, to: 55)
        expectTogether(run, from: 80, to: 125)
    }

    @Test("After a seek no audio of the previous position is heard")
    func seek() async throws {
        let run = try await play("file-start-mp4", until: 8.5) { engine in
            await Self.reach(1, engine)
            await engine.seek(to: 6)
        }
        expectTogether(run, from: 190, to: 250)
    }

    @Test("A speed change causes no step of the position, and audio and video stay in sync")
    func speed() async throws {
        let run = try await play("vod-ts", until: 9) { engine in
            for (time, rate) in [(2.0, 1.5), (5, 1)] {
                await Self.reach(time, engine)
                await engine.set(rate: rate)
                await WatchedPosition.expectContinuous(engine, rate: 1.5, until: time + 2)
            }
        }
        let (first, last) = try (#require(run.moment(of: 75)), #require(run.moment(of: 135)))
        #expect(((last - first) - 2 / 1.5).magnitude < 0.15)
        expectTogether(run, from: 20, to: 55)
        expectTogether(run, from: 210, to: 260)
    }
}
