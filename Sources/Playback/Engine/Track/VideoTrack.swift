// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// One item's video between demuxer and screen: coded samples, a decoding thread, and a few decoded pictures.
final class VideoTrack: Sendable {
    struct State {
        var samples: SampleQueue
        var pictures: Deque<VideoFrame> = []
        /// Counts restarts; what was decoded for an older one is dropped.
        var generation = 0
        /// Pictures that end at or before it are not shown.
        var target: Double?
        /// The last picture decoded for this generation: a segment fetched again shows none twice.
        var lastTime = -Double.infinity
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        /// Pictures before it are late already and need no exact decoding.
        var lateBefore = -Double.infinity
        /// Changes of the clock that a waiting renderer should see.
        var wakes = 0
    }

    /// Decoding goes on in bursts between these two, which spares switching threads for every picture.
    private static let lowWater = 2
    private static let highWater = 5

    let state: Monitor<State>
    private let facts: @Sendable (TrackFact) -> Void
    private let options: VideoDecoder.Options

    init(options: VideoDecoder.Options, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention)))
        self.options = options
        self.facts = facts
    }

    func start() { WorkerThread.start { [self] in run() } }
    func stop() { state.change { $0.isStopped = true } }
    func wake() { state.change { $0.wakes += 1 } }

    /// Starts anew at a time of the timeline.
    /// - Returns: false when the samples for it must be loaded.
    @discardableResult
    func restart(at time: Double) -> Bool {
        state.change {
            $0.generation += 1
            $0.target = time
            $0.pictures.removeAll()
            $0.isDrained = false
            $0.failure = nil
            $0.lastTime = -.infinity
            $0.lateBefore = -.infinity
            return $0.samples.seek(to: time)
        }
    }

    var generation: Int { state.read { $0.generation } }

    private enum Step {
        case restart(Int)
        case decode(SampleQueue.Entry, target: Double?, lateBefore: Double, generation: Int)
        case drain(Int)
        case stop
    }

    private func run() {
        let decoder = VideoDecoder(options: options)
        var generation = 0
        var isFresh = true
        var isFilling = true
        while true {
            let step: Step = state.wait { state in
                if state.isStopped { return .stop }
                if state.generation != generation { return .restart(state.generation) }
                if state.pictures.count >= (isFilling ? Self.highWater : Self.lowWater) {
                    isFilling = false
                    return nil
                }
                isFilling = true
                if let target = state.target, !state.samples.covers(target) { return nil }
                if let target = state.target { state.samples.skipAhead(to: target) }
                if let entry = state.samples.next() {
                    return .decode(entry, target: state.target, lateBefore: state.lateBefore, generation: state.generation)
                }
                return state.samples.isComplete && !state.isDrained && state.failure == nil ? .drain(state.generation) : nil
            }
            switch step {
            case .stop:
                // What is queued is freed here and not on whichever thread lets go of the item last.
                state.change { $0.samples.removeAll() }
                return
            case .restart(let new):
                generation = new
                isFresh = true
                decoder.flush()
            case .decode(let entry, let target, let lateBefore, _):
                if isFresh, entry.sample.isKey, entry.time >= (target ?? 0) - 0.001 { showEarly(entry, generation) }
                isFresh = false
                if let limit = entry.replacesFrom { giveUp(decoder, from: limit, generation) }
                let needed = max(target ?? -.infinity, lateBefore)
                do throws(CodecError) {
                    try decoder.decode(entry.sample, at: entry.time, isNeeded: entry.end > needed - 0.001) { emit($0, generation) }
                } catch { fail(error, generation) }
            case .drain:
                do throws(CodecError) { try decoder.drain { emit($0, generation) } } catch { fail(error, generation) }
                state.change { if $0.generation == generation { $0.isDrained = true } }
            }
        }
    }

    /// Decodes a key picture by itself. A decoder keeps pictures back until it has seen those that could come before them,
    /// some samples later; alone, a key picture comes out at once, and is on screen while the others are still decoded.
    private func showEarly(_ entry: SampleQueue.Entry, _ generation: Int) {
        let decoder = VideoDecoder(options: .init(threads: 1))
        do throws(CodecError) {
            try decoder.decode(entry.sample, at: entry.time) { emit($0, generation) }
            try decoder.drain { emit($0, generation) }
        } catch {
            // The running decoder meets the same sample next, and tells what is wrong with it.
            return
        }
    }

    /// Empties the decoder before samples that take the place of some it has: pictures of those come again, and shown now
    /// they would leave holes, for the decoder lacks what lies between them.
    private func giveUp(_ decoder: VideoDecoder, from limit: Double, _ generation: Int) {
        do throws(CodecError) { try decoder.drain { if $0.time < limit - 0.001 { emit($0, generation) } } } catch { decoder.flush() }
    }

    private func emit(_ picture: VideoFrame, _ generation: Int) {
        state.change { state in
            guard state.generation == generation else { return }
            if let target = state.target {
                // A picture without a known length covers the target when nothing between them can: a sixtieth.
                let length = picture.duration > 0 ? picture.duration : 1 / 60
                guard picture.time + length > target + 0.001 else { return }
                state.target = nil
            }
            // Two renditions round the time of one picture differently.
            guard picture.time > state.lastTime + 0.001 else { return }
            state.lastTime = picture.time
            state.pictures.append(picture)
        }
    }

    private func fail(_ error: CodecError, _ generation: Int) {
        // A codec that is not there fails at its first sample and always; anything else may be mended by the next key sample.
        guard error.code == .unsupported else { return }
        state.change { if $0.generation == generation { $0.failure = error } }
        facts(.failed(.video, error))
    }
}

/// What a track tells its item.
enum TrackFact: Sendable {
    case failed(TrackKind, CodecError)
}
