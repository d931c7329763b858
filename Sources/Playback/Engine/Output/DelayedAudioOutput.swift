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
        var isLettingOut = false
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
            guard state.delay != 0, output.framesPlayed != nil else {
                state.isFresh = false
                return output.write(samples)
            }
            state.isFresh = false
            state.isLettingOut = false
            pass(&state)
            let channels = format.channels
            let area = max(Int(state.delay), 0) + Self.slack - state.pending.count / channels
            let frames = min(samples.count / channels, max(area, 0))
            state.pending.append(contentsOf: samples.prefix(frames * channels))
            pass(&state)
            return frames
        }
    }

    public var framesPlayed: Int64? {
        state.withLock { state in
            guard state.delay != 0 else { return output.framesPlayed }
            // The engine asks until everything was played, also when it has nothing more to write.
            pass(&state)
            guard let played = output.framesPlayed else { return nil }
            return max(played + min(state.delay, 0), 0)
        }
    }

    public func letOut() {
        state.withLock { state in
            guard state.delay != 0 else { return output.letOut() }
            // Until the last frame counts as played, as much silence is played as the audio is early.
            if !state.isLettingOut, state.delay < 0 {
                state.pending.append(contentsOf: repeatElement(0, count: Int(-state.delay) * format.channels))
            }
            state.isLettingOut = true
            pass(&state)
        }
    }

    /// Frames that are held at least, so that writing never stalls.
    private static let slack = 1024

    private func begin(_ state: inout State) {
        state.delay = state.requested
        state.isFresh = true
        state.isLettingOut = false
        state.pending.removeAll()
        if state.delay > 0 { state.pending.append(contentsOf: repeatElement(0, count: Int(state.delay) * format.channels)) }
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
        if state.isLettingOut { output.letOut() }
    }
}
