// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxEngine

/// Audio through a real server: its sink's monitor records exactly what was written.
@Suite("PulseAudio output", .serialized, .enabled(if: SinkRecording.isPossible, "\(SinkRecording.reason)"))
struct PulseOutputTests {
    /// Frames that identify their number: none is zero, and none equals its neighbours.
    private func ruler(_ range: Range<Int>) -> [Float] {
        range.flatMap { number -> [Float] in
            let value = Float(1 + number % 60_000) / 65_536
            return [value, -value]
        }
    }

    /// Writes all samples, and reads the clock meanwhile.
    private func write(
        _ samples: [Float], to output: PulseOutput, beside recording: SinkRecording, while isWanted: () -> Bool = { true }
    ) async -> [Int64] {
        var written = 0
        var clock: [Int64] = []
        while written < samples.count, isWanted(), !Task.isCancelled {
            written += samples.withUnsafeBufferPointer { output.write(UnsafeBufferPointer(rebasing: $0[written...])) } * 2
            if let played = output.framesPlayed { clock.append(played) }
            // The sink continues with silence: each recorded piece is a chance to check again.
            if !(await recording.more()) { break }
        }
        return clock
    }

    /// Waits until the clock has reached this many frames, within the few milliseconds of the server's estimate.
    private func untilPlayed(_ frames: Int64, _ output: PulseOutput, beside recording: SinkRecording) async {
        while (output.framesPlayed ?? 0) < frames - 1_920, await recording.more() {}
    }

    private func lefts(_ range: Range<Int>) -> [Float] { ruler(range).enumerated().filter { $0.offset % 2 == 0 }.map(\.element) }

    @Test("Output is recorded sample for sample, and the clock counts up to the last one", .timeLimit(.minutes(1)))
    func exact() async throws {
        let recording = try await SinkRecording()
        let output = try PulseOutput()
        output.start()
        let clock = await write(ruler(0..<48_000), to: output, beside: recording)
        output.playOut()
        await recording.until(sound: 48_000)
        await untilPlayed(48_000, output, beside: recording)
        #expect(recording.sound == lefts(0..<48_000))
        #expect(clock == clock.sorted())
        #expect(clock.allSatisfy { $0 <= 48_000 })
    }

    @Test("Output stops when paused and resumes there", .timeLimit(.minutes(1)))
    func pause() async throws {
        let recording = try await SinkRecording()
        let output = try PulseOutput()
        output.start()
        _ = await write(ruler(0..<12_000), to: output, beside: recording)
        output.pause()
        // A stopped clock confirms the pause.
        var before: Int64 = -1
        while let now = output.framesPlayed, now != before, !Task.isCancelled {
            before = now
            await recording.until(frames: recording.frames + 2_400)
        }
        #expect(recording.sound == lefts(0..<recording.sound.count))
        output.start()
        _ = await write(ruler(12_000..<24_000), to: output, beside: recording)
        output.playOut()
        await recording.until(sound: 24_000)
        #expect(recording.sound == lefts(0..<24_000))
        await untilPlayed(24_000, output, beside: recording)
    }

    @Test("A flush drops pending audio, and the clock counts from there", .timeLimit(.minutes(1)))
    func flush() async throws {
        let recording = try await SinkRecording()
        let output = try PulseOutput()
        output.start()
        _ = await write(ruler(0..<48_000), to: output, beside: recording) { (output.framesPlayed ?? 0) < 12_000 }
        output.flush()
        _ = await write(ruler(50_000..<59_000), to: output, beside: recording)
        output.playOut()
        await untilPlayed(9_000, output, beside: recording)
        await recording.until(heard: Float(59_000) / 65_536)
        let sound = recording.sound
        let second = lefts(50_000..<59_000)
        #expect(Array(sound.suffix(9_000)) == second)
        let first = sound.count - 9_000
        #expect(first > 0)
        #expect(first < 48_000)
        #expect(Array(sound.prefix(first)) == lefts(0..<first))
        #expect((output.framesPlayed ?? 0) <= 9_000)
    }

    @Test("An underrun loses no audio", .timeLimit(.minutes(1)))
    func underrun() async throws {
        let recording = try await SinkRecording()
        let output = try PulseOutput()
        output.start()
        _ = await write(ruler(0..<6_000), to: output, beside: recording)
        output.playOut()
        await recording.until(sound: 6_000)
        // The output has had nothing to play for a while.
        await recording.until(frames: recording.frames + 4_800)
        _ = await write(ruler(6_000..<12_000), to: output, beside: recording)
        output.playOut()
        await recording.until(sound: 12_000)
        #expect(recording.sound == lefts(0..<12_000))
        await untilPlayed(12_000, output, beside: recording)
        #expect((output.framesPlayed ?? 0) <= 12_000)
    }

    @Test("A missing server is a typed error")
    func missing() {
        #expect(throws: SoundServerError.self) { try PulseOutput(server: "unix:/nowhere/pulse.socket") }
    }
}
