// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// One item's audio between demuxer and output: coded samples, a decoding thread, and some decoded blocks.
final class AudioTrack: Sendable {
    struct State {
        var samples: SampleQueue
        var decoded: DecodedAudioQueue
        var generation = 0
        /// Audio before it is cut off, exact to the sample.
        var target: Double?
        /// Where the next block begins if nothing is missing.
        var nextTime: Double?
        /// The next block begins a new clock, so its time is exact to the sample.
        var isExact = false
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        var outcome = DecodingOutcome()
        var wakes = 0

        mutating func append(_ block: AudioBlock) {
            nextTime = block.end
            decoded.append(block)
        }

        mutating func appendSilence(until end: Double) {
            guard let start = nextTime, end > start else { return }
            decoded.appendSilence(from: start, to: end)
            nextTime = end
        }

        /// The end of silence that can be played now, because no sample is coming before it.
        var knownSilence: Double? {
            guard let start = nextTime, let end = samples.passed, end - start > 0.001 else { return nil }
            return min(end, start + AudioTrack.highWater)
        }
    }

    static let lowWater = 0.3
    /// Seconds of audio that must be decoded before playback begins.
    static let preroll = 0.1
    static let highWater = 0.7
    /// Seconds of audio to decode before the first wanted sample, because blocks depend on preceding ones.
    static let runUp = AudioRunUp.seconds

    let state: Monitor<State>
    let format: AudioFormat
    private let facts: @Sendable (TrackFact) -> Void

    init(format: AudioFormat, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention), decoded: DecodedAudioQueue(format: format)))
        self.format = format
        self.facts = facts
    }

    /// Whether nothing appended since the last start could be decoded.
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
            $0.decoded.removeAll()
            // Silence precedes audio that begins later.
            $0.nextTime = time
            $0.isExact = true
            $0.isDrained = false
            $0.failure = nil
            return $0.samples.seek(to: time, runUp: Self.runUp)
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
        var presented: TimeRange?
        var isHolding = false
        while true {
            let step: Step = state.wait { state in
                if state.isStopped { return .stop }
                if state.generation != generation { return .restart(state.generation) }
                if state.failure != nil {
                    state.samples.passOver()
                    return nil
                }
                if state.decoded.seconds >= (isFilling ? Self.highWater : Self.lowWater) {
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
                let isNewClock = clock.map { $0 != entry.clock } ?? false
                if isNewClock { state.change { $0.isExact = true } }
                if entry.replacesFrom != nil || isNewClock && entry.presented != presented {
                    // The following audio comes from other samples, so it is cut to the exact sample at which this ends.
                    do throws(CodecError) { try decoder.drain { emit($0, generation, in: presented) } } catch { decoder.flush() }
                    state.change { $0.isExact = true }
                }
                (clock, presented) = (entry.clock, entry.presented)
                if let target = state.read({ $0.target }), entry.mediaEnd < target - Self.runUp { continue }
                isHolding = true
                do throws(CodecError) {
                    try decoder.decode(entry.sample, at: entry.mediaTime) { emit($0, generation, in: presented) }
                } catch { fail(error, generation) }
            case .fill:
                // The audio inside the decoder comes before the silence.
                if isHolding {
                    do throws(CodecError) { try decoder.drain { emit($0, generation, in: presented) } } catch { decoder.flush() }
                }
                isHolding = false
                state.change { state in
                    if state.generation == generation, let end = state.knownSilence { state.appendSilence(until: end) }
                }
            case .drain:
                do throws(CodecError) { try decoder.drain { emit($0, generation, in: presented) } } catch { fail(error, generation) }
                state.change { if $0.generation == generation { $0.isDrained = true } }
            }
        }
    }

    /// - Parameter presented: the times at which the block is heard; nil if all of it is.
    private func emit(_ block: AudioBlock, _ generation: Int, in presented: TimeRange?) {
        let block = presented.map { block.part(in: $0) } ?? block
        guard block.frameCount > 0 else { return }
        state.update { state in
            // Silence replaces what is damaged.
            if block.isFiller { state.outcome.receivedInput() } else { state.outcome.producedOutput() }
            guard state.generation == generation else { return false }
            // A renderer waits for audio only when there is none, or not enough to begin.
            let isAwaited = state.decoded.seconds < Self.preroll
            var block = block
            if let target = state.target {
                guard block.end > target else { return false }
                block.cut(before: target)
                state.target = nil
            }
            // Container timestamps are rounded to their ticks. Consecutive audio is joined so that no sample is lost or doubled. Only an
            // audible gap or overlap counts as one.
            if let next = state.nextTime {
                let tolerance = state.isExact ? 0.000_05 : 0.02
                if block.time < next - tolerance {
                    guard block.end > next else { return false }
                    block.cut(before: next)
                }
                if (block.time - next).magnitude <= tolerance { block.time = next }
                state.isExact = false
                // A sound card can't skip, so a gap in the stream is filled to keep later audio in sync.
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
