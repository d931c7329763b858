// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// One item's video between demuxer and screen: coded samples, a decoding thread, and a few decoded frames.
final class VideoTrack: Sendable {
    struct State {
        var samples: SampleQueue
        var frames: Deque<VideoFrame> = []
        /// Counts restarts. The first frame of each is shown at once.
        var generation = 0
        /// Counts the runs of the decoder. Frames of an older run are dropped.
        var pass = 0
        /// The frame that is visible then is the first one to be shown.
        var target: Double?
        /// What is known of that frame.
        var visible = VisibleFrame()
        /// The keyframe on the way to the target is reported at once.
        var isRough = false
        /// Frames that end at or before it may have been skipped in this pass.
        var skippedBefore = -Double.infinity
        /// The start and end of the last frame that came out of the decoder in this pass. A reloaded segment shows no frame twice.
        var lastTime = -Double.infinity
        var lastEnd = -Double.infinity
        var lastOrigin = 0
        /// Frames up to this time may be output a second time in this pass.
        var repeatsUntil = -Double.infinity
        /// Only the frame at that time comes again, and only once.
        var repeatsOne = false
        var isDrained = false
        var isStopped = false
        var failure: CodecError?
        var outcome = DecodingOutcome()
        /// ``VideoDecoder/name``.
        var decoder: String?
        /// Frames before it are already late and need no exact decoding.
        var lateBefore = -Double.infinity
        var deinterlacing = Deinterlacing.off
        /// Counts clock changes that a waiting renderer should notice.
        var wakes = 0
    }

    /// Decoding proceeds in bursts between these two numbers of frames, which saves switching threads for every frame.
    ///
    /// The more frames per second, the more there must be: the decoding thread of a busy machine may have to wait for its turn.
    static func marks(for frame: VideoFrame?) -> (low: Int, high: Int) {
        guard let frame else { return (2, 4) }
        let lasting = (reserve / length(frame.duration)).rounded(.up)
        let high = max(4, min(Int(min(lasting, 16)), maximumBytes / max(frame.byteCount, 1)))
        return (high / 2, high)
    }

    /// Seconds of decoded frames, if memory allows.
    private static let reserve = 0.12
    /// The maximum size in bytes of the decoded frames if there are more than four.
    private static let maximumBytes = 64 << 20

    let state: Monitor<State>
    private let facts: @Sendable (TrackFact) -> Void
    let options: VideoDecoder.Options

    init(options: VideoDecoder.Options, retention: Double, facts: @escaping @Sendable (TrackFact) -> Void) {
        state = Monitor(State(samples: SampleQueue(retention: retention)))
        self.options = options
        self.facts = facts
    }

    /// Whether nothing appended in this pass could be decoded, because it is damaged or its references are missing.
    var hasOnlyDamage: Bool { state.read { $0.lastTime == -.infinity && !$0.samples.isEmpty && $0.samples.isExhausted } }

    func start() { WorkerThread.start { [self] in VideoDecoding(self).run() } }
    func stop() { state.change { $0.isStopped = true } }
    func wake() { state.change { $0.wakes += 1 } }

    /// Seeks to a time in seconds on the timeline.
    /// - Parameter isRough: reports the preceding keyframe at once, while the frames from there are decoded.
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
            if let target = state.target { state.visible.note(entry, target: target) }
            return wasWaiting && state.canDecode
        }
    }

    var generation: Int { state.read { $0.generation } }

    /// Seconds for which a frame is shown: a sixtieth when its duration is unknown or implausibly short. Some files give every sample a
    /// duration of a single tick.
    static func length(_ duration: Double) -> Double { duration > 0.002 ? duration : 1 / 60 }

    /// Frames that the decoder will output a second time.
    enum Repetition {
        case one
        /// This frame and those before it.
        case all
    }

    /// - Parameter again: whether the decoder will output the frame a second time.
    func emit(_ frame: VideoFrame, _ pass: Int, again: Repetition? = nil) {
        // A renderer waits for frames only when there are none.
        state.update { state in
            state.outcome.producedOutput()
            guard state.pass == pass, let frame = state.placed(frame, again: again) else { return false }
            let isAwaited = state.frames.isEmpty
            if let target = state.target {
                guard let first = state.visible.add(frame, target: target) else { return false }
                state.target = nil
                if first !== frame { state.frames.append(first) }
            }
            state.frames.append(frame)
            return isAwaited
        }
    }

    /// The decoder is empty, and gets no more samples. Shows the last frame before the target if none came after it.
    func finish(_ pass: Int) {
        state.change { state in
            guard state.pass == pass else { return }
            state.isDrained = true
            guard state.target != nil, let last = state.visible.takeHeld() else { return }
            state.target = nil
            state.frames.append(last)
        }
    }

    func report(_ fact: TrackFact) { facts(fact) }

    func fail(_ error: CodecError, _ pass: Int) {
        // A missing codec fails at its first sample and at every later one. Other errors may be recovered from at the next keyframe.
        guard error.code == .unsupported else { return }
        state.change { if $0.pass == pass { $0.failure = error } }
        facts(.failed(.video, error))
    }
}

