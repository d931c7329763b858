// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// One item's video between demuxer and screen: coded samples, a decoding thread, and a few decoded pictures.
final class VideoTrack: Sendable {
    struct State {
        var samples: SampleQueue
        var pictures: Deque<VideoFrame> = []
        /// Counts restarts: the first picture of each is shown at once.
        var generation = 0
        /// Counts the runs of the decoder; what was decoded in an older one is dropped.
        var pass = 0
        /// Pictures that end at or before it are not shown.
        var target: Double?
        /// The key picture on the way to the target is told of at once.
        var isRough = false
        /// Pictures that end at or before it may have been left out in this pass.
        var skippedBefore = -Double.infinity
        /// Where the last picture decoded in this pass begins and ends: a segment fetched again shows none twice.
        var lastTime = -Double.infinity
        var lastEnd = -Double.infinity
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        /// ``VideoDecoder/name``.
        var decoder: String?
        /// Pictures before it are late already and need no exact decoding.
        var lateBefore = -Double.infinity
        /// Changes of the clock that a waiting renderer should see.
        var wakes = 0
    }

    /// Decoding goes on in bursts between these two, which spares switching threads for every picture.
    static let lowWater = 2
    private static let highWater = 4

    let state: Monitor<State>
    private let facts: @Sendable (TrackFact) -> Void
    let options: VideoDecoder.Options

    init(options: VideoDecoder.Options, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention)))
        self.options = options
        self.facts = facts
    }

    func start() { WorkerThread.start { [self] in run() } }
    func stop() { state.change { $0.isStopped = true } }
    func wake() { state.change { $0.wakes += 1 } }

    /// Goes to a time of the timeline.
    /// - Parameter isRough: the key picture before it is told of at once, while the way from there is decoded.
    /// - Returns: false when the samples for it must be loaded.
    @discardableResult
    func restart(at time: Double, isRough: Bool = false) -> Bool {
        state.change {
            $0.isRough = isRough
            return $0.restart(at: time)
        }
    }

    func append(_ entry: SampleQueue.Entry, of segment: SampleQueue.SegmentName?, run: Int?) {
        state.update { state in
            guard run == nil || run == state.samples.run else { return false }
            let wasWaiting = !state.canDecode
            state.samples.append(entry, of: segment)
            return wasWaiting && state.canDecode
        }
    }

    var generation: Int { state.read { $0.generation } }

    private enum Step {
        case aim(generation: Int, pass: Int, target: Double?)
        case decode(SampleQueue.Entry, target: Double?, needed: Double, skips: Bool, isRough: Bool)
        /// There is nothing to decode, and soon nothing to show.
        case starve
        case drain
        case stop
    }

    /// What the decoder may hold back.
    private enum Holding {
        case nothing
        /// Pictures that come out at the next turn of their threads.
        case turns
        /// Pictures that come out once it is certain that none belongs before them.
        case order

        /// Nanoseconds without samples after which they are brought out.
        var patience: Int64 { self == .turns ? 40_000_000 : 250_000_000 }
    }

    private func run() {
        let decoder = VideoDecoder(options: options)
        var name: String?
        var (generation, pass) = (0, 0)
        var approach = Approach()
        var isFresh = true
        var isFilling = true
        var holding = Holding.nothing
        while true {
            let next: (inout State, _ tellsStarving: Bool) -> Step? = { state, tellsStarving in
                if state.isStopped { return .stop }
                if state.generation != generation { return .aim(generation: state.generation, pass: state.pass, target: state.target) }
                if state.failure != nil {
                    state.samples.passOver()
                    return nil
                }
                if state.pictures.count >= (isFilling ? Self.highWater : Self.lowWater) {
                    isFilling = false
                    return nil
                }
                isFilling = true
                guard state.isCovered else { return nil }
                state.aimBeforeEnd()
                let skips = state.target.map { state.samples.skipAhead(to: $0) } ?? false
                if let entry = state.samples.next() {
                    let needed = max(state.target ?? -.infinity, state.lateBefore)
                    state.skippedBefore = max(state.skippedBefore, needed)
                    return .decode(entry, target: state.target, needed: needed, skips: skips, isRough: state.isRough)
                }
                if state.samples.isComplete { return state.isDrained ? nil : .drain }
                return holding != .nothing && tellsStarving ? .starve : nil
            }
            var step = state.wait { next(&$0, true) }
            if case .starve = step {
                step = state.wait(until: MonotonicClock.now.nanoseconds + holding.patience) { next(&$0, false) } ?? .starve
            }
            do throws(CodecError) {
                switch step {
                case .stop:
                    // What is queued is freed here and not on whichever thread lets go of the item last.
                    state.change { $0.samples.removeAll() }
                    return
                case .aim(let newGeneration, let newPass, let target):
                    if newPass != pass {
                        decoder.flush()
                        holding = .nothing
                        isFresh = true
                        approach.restart()
                    }
                    (generation, pass) = (newGeneration, newPass)
                    if approach.aim(at: target, depth: decoder.depth) { try decoder.hurry { emit($0, pass) } }
                case .decode(let entry, let target, let needed, let skips, let isRough):
                    if skips { decoder.flush() }
                    if isFresh, entry.sample.isKey, entry.time >= (target ?? 0) - 0.001 {
                        decodeAlone(entry) { emit($0, pass) }
                    } else if isRough, isFresh || skips, entry.sample.isKey, target != nil {
                        decodeAlone(entry) { facts(.passing($0, generation: generation)) }
                    }
                    isFresh = false
                    holding = .turns
                    if let limit = entry.replacesFrom {
                        giveUp(decoder, from: limit, pass)
                        approach.restart()
                        _ = approach.aim(at: target, depth: decoder.depth)
                    }
                    let end = entry.time + Self.length(entry.duration)
                    try decoder.decode(entry.sample, at: entry.time, isNeeded: end > needed + 0.001) { emit($0, pass) }
                    if decoder.name != name {
                        name = decoder.name
                        state.change { [name] in $0.decoder = name }
                    }
                    if approach.follow(from: entry.time, to: end, depth: decoder.depth) { try decoder.hurry { emit($0, pass) } }
                case .starve where holding == .turns:
                    holding = .order
                    try decoder.hurry { emit($0, pass) }
                case .starve:
                    holding = .nothing
                    try showRest(pass)
                case .drain:
                    holding = .nothing
                    defer { state.change { if $0.pass == pass { $0.isDrained = true } } }
                    try decoder.drain { emit($0, pass) }
                }
            } catch { fail(error, pass) }
        }
    }

    /// A picture without a known length covers a time when nothing between them can: a sixtieth.
    static func length(_ duration: Double) -> Double { duration > 0 ? duration : 1 / 60 }

    /// Decodes a key picture by itself. A decoder keeps pictures back until it has seen those that could come before them,
    /// some samples later; alone, a key picture comes out at once, and is on screen while the others are still decoded.
    private func decodeAlone(_ entry: SampleQueue.Entry, emit: (VideoFrame) -> Void) {
        let decoder = VideoDecoder(options: .init(threads: 1))
        do throws(CodecError) {
            try decoder.decode(entry.sample, at: entry.time, emit: emit)
            try decoder.drain(emit: emit)
        } catch {
            // The running decoder meets the same sample next, and tells what is wrong with it.
            return
        }
    }

    /// Empties the decoder before samples that take the place of some it has: pictures of those come again, and shown now
    /// they would leave holes, for the decoder lacks what lies between them.
    private func giveUp(_ decoder: VideoDecoder, from limit: Double, _ pass: Int) {
        do throws(CodecError) { try decoder.drain { if $0.time < limit - 0.001 { emit($0, pass) } } } catch { decoder.flush() }
    }

    func emit(_ picture: VideoFrame, _ pass: Int) {
        // A renderer waits for pictures only where there are none.
        state.update { state in
            guard state.pass == pass else { return false }
            let end = picture.time + Self.length(picture.duration)
            if let target = state.target {
                guard end > target + 0.001 else { return false }
                state.target = nil
            }
            // Two renditions round the time of one picture differently.
            guard picture.time > state.lastTime + 0.001 else { return false }
            (state.lastTime, state.lastEnd) = (picture.time, end)
            state.pictures.append(picture)
            return state.pictures.count == 1
        }
    }

    private func fail(_ error: CodecError, _ pass: Int) {
        // A codec that is not there fails at its first sample and always; anything else may be mended by the next key sample.
        guard error.code == .unsupported else { return }
        state.change { if $0.pass == pass { $0.failure = error } }
        facts(.failed(.video, error))
    }
}

