// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Synchronization
public import WindowboxCodec

/// Plays audio later or earlier in relation to video, through another output: for headphones with a delay of their own, and for files
/// whose audio is out of step.
///
/// It reports to the engine that audio was played which isn't heard yet, or the other way round; the engine's clock, and with it the video,
/// follows the report. Without a delay, it passes everything on unchanged.
public final class DelayedAudioOutput: AudioOutput {
    private struct State {
        /// In frames, requested for the next flush.
        var requested: Int64 = 0
        /// In frames, since the last flush.
        var delay: Int64 = 0
        /// Whether anything was written since the last flush.
        var isFresh = true
        /// Interleaved samples that ``DelayedAudioOutput/output`` has not taken yet. With a positive delay, as much is held here as is heard
        /// late, so that the engine is never ahead of what it has written.
        var pending: Deque<Float> = []
        /// No audio follows for a while, which the output must learn once it has everything.
        var isPlayingOut = false
        /// Frames at the end of ``pending`` that are silence after early audio.
        var silence: Int64 = 0
        /// The silence after early audio that the output has taken.
        var earlySilence = EarlySilence()
        /// Frames of audio accepted since the last flush.
        var accepted: Int64 = 0
    }

    private let output: any AudioOutput
    private let state = Mutex(State())

    /// - Parameter output: plays the audio.
    public init(_ output: any AudioOutput) { self.output = output }

    /// In seconds.
    public static let delays = -10.0...10.0

    /// Seconds by which audio comes later, negative for earlier; clamped to ``delays``. A change takes effect at the next flush: after a
    /// seek, or when nothing was played yet.
    public var delay: Double {
        get { state.withLock { Double($0.requested) / Double(format.sampleRate) } }
        set {
            guard newValue.isFinite else { return }
            let seconds = min(max(newValue, Self.delays.lowerBound), Self.delays.upperBound)
            state.withLock { state in
                state.requested = Int64((seconds * Double(format.sampleRate)).rounded())
                if state.isFresh { begin(&state) }
            }
        }
    }

    public var format: AudioFormat { output.format }
    public var isPaced: Bool { output.isPaced }
    public var destination: AudioDestination { output.destination }
    public var events: AsyncStream<AudioOutputEvent>? { output.events }
    public func start() { output.start() }
    public func pause() { output.pause() }
    public func waitUntilWritable(seconds: Double) { output.waitUntilWritable(seconds: seconds) }

    public func flush() {
        output.flush()
        state.withLock { begin(&$0) }
    }

    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        state.withLock { state in
            state.isFresh = false
            guard state.delay != 0, output.isPaced else { return output.write(samples) }
            endPlayingOut(&state)
            pass(&state)
            let channels = format.channels
            let area = max(Int(state.delay), 0) + Self.slack - state.pending.count / channels
            let frames = min(samples.count / channels, max(area, 0))
            state.pending.append(contentsOf: samples.prefix(frames * channels))
            state.accepted += Int64(frames)
            pass(&state)
            return frames
        }
    }

    public var framesPlayed: Int64? {
        state.withLock { state in
            guard state.delay != 0, output.isPaced else { return output.framesPlayed }
            // The engine asks until everything was played, also when it has nothing more to write.
            pass(&state)
            guard let played = output.framesPlayed else { return nil }
            guard state.delay < 0 else { return played }
            // Silence that the output has not taken was not played either.
            return state.earlySilence.countedFrames(
                played: played, earliness: -state.delay, next: state.isPlayingOut ? state.accepted : nil)
        }
    }

    public func playOut() {
        state.withLock { state in
            guard state.delay != 0, output.isPaced else { return output.playOut() }
            // Until the last frame counts as played, as much silence is played as the audio is early.
            if !state.isPlayingOut, state.delay < 0 {
                state.silence = -state.delay
                state.pending.append(contentsOf: repeatElement(0, count: Int(state.silence) * format.channels))
            }
            state.isPlayingOut = true
            pass(&state)
        }
    }

    /// Frames that are held at least, so that writing never stalls.
    private static let slack = 1024

    private func begin(_ state: inout State) {
        state.delay = state.requested
        state.isFresh = true
        state.isPlayingOut = false
        state.pending.removeAll()
        (state.silence, state.accepted, state.earlySilence) = (0, 0, EarlySilence())
        if state.delay > 0 { state.pending.append(contentsOf: repeatElement(0, count: Int(state.delay) * format.channels)) }
    }

    /// More audio follows after all. Silence that the output has not taken is dropped.
    private func endPlayingOut(_ state: inout State) {
        guard state.isPlayingOut else { return }
        state.isPlayingOut = false
        guard state.delay < 0 else { return }
        let left = min(state.silence, Int64(state.pending.count / format.channels))
        state.pending.removeLast(Int(left) * format.channels)
        state.earlySilence.add(-state.delay - left, after: state.accepted)
        state.silence = 0
    }

    /// Writes what is held until the output is full.
    private func pass(_ state: inout State) {
        let channels = format.channels
        while !state.pending.isEmpty {
            let portion = Array(state.pending.prefix(4096 * channels))
            let taken = portion.withUnsafeBufferPointer { output.write($0) }
            guard taken > 0 else { return }
            state.pending.removeFirst(taken * channels)
        }
        if state.isPlayingOut { output.playOut() }
    }
}

/// The silence that was played after audio that is heard early, and what it means for the engine's clock. A value type.
struct EarlySilence {
    /// The frames of audio before each silence, and the frames of the silence.
    private var spans: [(after: Int64, count: Int64)] = []

    /// - Parameter audio: frames of audio before the silence, since the last flush.
    mutating func add(_ count: Int64, after audio: Int64) {
        if count > 0 { spans.append((audio, count)) }
    }

    /// The frames that count as played: those of the audio without the last ones, which are heard early. During a silence, the clock
    /// catches up with what was heard.
    /// - Parameters:
    ///   - played: frames of audio and silence.
    ///   - earliness: frames by which audio is heard early.
    ///   - next: frames of audio before the silence that is played now; nil if there is none.
    func countedFrames(played: Int64, earliness: Int64, next: Int64?) -> Int64 {
        var audio = played
        var counted: Int64 = 0
        for span in spans + (next.map { [($0, earliness)] } ?? []) where audio > span.after {
            let silence = min(span.count, audio - span.after)
            counted = max(counted, span.after - earliness + silence)
            audio -= silence
        }
        return max(counted, audio - earliness, 0)
    }
}