extension VideoTrack.State {
    /// The decoder has taken every sample, and there are hardly any frames left.
    var isHungry: Bool { failure == nil && samples.isExhausted && frames.count < VideoTrack.marks(for: frames.first).low }

    /// Nothing has to be loaded to decode towards the target.
    var isCovered: Bool { target.map { samples.covers($0) } ?? true }
    fileprivate var canDecode: Bool { !samples.isExhausted && isCovered }

    /// Moves a target after the last frame to the last frame.
    mutating func aimBeforeEnd() {
        guard let requested = target, samples.isComplete || samples.passed.map({ $0 > requested }) ?? false, let end = samples.end else {
            return
        }
        guard requested > end - 0.002 else { return }
        // The last frame may be shorter than that.
        target = max(end - 0.002, samples.lastStart(before: requested) ?? -.infinity)
    }

    /// Takes a frame out of the decoder, once: a frame that is held until the next one is known has its place already.
    /// - Returns: the frame at its place; nil when it was output before.
    fileprivate mutating func placed(_ frame: VideoFrame, again: VideoTrack.Repetition?) -> VideoFrame? {
        guard let frame = placed(frame) else { return nil }
        (lastTime, lastEnd, lastOrigin) = (frame.time, frame.time + VideoTrack.length(frame.duration), frame.origin)
        if let again { (repeatsUntil, repeatsOne) = (frame.time, again == .one) }
        return frame
    }

    /// The frame at its time, or after the last one if the packager gave two frames of a segment the same time; nil when it was output
    /// before.
    private mutating func placed(_ frame: VideoFrame) -> VideoFrame? {
        if repeatsOne, (frame.time - repeatsUntil).magnitude <= 0.001 {
            (repeatsUntil, repeatsOne) = (-.infinity, false)
            return nil
        }
        guard frame.origin == lastOrigin, frame.time > repeatsUntil + 0.001 else {
            // Two renditions round the time of the same frame differently.
            return frame.time > lastTime + 0.001 ? frame : nil
        }
        return frame.time > lastTime ? frame : frame.moved(to: lastTime + VideoTrack.length(frame.duration))
    }

    fileprivate mutating func restart(at time: Double) -> Bool {
        generation += 1
        lateBefore = -.infinity
        if continues(to: time) {
            while let first = frames.first, first.time < time, frames.count > 1, frames[1].time <= time + 0.001 {
                frames.removeFirst()
            }
            // The last frame may be visible for longer than it states.
            let start = samples.lastStart(before: time)
            let isFollowed = frames.count == 1 && !isDrained && start.map { $0 > frames[0].time + 0.001 } ?? false
            if lastEnd <= time + 0.001 || isFollowed {
                visible = VisibleFrame(start: start, held: frames.last ?? visible.held)
                frames.removeAll()
            }
            target = frames.isEmpty ? time : nil
            return true
        }
        pass += 1
        target = time
        frames.removeAll()
        isDrained = false
        failure = nil
        (lastTime, lastEnd, repeatsUntil) = (-.infinity, -.infinity, -.infinity)
        skippedBefore = time
        defer { visible = VisibleFrame(start: samples.lastStart(before: time)) }
        return samples.seek(to: time)
    }

    /// Whether the frame at a time is already decoded or comes next, so that the decoder need not start at a keyframe.
    private func continues(to time: Double) -> Bool {
        guard failure == nil, samples.holds(time), time >= skippedBefore - 0.001 else { return false }
        if let first = frames.first, first.time <= time + 0.001, time < lastEnd - 0.001 { return true }
        guard !isDrained, lastEnd <= time + 0.001 else { return false }
        return !frames.isEmpty || visible.held != nil || samples.lastStart(before: time).map { $0 > lastTime + 0.001 } ?? true
    }
}

/// What a track reports to its item.
enum TrackFact: Sendable {
    /// A keyframe on the way to a rough target.
    case passing(VideoFrame, generation: Int)
    case captions(EmbeddedCaptions)
    case failed(TrackKind, CodecError)
}
