// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Decodes one video track on a separate thread: chooses the next step and performs it.
final class VideoDecoding {
    private enum Step {
        case aim(generation: Int, pass: Int, target: Double?)
        case decode(SampleQueue.Entry, Aim, skips: Bool)
        /// There is nothing to decode, and soon no frames to show.
        case starve
        case drain
        case stop
    }

    /// Which frames are wanted.
    private struct Aim {
        var target: Double?
        /// Frames that end at or before it are not shown.
        var needed: Double
        /// The sample may be the one that is visible at the target.
        var isVisible: Bool
        /// A keyframe on the way to the target is reported.
        var isRough: Bool
    }

    /// Why the decoder may hold frames back.
    private enum Holding {
        case nothing
        /// Frames come out when their decoding threads are next given data.
        case turns
        /// Frames come out once no earlier frame can follow.
        case order

        /// Nanoseconds without samples after which the frames are forced out.
        var timeout: Int64 { self == .turns ? 40_000_000 : 250_000_000 }
    }

    private let track: VideoTrack
    private let decoder: VideoDecoder
    private var name: String?
    private var generation = 0
    private var pass = 0
    private var targetTracker = DecodeTargetTracker()
    /// No sample has been decoded since the decoder was reset.
    private var isFresh = true
    /// The queue is filling up from the low to the high water mark.
    private var isFilling = true
    private var holding = Holding.nothing
    private var deinterlacing = Deinterlacing.off
    /// Counts the segments of the samples. Frame times are compared only within a segment.
    private var segment = 0
    private var lastNumber = 0
    /// The ranges in which frames are presented, of those segments inside the decoder that are presented only in part.
    private var presented: [Int: TimeRange] = [:]
    /// The decoder has got a frame that is to be shown.
    private var hasInput = false

    init(_ track: VideoTrack) {
        self.track = track
        decoder = VideoDecoder(options: track.options)
    }

    /// Runs until the track is stopped.
    func run() {
        while true {
            let step = nextStep()
            if case .stop = step {
                // Free queued samples here rather than on the thread that happens to release the item.
                return track.state.change { $0.samples.removeAll() }
            }
            do throws(CodecError) { try perform(step) } catch { track.fail(error, pass) }
        }
    }

    // MARK: Choosing the next step

    private func nextStep() -> Step {
        let step = track.state.wait { self.step(in: &$0, reportsStarvation: true) }
        guard case .starve = step else { return step }
        let deadline = MonotonicClock.now.nanoseconds + holding.timeout
        return track.state.wait(until: deadline) { self.step(in: &$0, reportsStarvation: false) } ?? .starve
    }

    /// - Returns: nil when there is nothing to do until the state changes.
    private func step(in state: inout VideoTrack.State, reportsStarvation: Bool) -> Step? {
        if state.isStopped { return .stop }
        if state.generation != generation { return .aim(generation: state.generation, pass: state.pass, target: state.target) }
        if state.failure != nil {
            state.samples.passOver()
            return nil
        }
        let marks = VideoTrack.marks(for: state.frames.first)
        if state.frames.count >= (isFilling ? marks.high : marks.low) {
            isFilling = false
            return nil
        }
        isFilling = true
        deinterlacing = state.deinterlacing
        guard state.isCovered else { return nil }
        state.aimBeforeEnd()
        let skips = state.target.map { state.samples.skipAhead(to: $0) } ?? false
        if let entry = state.samples.next() {
            let needed = max(state.target ?? -.infinity, state.lateBefore)
            state.skippedBefore = max(state.skippedBefore, needed)
            let isVisible = state.target.map { state.visible.mayBe(entry, target: $0) && needed <= $0 } ?? false
            return .decode(entry, Aim(target: state.target, needed: needed, isVisible: isVisible, isRough: state.isRough), skips: skips)
        }
        if state.samples.isComplete { return state.isDrained ? nil : .drain }
        return holding != .nothing && reportsStarvation ? .starve : nil
    }

    // MARK: Performing a step

