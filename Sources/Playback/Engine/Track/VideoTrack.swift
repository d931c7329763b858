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
        var lastOrigin = 0
        /// Pictures up to it may come a second time in this pass.
        var repeatsUntil = -Double.infinity
        /// Only the picture at that time comes again, and only once.
        var repeatsOne = false
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        /// ``VideoDecoder/name``.
        var decoder: String?
        /// Pictures before it are late already and need no exact decoding.
        var lateBefore = -Double.infinity
        var deinterlacing = Deinterlacing.off
        /// Changes of the clock that a waiting renderer should see.
        var wakes = 0
    }

    /// Decoding goes on in bursts between these two, which spares switching threads for every picture.
    static let lowWater = 2
    static let highWater = 4

    let state: Monitor<State>
    private let facts: @Sendable (TrackFact) -> Void
    let options: VideoDecoder.Options

    init(options: VideoDecoder.Options, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention)))
        self.options = options
        self.facts = facts
    }

    /// Nothing that was appended in this pass could be decoded: it is damaged, or needs what is missing.
    var hasOnlyDamage: Bool { state.read { $0.lastTime == -.infinity && !$0.samples.isEmpty && $0.samples.isExhausted } }

    func start() { WorkerThread.start { [self] in VideoDecoding(self).run() } }
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

    /// A picture without a known length covers a time when nothing between them can: a sixtieth. Some files give every sample a
    /// single tick.
    static func length(_ duration: Double) -> Double { duration > 0.002 ? duration : 1 / 60 }

    /// What the decoder will give out a second time.
    enum Repetition {
        case one
        /// And those before it.
        case all
    }

    /// - Parameter again: whether the decoder will give the picture out once more.
    func emit(_ picture: VideoFrame, _ pass: Int, again: Repetition? = nil) {
        // A renderer waits for pictures only where there are none.
        state.update { state in
            guard state.pass == pass else { return false }
            let end = picture.time + Self.length(picture.duration)
            if let target = state.target {
                guard end > target + 0.001 else { return false }
                state.target = nil
            }
            guard let picture = state.placed(picture) else { return false }
            (state.lastTime, state.lastEnd, state.lastOrigin) = (picture.time, picture.time + Self.length(picture.duration), picture.origin)
            if let again { (state.repeatsUntil, state.repeatsOne) = (picture.time, again == .one) }
            state.pictures.append(picture)
            return state.pictures.count == 1
        }
    }

    func tell(_ fact: TrackFact) { facts(fact) }

    func fail(_ error: CodecError, _ pass: Int) {
        // A codec that is not there fails at its first sample and always; anything else may be mended by the next key sample.
        guard error.code == .unsupported else { return }
        state.change { if $0.pass == pass { $0.failure = error } }
        facts(.failed(.video, error))
    }
}

extension VideoTrack.State {
    /// Nothing has to be loaded first to decode toward the target.
    var isCovered: Bool { target.map { samples.covers($0) } ?? true }
    fileprivate var canDecode: Bool { !samples.isExhausted && isCovered }

    /// Behind the last picture there is none to show: that one is meant.
    mutating func aimBeforeEnd() {
        guard let wanted = target, samples.isComplete || samples.passed.map({ $0 > wanted }) ?? false, let end = samples.end else { return }
        target = min(wanted, end - 0.002)
    }

    /// A picture at its time, or behind the last one where the packager gave two pictures of a segment the same time; nil when it has been
    /// given out before.
    fileprivate mutating func placed(_ picture: VideoFrame) -> VideoFrame? {
        if repeatsOne, (picture.time - repeatsUntil).magnitude <= 0.001 {
            (repeatsUntil, repeatsOne) = (-.infinity, false)
            return nil
        }
        guard picture.origin == lastOrigin, picture.time > repeatsUntil + 0.001 else {
            // Two renditions round the time of one picture differently.
            return picture.time > lastTime + 0.001 ? picture : nil
        }
        return picture.time > lastTime ? picture : picture.moved(to: lastTime + VideoTrack.length(picture.duration))
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
        (lastTime, lastEnd, repeatsUntil) = (-.infinity, -.infinity, -.infinity)
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
