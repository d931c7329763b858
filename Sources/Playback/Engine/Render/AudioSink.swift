// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxMedia

/// An engine's single audio output. Items take turns in the order in which they joined, so that each begins where the previous one ends.
final class AudioSink: Sendable {
    private struct State: ~Copyable {
        var turns: [ObjectIdentifier] = []
        var settings = AudioOutputChain.Settings()
        var processing = MediaProcessing()
        var changer: RateChanger
        var stage: AudioOutputChain
        var timeline: AudioTimeline
        var framesWritten: Int64 = 0
        /// The output's position when it was last started. Until it advances, nothing new was heard.
        var framesAtStart: Int64 = 0
        var flushes = 0
        var secondsPlayed = 0.0

        init(format: AudioFormat) {
            changer = RateChanger(format: format)
            stage = AudioOutputChain(format: format)
            timeline = AudioTimeline(sampleRate: format.sampleRate)
        }
    }

    private let output: any AudioOutput
    private let state: Mutex<State>

    /// Seconds of silence written at a time.
    private static let portion = 0.1
    /// Seconds. Shorter gaps are inaudible and are closed.
    private static let shortestHole = 0.01
    /// Seconds. Audio that lags behind the video by more is dropped; the clock waits for a smaller lag.
    private static let largestLateness = 0.25

    init(output: any AudioOutput) {
        self.output = output
        state = Mutex(State(format: output.format))
    }

    var format: AudioFormat { output.format }
    /// The output accepts audio no faster than it plays it.
    var isPaced: Bool { output.isPaced }
    /// Seconds of audio written, without the silence that fills gaps.
    var secondsPlayed: Double { state.withLock { $0.secondsPlayed } }
    /// Counts flushes. Audio taken before a flush must not be written after it.
    var flushes: Int { state.withLock { $0.flushes } }

    /// Everything written has left the output, as far as it knows.
    var hasPlayedAll: Bool { state.withLock { $0.framesWritten <= output.framesPlayed ?? .max } }

    func join(_ renderer: AudioRenderer) {
        state.withLock { if !$0.turns.contains(ObjectIdentifier(renderer)) { $0.turns.append(ObjectIdentifier(renderer)) } }
    }
    func leave(_ renderer: AudioRenderer) { state.withLock { $0.turns.removeAll { $0 == ObjectIdentifier(renderer) } } }
    /// - Returns: whether no other renderer has joined.
    func finish(_ renderer: AudioRenderer) -> Bool {
        leave(renderer)
        return state.withLock { $0.turns.isEmpty }
    }
    func isTurn(of renderer: AudioRenderer) -> Bool { state.withLock { $0.turns.first == ObjectIdentifier(renderer) } }

    /// - Parameter volume: 0...2; above 1 a limiter keeps peaks within full scale.
    func set(volume: Float) {
        guard !volume.isNaN else { return }
        state.withLock { $0.settings.volume = min(max(volume, 0), 2) }
    }
    func set(isMuted: Bool) { state.withLock { $0.settings.isMuted = isMuted } }
    func set(processing: MediaProcessing) {
        state.withLock {
            $0.processing = processing
            $0.settings.isNightMode = processing.isNightMode
            $0.settings.equalizer = processing.equalizer
        }
    }

    /// - Parameter rate: media seconds per second, for what is written from now on.
    /// - Returns: the media time at which the rate will be heard; nil when no written audio is still to be heard.
    func set(rate: Double) -> Double? {
        state.withLock { state in
            let next = state.changer.next ?? state.timeline.end
            state.changer.set(rate: rate)
            guard let played = output.framesPlayed, played < state.timeline.frames else { return nil }
            return next
        }
    }

    func start() {
        state.withLock { $0.framesAtStart = output.framesPlayed ?? 0 }
        output.start()
    }
    func pause() { output.pause() }
    /// No audio follows for a while.
    func playOut() { output.playOut() }

    /// Discards what was written but not heard.
    func flush() {
        state.withLock { state in
            output.flush()
            state.changer.reset()
            state.stage.reset()
            state.timeline.removeAll()
            state.framesWritten = 0
            state.framesAtStart = 0
            state.flushes += 1
        }
    }

    // MARK: Writing

