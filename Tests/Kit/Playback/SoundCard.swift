// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
public import WindowboxCodec
public import WindowboxEngine
public import WindowboxMedia

/// A simulated sound card. It accepts audio no faster than it plays it, has a latency, can run dry, has its own
/// crystal, and records what was heard and when.
public final class SoundCard: AudioOutput {
    public struct Behaviour: Sendable {
        /// Seconds of audio that it buffers, in addition to its latency.
        public var buffer = 0.1
        /// Seconds until audio is heard that is written to a dry card, or after a pause.
        public var latency = 0.05
        /// How much faster than real time it plays, in parts per million.
        public var drift = 0.0

        public init(buffer: Double = 0.1, latency: Double = 0.05, drift: Double = 0) {
            self.buffer = buffer
            self.latency = latency
            self.drift = drift
        }
    }

    /// The time source of a card.
    public struct Time: Sendable {
        let now: @Sendable () -> Instant
        /// Lets at most this many seconds pass.
        let pass: @Sendable (Double) -> Void

        public init(now: @escaping @Sendable () -> Instant, pass: @escaping @Sendable (Double) -> Void) {
            self.now = now
            self.pass = pass
        }

        /// The machine's monotonic clock.
        public static let machine = Time(now: { MonotonicClock.now }) { seconds in
            // Nobody signals it: this only waits.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
        }
    }

    private struct State {
        var behaviour: Behaviour
        /// Frames written since the last flush.
        var written = 0
        var heard = 0.0
        /// Frames written but not heard yet, interleaved.
        var pending: [Float] = []
        var isRunning = false
        /// When the next frames start to be heard; nil while the card is dry or paused.
        var movesFrom: Instant?
        /// How many frames of ``record`` had been heard, at each time for which that is known.
        var marks: [(frame: Int, moment: Instant)] = []
        var record: [Float] = []
        var underruns = 0
    }

    public let format: AudioFormat
    private let time: Time
    private let isRecording: Bool
    private let state: Mutex<State>

    /// - Parameter isRecording: False keeps no samples, for hours of audio.
    public init(
        _ behaviour: Behaviour = Behaviour(), format: AudioFormat = AudioFormat(), time: Time = .machine, isRecording: Bool = true
    ) {
        self.format = format
        self.time = time
        self.isRecording = isRecording
        state = Mutex(State(behaviour: behaviour))
    }

    // MARK: Used by an engine

    public var isPaced: Bool { true }

    public func start() {
        change { state, now in
            guard !state.isRunning else { return }
            state.isRunning = true
            if state.written > Int(state.heard) { state.movesFrom = now + state.behaviour.latency }
        }
    }

    public func pause() {
        change { state, _ in
            state.isRunning = false
            state.movesFrom = nil
        }
    }

    public func flush() {
        change { state, _ in
            state.pending.removeAll()
            state.written = 0
            state.heard = 0
            state.movesFrom = nil
        }
    }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        change { state, now in
            let room =
                (state.behaviour.buffer + state.behaviour.latency) * Double(format.sampleRate) - (Double(state.written) - state.heard)
            let count = min(max(Int(room), 0), samples.count / format.channels)
            guard count > 0 else { return 0 }
            if state.movesFrom == nil, state.isRunning { state.movesFrom = now + state.behaviour.latency }
            if isRecording { state.pending.append(contentsOf: samples[..<(count * format.channels)]) }
            state.written += count
            return count
        }
    }

    public var framesPlayed: Int64? { change { state, _ in Int64(state.heard) } }

    public func waitUntilWritable(seconds: Double) { time.pass(seconds) }

    // MARK: Used by a test

    /// Switches to another device. Audio already on its way is heard after its latency.
    public func change(to behaviour: Behaviour) {
        change { state, now in
            state.behaviour = behaviour
            if state.isRunning, state.written > Int(state.heard) { state.movesFrom = now + behaviour.latency }
        }
    }

    /// How often it had nothing to play while running.
    public var underruns: Int { change { state, _ in state.underruns } }

    /// All audio heard so far, with times.
    public var heard: HeardSound {
        change { state, _ in HeardSound(format: format, samples: state.record, marks: state.marks) }
    }

    private func change<Result: Sendable>(_ body: (inout State, Instant) -> Result) -> Result {
        state.withLock { state in
            let now = time.now()
            advance(&state, to: now)
            return body(&state, now)
        }
    }

    private func advance(_ state: inout State, to now: Instant) {
        guard let from = state.movesFrom, from < now else { return }
        let rate = Double(format.sampleRate) * (1 + state.behaviour.drift / 1e6)
        let before = Int(state.heard)
        var moment = now
        state.heard += (now - from) * rate
        state.movesFrom = now
        if state.heard >= Double(state.written) {
            moment = now + (Double(state.written) - state.heard) / rate
            state.heard = Double(state.written)
            state.movesFrom = nil
            state.underruns += 1
        }
        guard isRecording else { return }
        let count = Int(state.heard) - before
        let position = state.record.count / format.channels
        state.marks.append((position, from))
        state.marks.append((position + count, moment))
        state.record.append(contentsOf: state.pending[..<(count * format.channels)])
        state.pending.removeFirst(count * format.channels)
    }
}

/// The audio heard from a ``SoundCard``.
public struct HeardSound: Sendable {
    let format: AudioFormat
    /// Interleaved.
    public let samples: [Float]
    private let marks: [(frame: Int, moment: Instant)]

    /// - Parameter marks: How many frames had been heard at a time, in order.
    public init(format: AudioFormat, samples: [Float], marks: [(frame: Int, moment: Instant)]) {
        self.format = format
        self.samples = samples
        self.marks = marks
    }

    public func channel(_ number: Int) -> [Float] {
        stride(from: number, to: samples.count, by: format.channels).map { samples[$0] }
    }

    /// The frame heard at a time; nil while the card is paused.
    public func frame(at moment: Instant) -> Int? {
        guard let next = marks.indices.first(where: { marks[$0].moment > moment }), next > 0 else { return nil }
        let (start, end) = (marks[next - 1], marks[next])
        guard end.frame > start.frame else { return nil }
        return start.frame + Int(Double(end.frame - start.frame) * ((moment - start.moment) / (end.moment - start.moment)))
    }

    /// The position in the generated audio (``SoundPosition``) heard at a time, within its cycle; nil if none can be read.
    public func position(at moment: Instant, tone: Int = 400) -> Double? {
        guard let frame = frame(at: moment) else { return nil }
        let start = max(frame - SoundPosition.shortestRun / 2, 0)
        guard (start + SoundPosition.shortestRun) * format.channels <= samples.count else { return nil }
        let frames = start..<start + SoundPosition.shortestRun
        let (left, right) = (frames.map { samples[$0 * format.channels] }, frames.map { samples[$0 * format.channels + 1] })
        guard let read = SoundPosition.read(left: left, right: right, tone: tone) else { return nil }
        return Double(read + frame - start) / Double(SoundPosition.sampleRate)
    }

    /// When a frame is heard; nil if it was not.
    public func moment(of frame: Int) -> Instant? {
        guard let next = marks.indices.first(where: { marks[$0].frame > frame }), next > 0 else { return nil }
        let (start, end) = (marks[next - 1], marks[next])
        return start.moment + (end.moment - start.moment) * (Double(frame - start.frame) / Double(end.frame - start.frame))
    }
}
