// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// An audio sink, its clock and a sound card in a time that passes only while the sink waits for the card: deterministic.
///
/// The audio has a click every quarter of a second, so that what is heard identifies the media time.
final class SimulatedSound: Sendable {
    struct Observation: Sendable {
        var moment: Instant
        var position: Double
    }

    private struct State {
        var now = Instant.zero
        var observations: [Observation] = []
    }

    let audioSink: AudioSink
    let clock: PlayoutClock
    let card: SoundCard
    private let passing: Passing

    /// Lets time pass in steps of a millisecond, and observes each step.
    private final class Passing: Sendable {
        let state = Mutex(State())
        let clock = Mutex<PlayoutClock?>(nil)
        let isObserving: Bool

        init(isObserving: Bool) { self.isObserving = isObserving }

        var now: Instant { state.withLock { $0.now } }

        func pass(_ seconds: Double) {
            let steps = isObserving ? max(Int((seconds * 1000).rounded()), 1) : 1
            for _ in 0..<steps {
                state.withLock { $0.now = $0.now + seconds / Double(steps) }
                guard isObserving, let clock = clock.withLock({ $0 }), clock.isRunning else { continue }
                let position = clock.time
                state.withLock { $0.observations.append(Observation(moment: $0.now, position: position)) }
            }
        }
    }

    /// - Parameter isRecording: False keeps neither observations nor audio, for long runs.
    init(_ behaviour: SoundCard.Behaviour, format: AudioFormat = AudioFormat(sampleRate: 48_000, channels: 1), isRecording: Bool = true) {
        let passing = Passing(isObserving: isRecording)
        self.passing = passing
        clock = PlayoutClock(pace: .realTime, now: { passing.now })
        card = SoundCard(behaviour, format: format, time: .init(now: { passing.now }, pass: { passing.pass($0) }), isRecording: isRecording)
        audioSink = AudioSink(output: card)
        passing.clock.withLock { $0 = clock }
    }

    var now: Instant { passing.now }
    var observations: [Observation] { passing.state.withLock { $0.observations } }
    private var written: Double { end.withLock { $0 } }
    private let end = Mutex(0.0)

    func pass(_ seconds: Double) { passing.pass(seconds) }

    func start() {
        clock.start(isHeld: true)
        audioSink.start()
    }

    func pause() {
        clock.pause()
        audioSink.pause()
    }

    func seek(to time: Double) {
        pause()
        audioSink.flush()
        clock.jump(to: time)
        end.withLock { $0 = time }
    }

    func set(rate: Double) { clock.set(rate: rate, from: audioSink.set(rate: rate)) }

    /// Writes media until its position has reached a time, and calls back after each block of 20 ms.
    func play(until time: Double, afterEach body: () -> Void = {}) {
        while clock.time < time {
            let start = written
            let context = AudioSink.WriteContext(clock: clock, flushes: audioSink.flushes, isNeeded: { true }, onRelease: {})
            guard audioSink.play(block(at: start), at: start, context) else { return }
            end.withLock { $0 = start + 0.02 }
            body()
        }
    }

    private func block(at time: Double) -> AudioBlock {
        let first = Int((time * Double(card.format.sampleRate)).rounded())
        let count = card.format.sampleRate / 50
        let period = card.format.sampleRate / 4
        let samples = (first..<first + count).map { frame -> Float in frame % period < 24 ? 0.9 : 0 }
        return AudioBlock(time: time, format: card.format, samples: samples)
    }

    /// When clicks began to be heard.
    var clicks: [Instant] {
        let heard = card.heard
        var moments: [Instant] = []
        var last = -10_000
        for (frame, sample) in heard.samples.enumerated() where sample > 0.5 {
            // Time stretching may double a click or tear it in two.
            if frame - last > 2_000, let moment = heard.moment(of: frame) { moments.append(moment) }
            last = frame
        }
        return moments
    }

    /// The clock's position at a time.
    func position(at moment: Instant) -> Double? { observations.last { $0.moment <= moment }?.position }

    /// The largest deviation of the position's steps from those of real time at the allowed rates.
    func largestStep() -> Double {
        zip(observations, observations.dropFirst()).reduce(0) { largest, pair in
            // Pauses and seeks are not observed: only adjacent milliseconds are compared.
            guard pair.1.moment - pair.0.moment < 0.0015 else { return largest }
            return max(largest, (pair.1.position - pair.0.position).magnitude)
        }
    }
}
