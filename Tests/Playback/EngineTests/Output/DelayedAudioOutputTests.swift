// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WindowboxCodec

@testable import WindowboxEngine

/// An output with room for some frames, which plays only when asked to.
private final class StepOutput: AudioOutput {
    struct State {
        var queued: [Float] = []
        var heard: [Float] = []
        var played: Int64 = 0
        var playOuts = 0
        var isUnknown = false
    }

    let format = AudioFormat(sampleRate: 1000, channels: 1)
    private let capacity = 50
    let state = Mutex(State())

    var isPaced: Bool { true }
    func start() {}
    func pause() {}
    func flush() { state.withLock { $0 = State() } }
    func playOut() { state.withLock { $0.playOuts += 1 } }
    var framesPlayed: Int64? { state.withLock { $0.isUnknown ? nil : $0.played } }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        state.withLock { state in
            let count = min(samples.count, capacity - state.queued.count)
            state.queued += samples.prefix(count)
            return count
        }
    }

    func play(_ frames: Int) {
        state.withLock { state in
            let count = min(frames, state.queued.count)
            state.heard += state.queued.prefix(count)
            state.queued.removeFirst(count)
            state.played += Int64(count)
        }
    }

    var heard: [Float] { state.withLock { $0.heard } }
}

@Suite("Audio delay")
struct DelayedAudioOutputTests {
    private let inner = StepOutput()

    /// Offers frames numbered from 1 on and plays, as the engine's thread and the device do, until nothing moves any more.
    private func run(_ output: DelayedAudioOutput, frames: Int, letsOut: Bool = true) -> [(written: Int, played: Int64)] {
        var written = 0
        var steps: [(written: Int, played: Int64)] = []
        var isOut = false
        for _ in 0..<400 {
            if written < frames {
                let offer = (written..<min(written + 20, frames)).map { Float($0 + 1) }
                written += offer.withUnsafeBufferPointer { output.write($0) }
            } else if letsOut, !isOut {
                output.playOut()
                isOut = true
            }
            inner.play(10)
            steps.append((written, output.framesPlayed ?? -1))
        }
        return steps
    }

    @Test("Without a delay, everything passes unchanged")
    func none() {
        let output = DelayedAudioOutput(inner)
        let steps = run(output, frames: 500)
        #expect(inner.heard == (1...500).map(Float.init))
        #expect(steps.last?.played == 500)
        #expect(inner.state.withLock { $0.playOuts } == 1)
    }

    @Test("Later audio begins with silence, and the engine never hears of more than it has written", arguments: [0.02, 0.3, 1.5])
    func later(delay: Double) {
        let output = DelayedAudioOutput(inner)
        output.delay = delay
        let steps = run(output, frames: 3000, letsOut: false)
        let silence = Int(delay * 1000)
        #expect(inner.heard.prefix(silence).allSatisfy { $0 == 0 })
        let audio = inner.heard.dropFirst(silence)
        #expect(Array(audio) == (1...audio.count).map(Float.init))
        // After the last frame, the silence counts as well.
        #expect(steps.allSatisfy { $0.written == 3000 || $0.played <= $0.written })
        // The clock runs from the start: the video doesn't wait for the silence.
        #expect(steps[0].played > 0)
    }

    @Test("Earlier audio is heard before the engine's clock starts, and the end is reached", arguments: [-0.02, -0.3, -1.5])
    func earlier(delay: Double) {
        let output = DelayedAudioOutput(inner)
        output.delay = delay
        let steps = run(output, frames: 500)
        #expect(inner.heard.prefix(500) == (1...500).map(Float.init)[...])
        let waiting = steps.prefix { $0.played == 0 }.count
        #expect(abs(Double(waiting) * 10 - -delay * 1000) <= 10)
        #expect(steps.last?.played == 500)
        #expect(inner.state.withLock { $0.playOuts } > 0)
    }

