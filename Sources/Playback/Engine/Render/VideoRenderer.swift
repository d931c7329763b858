// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Shows one item's frames when they are due, on its own thread.
final class VideoRenderer: Sendable {
    struct State {
        /// The item may show frames.
        var isOnAir = false
        var isStopped = false
        /// The first frame after a start or a seek is shown at once; false while the previous item still plays.
        var showsFirstAtOnce = false
        /// Seconds added to the item's time to get the clock's time.
        var offset = 0.0
        /// The ranges that must not be shown.
        var blocked = BlockedRanges()
        /// Where the next item begins, in seconds on this item's timeline. The last frame may end later.
        var handover = Double.infinity
    }

    private let track: VideoTrack
    private let clock: PlayoutClock
    private let videoSink: VideoSink
    private let air: Monitor<State>
    private let facts: @Sendable (RenderFact) -> Void

    init(track: VideoTrack, clock: PlayoutClock, videoSink: VideoSink, facts: @escaping @Sendable (RenderFact) -> Void) {
        self.track = track
        self.clock = clock
        self.videoSink = videoSink
        self.facts = facts
        air = Monitor(State())
    }

    func start() { WorkerThread.start { [self] in run() } }

    func stop() {
        air.change { $0.isStopped = true }
        track.wake()
    }

    /// Lets the item show frames. `offset` is added to their times to get the clock's.
    func goOnAir(offset: Double, showsFirstAtOnce: Bool) {
        air.change {
            $0.isOnAir = true
            $0.offset = offset
            $0.showsFirstAtOnce = showsFirstAtOnce
            $0.handover = .infinity
        }
        track.wake()
    }

    /// The next item follows at a time on this item's timeline, even if the last frame would be visible for longer.
    func handOver(at time: Double) {
        air.change { $0.handover = time }
        track.wake()
    }

    /// The previous item has ended: from now on, the first frame after a start or a seek is shown at once.
    func showFirstAtOnce() {
        air.change { $0.showsFirstAtOnce = true }
        track.wake()
    }

    /// Shows nothing until the item goes on air again.
    func leaveAir() {
        air.change { $0.isOnAir = false }
        track.wake()
    }

    /// The ranges that must not be shown, on the item's timeline.
    func set(blocked: BlockedRanges) {
        air.change { $0.blocked = blocked }
        track.wake()
    }

    private var offset: Double { air.read { $0.offset } }

    private enum Step {
        case show(VideoFrame, generation: Int)
        case ended(Int)
        case starved(Int)
        /// No frame is due for a while after the start or the seek.
        case idle(Int)
        case offAir
        case stop
    }

