// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// One item's sound between demuxer and loudspeaker: coded samples, a decoding thread, and some decoded blocks.
final class AudioTrack: Sendable {
    struct State {
        var samples: SampleQueue
        var sound: DecodedAudioQueue
        var generation = 0
        /// Sound before it is cut off, to the sample.
        var target: Double?
        /// Where the next block belongs when nothing is missing.
        var nextTime: Double?
        /// The next block begins a new clock: its time counts to the sample.
        var isExact = false
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        var wakes = 0

        mutating func append(_ block: AudioBlock) {
            nextTime = block.end
            sound.append(block)
        }

        mutating func appendSilence(until end: Double) {
            guard let start = nextTime, end > start else { return }
            sound.appendSilence(from: start, to: end)
            nextTime = end
        }

        /// Where silence ends that can be played now, because it is known that no sample comes before.
        var knownSilence: Double? {
            guard let start = nextTime, let end = samples.passed, end - start > 0.001 else { return nil }
            return min(end, start + AudioTrack.highWater)
        }
    }

    static let lowWater = 0.3
    /// Seconds of sound that must be decoded before playing begins.
    static let preroll = 0.1
    static let highWater = 0.7
    /// Seconds of sound before the first one wanted that are decoded as well: a block is built on those before it.
    static let runUp = 0.1

    let state: Monitor<State>
    let format: AudioFormat
    private let facts: @Sendable (TrackFact) -> Void

    init(format: AudioFormat, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention), sound: DecodedAudioQueue(format: format)))
        self.format = format
        self.facts = facts
    }

    /// Nothing that was appended since the last start could be decoded.
    var hasOnlyDamage: Bool {
        state.read { ($0.target != nil || $0.nextTime == nil) && !$0.samples.isEmpty && $0.samples.isExhausted }
    }

    func start() { WorkerThread.start { [self] in run() } }
    func stop() { state.change { $0.isStopped = true } }
    func wake() { state.change { $0.wakes += 1 } }

    @discardableResult
    func restart(at time: Double) -> Bool {
        state.change {
            $0.generation += 1
            $0.target = time
            $0.sound.removeAll()
            // Sound that begins later is led in by silence.
            $0.nextTime = time
            $0.isExact = true
            $0.isDrained = false
            $0.failure = nil
            return $0.samples.seek(to: time)
        }
    }

    func append(_ entry: SampleQueue.Entry, of segment: SampleQueue.SegmentName?, run: Int?) {
        state.update { state in
            guard run == nil || run == state.samples.run else { return false }
            let wasWaiting = state.samples.isExhausted
            state.samples.append(entry, of: segment)
            return wasWaiting && !state.samples.isExhausted
        }
    }

    var generation: Int { state.read { $0.generation } }

    private enum Step {
        case restart(Int)
        case decode(SampleQueue.Entry)
        case fill
        case drain
        case stop
    }

    private func run() {
        let decoder = AudioDecoder(output: format)
        var generation = 0
        var isFilling = true
        var clock: Int?
        var isHolding = false
        while true {
            let step: Step = state.wait { state in
                if state.isStopped { return .stop }
                if state.generation != generation { return .restart(state.generation) }
                if state.failure != nil {
                    state.samples.passOver()
                    return nil
                }
                if state.sound.seconds >= (isFilling ? Self.highWater : Self.lowWater) {
                    isFilling = false
                    return nil
                }
                isFilling = true
                if let entry = state.samples.next() { return .decode(entry) }
                if state.knownSilence != nil { return .fill }
                return state.samples.isComplete && !state.isDrained ? .drain : nil
            }
            switch step {
            case .stop:
                state.change { $0.samples.removeAll() }
                return
            case .restart(let new):
                generation = new
                isHolding = false
                decoder.flush()
            case .decode(let entry):
                if let clock, entry.clock != clock { state.change { $0.isExact = true } }
                clock = entry.clock
                if entry.replacesFrom != nil {
                    // What follows was decoded from other samples: it is cut to the very sample where this ends.
                    do throws(CodecError) { try decoder.drain { emit($0, generation) } } catch { decoder.flush() }
                    state.change { $0.isExact = true }
                }
                if let target = state.read({ $0.target }), entry.end < target - Self.runUp { continue }
                isHolding = true
                do throws(CodecError) { try decoder.decode(entry.sample, at: entry.time) { emit($0, generation) } } catch {
                    fail(error, generation)
                }
            case .fill:
                // What the decoder holds comes before the silence.
                if isHolding { do throws(CodecError) { try decoder.drain { emit($0, generation) } } catch { decoder.flush() } }
                isHolding = false
                state.change { state in
                    if state.generation == generation, let end = state.knownSilence { state.appendSilence(until: end) }
                }
            case .drain:
                do throws(CodecError) { try decoder.drain { emit($0, generation) } } catch { fail(error, generation) }
                state.change { if $0.generation == generation { $0.isDrained = true } }
            }
        }
    }

    private func emit(_ block: AudioBlock, _ generation: Int) {
        state.update { state in
            guard state.generation == generation else { return false }
            // A renderer waits for sound only where there is none, or not enough to begin with.
            let isAwaited = state.sound.seconds < Self.preroll
            var block = block
            if let target = state.target {
                guard block.end > target else { return false }
                block.cut(before: target)
                state.target = nil
            }
            // Times from containers are rounded to their ticks: sound that follows is put end to end, so that no sample is
            // lost or doubled. Only what can be heard as a hole or an overlap counts as one.
            if let next = state.nextTime {
                let tolerance = state.isExact ? 0.000_05 : 0.02
                if block.time < next - tolerance {
                    guard block.end > next else { return false }
                    block.cut(before: next)
                }
                if (block.time - next).magnitude <= tolerance { block.time = next }
                state.isExact = false
                // A sound card can't skip: a hole in the stream is filled, so that what follows is heard at its time.
                state.appendSilence(until: block.time)
            }
            if !block.samples.isEmpty { state.append(block) }
            return isAwaited
        }
    }

    private func fail(_ error: CodecError, _ generation: Int) {
        guard error.code == .unsupported else { return }
        state.change { if $0.generation == generation { $0.failure = error } }
        facts(.failed(.audio, error))
    }
}
