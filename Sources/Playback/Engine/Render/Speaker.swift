// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxCodec
import WindowboxMedia

/// The one output of an engine's sound: items take turns, in the order in which they joined, so that one ends where the
/// next begins.
final class Speaker: Sendable {
    private struct State {
        var turns: [ObjectIdentifier] = []
        var volume: Float = 1
        var isMuted = false
        var rate = 1.0
        /// Media time that the first frame after a flush has, and frames written since: the card's position in media time.
        var anchor: Double?
        var framesWritten: Int64 = 0
        var secondsPlayed = 0.0
    }

    private let output: any AudioOutput
    private let state = Mutex(State())
    private let stretch: Mutex<Stretcher>

    init(output: any AudioOutput) {
        self.output = output
        stretch = Mutex(Stretcher(format: output.format))
    }

    var format: AudioFormat { output.format }
    /// The output takes sound no faster than it plays it.
    var isPaced: Bool { output.isPaced }
    /// Seconds of sound written.
    var secondsPlayed: Double { state.withLock { $0.secondsPlayed } }

    /// All that was written has left the output, as far as it knows.
    var hasPlayedAll: Bool { state.withLock { $0.framesWritten } <= output.framesPlayed ?? .max }

    func join(_ renderer: AudioRenderer) {
        state.withLock { if !$0.turns.contains(ObjectIdentifier(renderer)) { $0.turns.append(ObjectIdentifier(renderer)) } }
    }
    func leave(_ renderer: AudioRenderer) { state.withLock { $0.turns.removeAll { $0 == ObjectIdentifier(renderer) } } }
    func finish(_ renderer: AudioRenderer) { leave(renderer) }
    func isTurn(of renderer: AudioRenderer) -> Bool { state.withLock { $0.turns.first == ObjectIdentifier(renderer) } }

    func set(volume: Float) { state.withLock { $0.volume = min(max(volume, 0), 1) } }
    func set(isMuted: Bool) { state.withLock { $0.isMuted = isMuted } }
    func set(rate: Double) {
        state.withLock { $0.rate = rate }
        stretch.withLock { $0.set(speed: rate) }
    }

    func start() { output.start() }
    func pause() { output.pause() }

    /// Forgets what was written and not heard.
    func flush() {
        output.flush()
        stretch.withLock { $0.reset() }
        state.withLock {
            $0.anchor = nil
            $0.framesWritten = 0
        }
    }

    /// Writes a block, waiting where the output is full.
    /// - Returns: false when `isWanted` became false before all of it was written.
    func play(_ block: AudioBlock, at time: Double, clock: PlayoutClock, while isWanted: () -> Bool) -> Bool {
        let (gain, rate) = state.withLock { ($0.isMuted ? 0 : $0.volume, $0.rate) }
        var samples = stretch.withLock { $0.process(block.samples) }
        if gain != 1 { for index in samples.indices { samples[index] *= gain } }
        state.withLock { if $0.anchor == nil { $0.anchor = time } }
        let channels = output.format.channels
        var written = 0
        while written < samples.count {
            let taken = samples.withUnsafeBufferPointer { output.write(UnsafeBufferPointer(rebasing: $0[written...])) }
            written += taken * channels
            state.withLock {
                $0.framesWritten += Int64(taken)
                $0.secondsPlayed += Double(taken) / Double(output.format.sampleRate)
            }
            followCard(clock, rate: rate)
            if written < samples.count {
                guard isWanted() else { return false }
                output.waitUntilWritable(seconds: 0.02)
            }
        }
        return true
    }

    private func followCard(_ clock: PlayoutClock, rate: Double) {
        guard let played = output.framesPlayed, let anchor = state.withLock({ $0.anchor }), played > 0 else { return }
        clock.follow(anchor + Double(played) / Double(output.format.sampleRate) * rate)
    }
}

/// Changes tempo where the rate is not 1.
private struct Stretcher: ~Copyable {
    private let format: AudioFormat
    private var stretch: TimeStretch?

    init(format: AudioFormat) { self.format = format }

    mutating func set(speed: Double) {
        if speed == 1, stretch == nil { return }
        if stretch == nil { stretch = TimeStretch(format: format) }
        stretch!.speed = speed
    }

    mutating func process(_ samples: [Float]) -> [Float] { stretch.map { $0.process(samples) } ?? samples }

    mutating func reset() {
        guard let speed = stretch?.speed else { return }
        stretch = speed == 1 ? nil : TimeStretch(format: format)
        stretch?.speed = speed
    }
}