    private func run() {
        var shownGeneration = -1
        var idleGeneration = -1
        var endedGeneration = -1
        var starvedGeneration = -1
        // The end of the last frame when decoding was last late.
        var lateAt = -Double.infinity
        var isHurrying = false
        var lastTime = 0.0
        var lastEnd = 0.0
        var format: PictureFormat?
        while true {
            let isStopped = air.wait { state in state.isStopped || state.isOnAir ? state.isStopped : nil }
            if isStopped { return }
            let wakes = track.state.read { $0.wakes }
            let isWaitingForMore = shownGeneration >= 0 && endedGeneration != shownGeneration && starvedGeneration != shownGeneration
            let known = max(lastEnd, track.state.read { $0.samples.passed } ?? lastEnd)
            let longest = isHurrying ? Self.longestLag : 0.05
            let deadline = isWaitingForMore && clock.pace == .realTime ? clock.deadline(of: known + offset + longest) : nil
            let next: (inout VideoTrack.State) -> Step? = { [self] state in
                if state.isStopped || air.read({ $0.isStopped }) { return .stop }
                if !air.read({ $0.isOnAir }) { return .offAir }
                if let frame = state.frames.first { return .show(frame, generation: state.generation) }
                if state.isDrained || state.failure != nil { return endedGeneration == state.generation ? nil : .ended(state.generation) }
                if ![shownGeneration, idleGeneration].contains(state.generation), state.samples.isEmpty, let passed = state.samples.passed,
                    passed > clock.time - offset + Self.longestWait
                {
                    return .idle(state.generation)
                }
                return nil
            }
            let step = deadline.map { track.state.wait(until: $0, next) ?? .starved(shownGeneration) } ?? track.state.wait(next)
            switch step {
            case .stop: return
            case .offAir: continue
            case .ended(let generation):
                // Without a frame in this generation, there is nothing to wait for.
                if generation == shownGeneration {
                    if let block = air.read({ $0.blocked.next(from: lastTime + 0.001) }), block.start < lastEnd - 0.005 {
                        hold(before: block, generation, wakes: wakes)
                        continue
                    }
                    guard waitUntilOver(lastEnd, generation) else { continue }
                    clock.reached(lastEnd + offset)
                }
                endedGeneration = generation
                facts(.ended(.video, generation, at: lastEnd))
            case .idle(let generation):
                idleGeneration = generation
                facts(.idle(.video, generation, MonotonicClock.now))
            case .starved(let generation):
                // The clock may have stopped during the wait. Then nothing is late.
                guard clock.deadline(of: lastEnd) != nil else { continue }
                // The wait may have revealed that no frame is due until later.
                if let passed = track.state.read({ $0.samples.passed }), passed > known { continue }
                // On a machine that is too slow, waiting doesn't help, so skip frames. One late frame is no proof.
                if !isHurrying, lastEnd - lateAt < 5, hurry(generation) {
                    isHurrying = true
                    continue
                }
                if hasSamples { lateAt = lastEnd }
                starvedGeneration = generation
                facts(.starved(.video, generation))
            case .show(let frame, let generation):
                let isFirst = generation != shownGeneration
                starvedGeneration = -1
                isHurrying = false
                if let block = block(before: frame, behind: isFirst ? nil : lastTime) {
                    // A frame that extends past the end of a blocked range is dropped when playback resumes after the range.
                    if isFirst { _ = remove(frame, generation) } else { hold(before: block, generation, wakes: wakes) }
                    continue
                }
                let isDue = isFirst && generation != idleGeneration && air.read { $0.showsFirstAtOnce }
                if !isDue, !waitUntilDue(frame, generation, shown: shownGeneration) { continue }
                guard remove(frame, generation) else { continue }
                if isFirst { (shownGeneration, lateAt) = (generation, -.infinity) }
                lastTime = frame.time
                lastEnd = frame.time + (frame.duration > 0 ? frame.duration : 1 / 60)
                videoSink.show(frame, from: self)
                clock.reached(frame.time + offset)
                if PictureFormat(frame) != format {
                    format = PictureFormat(frame)
                    facts(.format(PictureFormat(frame)))
                }
                if isFirst { facts(.ready(.video, generation, at: frame.time, MonotonicClock.now)) }
            }
        }
    }

    /// - Parameter last: the time of the frame shown before; nil for the first one after a start or a seek.
    private func block(before frame: VideoFrame, behind last: Double?) -> TimeRange? {
        // Containers round times.
        let time = frame.time + 0.001
        return air.read { air in air.blocked.next(from: last.map { $0 + 0.001 } ?? time).flatMap { $0.start <= time ? $0 : nil } }
    }

    /// Waits until the engine has skipped a blocked range.
    private func hold(before block: TimeRange, _ generation: Int, wakes: Int) {
        facts(.reachedBlock(.video, generation, block))
        track.state.wait { [self] state in
            state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? () : nil
        }
    }