    /// The conditions under which audio is written.
    struct WriteContext {
        let clock: PlayoutClock
        /// ``AudioSink/flushes`` when the audio was taken.
        let flushes: Int
        /// The item's loudness tags.
        var loudness: LoudnessTags?
        /// Returns false once the audio is obsolete.
        let isNeeded: () -> Bool
        /// Called when audio is heard and a held clock was released.
        let onRelease: () -> Void
    }

    /// Writes a block, waiting when the output is full.
    /// - Parameter time: media time of the block's first frame, in seconds.
    /// - Returns: false when it was not completely written, because it is obsolete or the output was flushed.
    func play(_ block: AudioBlock, at time: Double, _ context: WriteContext) -> Bool {
        if isTooLate(time + block.duration, context) { return true }
        guard writeSilence(until: time, context) else { return false }
        let pieces = state.withLock { state in
            state.flushes == context.flushes ? state.changer.process(block.samples, at: time) : nil
        }
        guard let pieces else { return false }
        return pieces.allSatisfy { piece in
            var piece = piece
            piece.isFiller = block.isFiller
            return write(piece, context)
        }
    }

    /// Whether audio that starts while video already plays belongs to frames shown long ago.
    private func isTooLate(_ end: Double, _ context: WriteContext) -> Bool {
        guard isPaced, context.clock.isMoving, context.clock.time - end > Self.largestLateness else { return false }
        return state.withLock { $0.timeline.frames <= output.framesPlayed ?? 0 }
    }

    /// Writes what the rate changer and the limiter hold back, because no audio follows.
    func drain(_ context: WriteContext) {
        let rest = state.withLock { state in state.flushes == context.flushes ? state.changer.drain() : nil }
        if let rest, !write(rest, context) { return }
        let last = state.withLock { state in state.flushes == context.flushes ? state.stage.drain() : [] }
        _ = last.allSatisfy { writeOut($0, context) }
    }

    /// Writes silence when the next audio begins after the end of what was written.
    private func writeSilence(until time: Double, _ context: WriteContext) -> Bool {
        while true {
            let silence: RateChanger.Piece? = state.withLock { state in
                guard var start = state.changer.end ?? state.timeline.end else { return nil }
                // An output that ran dry has not waited for the silence.
                if isPaced, context.clock.isRunning { start = max(start, context.clock.time) }
                guard time - start > Self.shortestHole else { return nil }
                if let rest = state.changer.drain() { return rest }
                let rate = state.changer.rate
                let seconds = min((time - start) / rate, Self.portion)
                let frames = Int((seconds * Double(format.sampleRate)).rounded())
                return .init(
                    samples: [Float](repeating: 0, count: frames * format.channels), media: start, rate: rate, isFiller: true)
            }
            guard let silence else { return true }
            guard write(silence, context) else { return false }
        }
    }

    private func write(_ piece: RateChanger.Piece, _ context: WriteContext) -> Bool {
        let pieces: [RateChanger.Piece]? = state.withLock { state in
            guard state.flushes == context.flushes else { return nil }
            return state.stage.process(piece, gain: state.processing.gain(for: context.loudness), state.settings)
        }
        return pieces?.allSatisfy { writeOut($0, context) } ?? false
    }

    private func writeOut(_ piece: RateChanger.Piece, _ context: WriteContext) -> Bool {
        let channels = format.channels
        let samples = piece.samples
        var written = 0
        var isNew = true
        while written < samples.count {
            let taken: Int? = state.withLock { state in
                guard state.flushes == context.flushes else { return nil }
                if isNew { state.timeline.append(samples.count / channels, from: piece.media, rate: piece.rate) }
                let taken = samples.withUnsafeBufferPointer { output.write(UnsafeBufferPointer(rebasing: $0[written...])) }
                state.framesWritten += Int64(taken)
                if !piece.isFiller { state.secondsPlayed += Double(taken) / Double(format.sampleRate) }
                return taken
            }
            guard let taken else { return false }
            isNew = false
            written += taken * channels
            follow(context)
            if written < samples.count {
                guard context.isNeeded() else { return false }
                output.waitUntilWritable(seconds: 0.02)
            }
        }
        return true
    }

    /// Lets the clock follow what is heard.
    private func follow(_ context: WriteContext) {
        let heard: Double? = state.withLock { state in
            guard state.flushes == context.flushes, let played = output.framesPlayed, played > state.framesAtStart else { return nil }
            state.timeline.forget(before: played)
            return state.timeline.media(at: played)
        }
        if let heard, context.clock.follow(heard) { context.onRelease() }
    }
}