extension VideoTrack.State {
    /// Nothing has to be loaded first to decode toward the target.
    fileprivate var isCovered: Bool { target.map { samples.covers($0) } ?? true }
    fileprivate var canDecode: Bool { !samples.isExhausted && isCovered }

    /// Behind the last picture there is none to show: that one is meant.
    fileprivate mutating func aimBeforeEnd() {
        guard let wanted = target, samples.isComplete, let end = samples.end else { return }
        target = min(wanted, end - 0.002)
    }

    fileprivate mutating func restart(at time: Double) -> Bool {
        generation += 1
        lateBefore = -.infinity
        if goesOn(to: time) {
            while let first = pictures.first, first.time < time, pictures.count > 1, pictures[1].time <= time + 0.001 {
                pictures.removeFirst()
            }
            if lastEnd <= time + 0.001 { pictures.removeAll() }
            target = pictures.isEmpty ? time : nil
            return true
        }
        pass += 1
        target = time
        pictures.removeAll()
        isDrained = false
        failure = nil
        (lastTime, lastEnd) = (-.infinity, -.infinity)
        skippedBefore = time
        return samples.seek(to: time)
    }

    /// Whether the picture of a time is decoded already, or comes next: then the decoder need not begin at a key sample.
    private func goesOn(to time: Double) -> Bool {
        guard failure == nil, samples.holds(time), time >= skippedBefore - 0.001 else { return false }
        if let first = pictures.first, first.time <= time + 0.001, time < lastEnd - 0.001 { return true }
        return !isDrained && lastEnd <= time + 0.001
    }
}

/// What a track tells its item.
enum TrackFact: Sendable {
    /// A key picture on the way to a rough target.
    case passing(VideoFrame, generation: Int)
    case captions(EmbeddedCaptions)
    case failed(TrackKind, CodecError)
}