    /// Waits until a frame is due.
    /// - Returns: false when the state has changed and must be checked again.
    private func waitUntilDue(_ frame: VideoFrame, _ generation: Int, shown: Int) -> Bool {
        let wakes = track.state.read { $0.wakes }
        let hasChanged: (inout VideoTrack.State) -> Bool? = { [self] state in
            state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? true : nil
        }
        // At this pace, the clock doesn't show when the previous item has shown its last frame.
        if clock.pace == .asFastAsPossible, generation != shown, !air.read({ $0.showsFirstAtOnce }) {
            _ = track.state.wait(hasChanged)
            return false
        }
        guard let due = clock.deadline(of: frame.time + offset) else {
            // Playback has stalled and the decoder delivers this frame late: it was due before the clock stopped.
            if clock.pace == .realTime, clock.hasPassed(frame.time + offset), generation == shown { return true }
            _ = track.state.wait(hasChanged)
            return false
        }
        if due == 0 { return true }
        let handOver = due - videoSink.delay
        let lateness = Double(MonotonicClock.now.nanoseconds - handOver) / 1e9
        if lateness < 0 { return track.state.wait(until: handOver, hasChanged) == nil }
        return lateness < 0.05 || !dropIfLate(frame, generation, lateness: lateness)
    }

    /// Waits until the last frame was visible for its time.
    /// - Parameter end: seconds on the item's timeline.
    /// - Returns: false when the state must be checked again.
    private func waitUntilOver(_ end: Double, _ generation: Int) -> Bool {
        let wakes = track.state.read { $0.wakes }
        let hasChanged: (inout VideoTrack.State) -> Bool? = { [self] state in
            state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? true : nil
        }
        let (offset, handover) = air.read { ($0.offset, $0.handover) }
        guard let due = clock.deadline(ofEnd: min(end, handover) + offset) else {
            _ = track.state.wait(hasChanged)
            return false
        }
        if due <= MonotonicClock.now.nanoseconds { return true }
        // Meanwhile, the clock may have begun to follow a sound card, so it is read again.
        _ = track.state.wait(until: due, hasChanged)
        return false
    }

    /// Whether there is something to decode.
    private var hasSamples: Bool { track.state.read { !$0.samples.isExhausted && $0.isCovered } }

    /// Makes the decoder skip what would come too late, if it has samples.
    private func hurry(_ generation: Int) -> Bool {
        let time = clock.time - offset
        return hasSamples
            && track.state.change { state in
                guard state.generation == generation else { return false }
                state.lateBefore = max(state.lateBefore, time + 0.05)
                return true
            }
    }

    /// Seconds of the item without a frame that playback does not wait for.
    private static let longestWait = 2.0

    /// Seconds by which video may be late while the decoder skips frames.
    private static let longestLag = 0.5

    /// Drops a late frame when a later one is ready to be shown instead.
    private func dropIfLate(_ frame: VideoFrame, _ generation: Int, lateness: Double) -> Bool {
        let isDropped = track.state.change { state in
            guard state.generation == generation, state.frames.count > 1, state.frames.first === frame else { return false }
            state.frames.removeFirst()
            state.lateBefore = frame.time + lateness
            return true
        }
        if isDropped { videoSink.countDropped() }
        return isDropped
    }

    private func remove(_ frame: VideoFrame, _ generation: Int) -> Bool {
        var isTaken = false
        track.state.update { state in
            guard state.generation == generation, state.frames.first === frame else { return false }
            state.frames.removeFirst()
            state.samples.trim(before: frame.time)
            isTaken = true
            // The decoder is woken only then.
            return state.frames.count < VideoTrack.marks(for: frame).low
        }
        return isTaken
    }
}

/// What a renderer reports to its engine.
enum RenderFact: Sendable {
    /// The format of the frames on screen has changed.
    case format(PictureFormat)
    /// The first frame of a generation is on screen, or its first audio is ready, since the given instant.
    case ready(TrackKind, Int, at: Double, Instant)
    /// After a start or a seek, nothing is due for a while, since the given instant: playback can begin without a frame.
    case idle(TrackKind, Int, Instant)
    /// Audio that the clock was waiting for has started.
    case heard
    /// Everything before a blocked range was output.
    case reachedBlock(TrackKind, Int, TimeRange)
    /// Samples are due but missing.
    case starved(TrackKind, Int)
    /// The output has got the last sample of the track.
    case written(TrackKind, Int)
    /// The last sample of the track was played: the last frame was visible for its time, the last audio was heard.
    case ended(TrackKind, Int, at: Double)
}