    private func perform(_ step: Step) throws(CodecError) {
        switch step {
        case .stop: return
        case .aim(let newGeneration, let newPass, let target): try aim(at: target, newGeneration, newPass)
        case .decode(let entry, let aim, let skips):
            if skips { decoder.flush() }
            if entry.number <= lastNumber, lastNumber > 0 { segment += 1 }
            lastNumber = entry.number
            note(entry.presented)
            showAtOnce(entry, target: aim.target, isFirst: isFresh || skips, isRough: aim.isRough)
            try decode(entry, aim)
        case .starve where holding == .turns:
            holding = .order
            try decoder.outputHeldFrames { emit($0) }
        case .starve:
            holding = .nothing
            try track.showHeldFrames(pass, origin: segment)
        case .drain:
            holding = .nothing
            defer { track.finish(pass) }
            try decoder.drain { emit($0) }
        }
    }

    private func aim(at target: Double?, _ newGeneration: Int, _ newPass: Int) throws(CodecError) {
        if newPass != pass {
            decoder.flush()
            holding = .nothing
            isFresh = true
            targetTracker.restart()
            decoder.fieldOutput = .fields
        }
        (generation, pass) = (newGeneration, newPass)
        if targetTracker.aim(at: target, depth: decoder.depth) { try decoder.outputHeldFrames { emit($0) } }
    }

    /// Shows a keyframe that is the target, or on the way to it, without waiting for frames that could precede it.
    private func showAtOnce(_ entry: SampleQueue.Entry, target: Double?, isFirst: Bool, isRough: Bool) {
        guard entry.sample.isKey, !entry.isHidden else { return }
        if isFresh, entry.time >= (target ?? 0) - 0.001 {
            decodeAlone(entry) { track.emit($0, pass, again: .one) }
        } else if isRough, isFirst, target != nil {
            decodeAlone(entry) { track.report(.passing($0, generation: generation)) }
        }
    }

    private func decode(_ entry: SampleQueue.Entry, _ aim: Aim) throws(CodecError) {
        let (target, needed) = (aim.target, aim.needed)
        isFresh = false
        holding = .turns
        if let limit = entry.replacesFrom {
            giveUp(from: limit)
            track.state.change { ($0.repeatsUntil, $0.repeatsOne) = ($0.lastTime, false) }
            targetTracker.restart()
            _ = targetTracker.aim(at: target, depth: decoder.depth)
        }
        let end = entry.mediaTime + VideoTrack.length(entry.isHidden ? entry.sample.duration.seconds : entry.duration)
        decoder.deinterlacing = deinterlacing
        decoder.neededFrom = needed
        // A machine that can't keep up should not output twice as many frames.
        if needed > (target ?? -.infinity), end <= needed { decoder.fieldOutput = .frame }
        let isNeeded = (end > needed + 0.001 || aim.isVisible) && !entry.isHidden
        if isNeeded, !hasInput {
            hasInput = true
            track.state.change { $0.outcome.receivedInput() }
        }
        try decoder.decode(entry.sample, at: entry.mediaTime, isNeeded: isNeeded, origin: segment) { emit($0) }
        if decoder.name != name {
            name = decoder.name
            track.state.change { $0.decoder = name }
        }
        if targetTracker.follow(from: entry.mediaTime, to: end, depth: decoder.depth) { try decoder.outputHeldFrames { emit($0) } }
    }

    /// Decodes a keyframe alone. The main decoder holds it back until it has seen all frames that could precede it, some samples later.
    /// Alone, it comes out at once and is on screen while the others are being decoded.
    private func decodeAlone(_ entry: SampleQueue.Entry, emit: (VideoFrame) -> Void) {
        let decoder = VideoDecoder(options: .init(threads: 1, deinterlacing: deinterlacing, fieldOutput: .still))
        do throws(CodecError) {
            try decoder.decode(entry.sample, at: entry.time, origin: segment, emit: emit)
            try decoder.drain(emit: emit)
        } catch {
            // The main decoder gets the same sample next, and reports its error.
            return
        }
    }

    /// Drains the decoder before samples that replace some of those it holds. Frames from `limit` on are decoded again; showing them now
    /// would leave gaps, because the decoder lacks the frames in between.
    private func giveUp(from limit: Double) {
        do throws(CodecError) { try decoder.drain { if $0.time < limit - 0.001 { emit($0) } } } catch { decoder.flush() }
    }

    private func emit(_ frame: VideoFrame) {
        if let range = presented[frame.origin], SampleQueue.Entry.isHidden(frame.time, in: range) { return }
        track.emit(frame, pass)
    }

    private func note(_ range: TimeRange?) {
        // A decoder holds frames of at most a few segments.
        if presented.count > 64 { presented.removeAll() }
        presented[segment] = range
    }
}