    @Test("A change takes effect with the next flush, and is limited")
    func changes() {
        let output = DelayedAudioOutput(inner)
        _ = run(output, frames: 100, letsOut: false)
        output.delay = 0.05
        #expect(output.delay == 0.05)
        #expect(output.framesPlayed == 100)
        output.flush()
        _ = run(output, frames: 100)
        #expect(inner.heard.prefix(51) == ([Float](repeating: 0, count: 50) + [1])[...])
        output.delay = 99
        #expect(output.delay == 10)
        output.delay = .nan
        #expect(output.delay == 10)
    }

    @Test("An output without a clock of its own passes everything on")
    func silent() {
        let output = DelayedAudioOutput(SilentOutput())
        output.delay = 1
        let samples = [Float](repeating: 0, count: 200)
        #expect(samples.withUnsafeBufferPointer { output.write($0) } == 200 / output.format.channels)
        #expect(output.framesPlayed == nil)
    }

    @Test("Audio that goes on after it was let out is as early as before, and nothing of it is lost", arguments: [-0.02, -0.3])
    func again(delay: Double) {
        let output = DelayedAudioOutput(inner)
        output.delay = delay
        let early = Int64((-delay * 1000).rounded())
        for round in 1...3 {
            let steps = run(output, frames: 500)
            #expect(steps.last?.played == Int64(round * 500))
            // The clock neither runs back nor ahead of the audio that is heard early.
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.played <= $1.played })
            let waiting = steps.prefix { $0.played == Int64((round - 1) * 500) }.count
            #expect(abs(Int64(waiting) * 10 - early) <= 10, "\(waiting)")
        }
        let audio = inner.heard.filter { $0 != 0 }
        #expect(audio == (1...3).flatMap { _ in (1...500).map(Float.init) })
    }

    @Test("Silence that was not played yet makes room for audio that goes on")
    func resumed() {
        let output = DelayedAudioOutput(inner)
        output.delay = -0.3
        func write(_ values: ClosedRange<Int>) {
            values.map(Float.init).withUnsafeBufferPointer { #expect(output.write($0) == values.count) }
        }
        write(1...40)
        output.playOut()
        write(41...80)
        for _ in 0..<40 {
            inner.play(10)
            _ = output.framesPlayed
        }
        // The output takes 50 frames at once, so it has taken ten of the silence.
        #expect(inner.heard.filter { $0 != 0 } == (1...80).map(Float.init))
        #expect(inner.heard.count { $0 == 0 } == 10)
        #expect(output.framesPlayed == 0)
        output.playOut()
        for _ in 0..<40 {
            inner.play(10)
            _ = output.framesPlayed
        }
        #expect(output.framesPlayed == 80)
    }

    @Test("An output that does not pace the engine gets no silence, whatever the delay is", arguments: [-0.5, 0.5])
    func unpaced(delay: Double) {
        let recorder = RecordingOutput()
        let output = DelayedAudioOutput(recorder)
        output.delay = delay
        _ = (1...100).map(Float.init).withUnsafeBufferPointer { output.write($0) }
        output.playOut()
        #expect(recorder.samples == (1...100).map(Float.init))
    }

    @Test("An output that does not know its position at first is not given the delayed audio before the silence")
    func unknownPosition() {
        inner.state.withLock { $0.isUnknown = true }
        let output = DelayedAudioOutput(inner)
        output.delay = 0.03
        _ = (1...20).map(Float.init).withUnsafeBufferPointer { output.write($0) }
        #expect(output.framesPlayed == nil)
        inner.state.withLock { $0.isUnknown = false }
        inner.play(50)
        #expect(inner.heard == [Float](repeating: 0, count: 30) + (1...20).map(Float.init))
    }
}

/// Takes everything at once.
private final class RecordingOutput: AudioOutput {
    let format = AudioFormat(sampleRate: 1000, channels: 1)
    private let state = Mutex<[Float]>([])
    var samples: [Float] { state.withLock { $0 } }
    func start() {}
    func pause() {}
    func flush() {}
    var framesPlayed: Int64? { nil }
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        state.withLock { $0 += samples }
        return samples.count
    }
}
