// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// Writes one item's audio to the output on its own thread, and lets the clock follow the sound card.
final class AudioRenderer: Sendable {
    private struct State {
        var isOnAir = false
        var isStopped = false
        var offset = 0.0
        /// The item has no video, so its audio determines the progress.
        var leads = false
        /// The ranges that must not be heard.
        var blocked = BlockedRanges()
        var loudness: LoudnessTags?
    }

    private let track: AudioTrack
    private let clock: PlayoutClock
    private let audioSink: AudioSink
    private let air = Monitor(State())
    private let facts: @Sendable (RenderFact) -> Void

    /// Seconds of audio written ahead to an output that has no queue, and thus the longest interval between the thread's wake-ups.
    private static let lead = 0.25
    private static let halfSample = 0.5 / 48_000

    init(track: AudioTrack, clock: PlayoutClock, audioSink: AudioSink, facts: @escaping @Sendable (RenderFact) -> Void) {
        self.track = track
        self.clock = clock
        self.audioSink = audioSink
        self.facts = facts
    }

    func start() { WorkerThread.start { [self] in run() } }

    func stop() {
        air.change { $0.isStopped = true }
        track.wake()
        audioSink.leave(self)
    }

    func goOnAir(offset: Double) {
        air.change {
            $0.isOnAir = true
            $0.offset = offset
        }
        audioSink.join(self)
        track.wake()
    }

    /// Rejoins the sink after the item has ended, when a seek goes back before the end.
    func rejoin() { if air.read({ $0.isOnAir }) { audioSink.join(self) } }

    /// - Parameter leads: the item has no video.
    func set(leads: Bool) {
        air.change { $0.leads = leads }
        track.wake()
    }

    /// The ranges that must not be heard, on the item's timeline.
    func set(blocked: BlockedRanges) {
        air.change { $0.blocked = blocked }
        track.wake()
    }

    /// The item's loudness tags.
    func set(loudness: LoudnessTags?) { air.change { $0.loudness = loudness } }

    /// Plays nothing until it goes on air again.
    func leaveAir() {
        air.change { $0.isOnAir = false }
        audioSink.leave(self)
        track.wake()
    }

    private enum Step {
        case play([AudioBlock], generation: Int)
        case ended(Int)
        case starved(Int)
        /// - Parameter next: where the next audio begins.
        case wait(next: Double?)
        case hold(TimeRange, generation: Int)
        case offAir
        case stop
    }

    private func run() {
        var readyGeneration = -1
        var endedGeneration = -1
        var writtenGeneration = -1
        var starvedGeneration = -1
        var lastEnd = 0.0
        while true {
            let isStopped = air.wait { state in state.isStopped || state.isOnAir ? state.isStopped : nil }
            if isStopped { return }
            let offset = air.read { $0.offset }
            // Read before the clock, which stops when the sink is flushed.
            let flushes = audioSink.flushes
            let horizon = clock.time - offset + Self.lead
            let wakes = track.state.read { $0.wakes }
            let isMoving = clock.isRunning && audioSink.isTurn(of: self)
            let isWaitingForMore = readyGeneration >= 0 && endedGeneration != readyGeneration && starvedGeneration != readyGeneration
            let deadline = isWaitingForMore && clock.pace == .realTime ? clock.deadline(of: lastEnd + offset + 0.05) : nil
            let next: (inout AudioTrack.State) -> Step? = { [self] state in
                if state.isStopped || air.read({ $0.isStopped }) { return .stop }
                if !air.read({ $0.isOnAir }) { return .offAir }
                if state.wakes != wakes { return .wait(next: nil) }
                if let start = state.decoded.start {
                    if state.generation != readyGeneration {
                        let isEnough = state.decoded.seconds >= AudioTrack.preroll || state.isDrained
                        return isEnough ? .play([], generation: state.generation) : nil
                    }
                    guard isMoving else { return nil }
                    let block = air.read { $0.blocked.next(from: lastEnd + Self.halfSample) }
                    if let block, block.start <= start + Self.halfSample { return .hold(block, generation: state.generation) }
                    if audioSink.isPaced || start <= horizon {
                        let blocks = takeBlocks(&state, before: audioSink.isPaced ? start : horizon, end: block?.start)
                        return .play(blocks, generation: state.generation)
                    }
                    return .wait(next: start)
                }
                if state.isDrained || state.failure != nil { return endedGeneration == state.generation ? nil : .ended(state.generation) }
                return nil
            }
            let step = deadline.map { track.state.wait(until: $0, next) ?? .starved(readyGeneration) } ?? track.state.wait(next)
            switch step {
            case .stop: return
            case .offAir: continue
            case .wait(let next): pause(until: max(lastEnd, (next ?? lastEnd) - Self.lead), offset: offset, wakes: wakes)
            case .hold(let block, let generation):
                audioSink.drain(context(generation, flushes))
                facts(.reachedBlock(.audio, generation, block))
                track.state.wait { [self] state in
                    state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? () : nil
                }
            case .ended(let generation):
                if writtenGeneration != generation {
                    writtenGeneration = generation
                    if audioSink.finish(self) { audioSink.drain(context(generation, flushes)) }
                    facts(.written(.audio, generation))
                }
                // The output still holds audio that was not heard.
                guard readyGeneration != generation || waitUntilOver(lastEnd + offset, generation, wakes: wakes) else { continue }
                endedGeneration = generation
                facts(.ended(.audio, generation, at: lastEnd))
            case .starved(let generation):
                guard clock.deadline(of: lastEnd) != nil else { continue }
                starvedGeneration = generation
                facts(.starved(.audio, generation))
            case .play(let blocks, let generation):
                starvedGeneration = -1
                if readyGeneration != generation {
                    readyGeneration = generation
                    lastEnd = track.state.read { $0.decoded.start } ?? lastEnd
                    facts(.ready(.audio, generation, at: lastEnd, MonotonicClock.now))
                    continue
                }
                // The decoder waits for the space that this made.
                track.state.update { $0.decoded.seconds < AudioTrack.lowWater }
                let context = context(generation, flushes)
                for block in blocks {
                    lastEnd = block.end
                    if !audioSink.play(block, at: block.time + offset, context) { break }
                    if air.read({ $0.leads }) { clock.reached(block.end + offset) }
                }
            }
        }
    }

    private func context(_ generation: Int, _ flushes: Int) -> AudioSink.WriteContext {
        AudioSink.WriteContext(clock: clock, flushes: flushes, loudness: air.read { $0.loudness }) { [self] in
            isCurrent(generation)
        } onRelease: { [self] in
            facts(.heard)
        }
    }

    private func isCurrent(_ generation: Int) -> Bool {
        track.state.read { $0.generation == generation && !$0.isStopped }
    }

    /// - Parameter end: where a blocked range begins. Exact to the sample.
    private func takeBlocks(_ state: inout AudioTrack.State, before limit: Double, end: Double?) -> [AudioBlock] {
        var blocks: [AudioBlock] = []
        while let start = state.decoded.start, start < limit || blocks.isEmpty {
            if let end, start + Self.halfSample >= end { break }
            guard let block = state.decoded.take(before: end ?? .infinity) else { break }
            blocks.append(block)
        }
        if let last = blocks.last { state.samples.trim(before: last.time) }
        return blocks
    }

    /// Waits until the clock has reached the end of the audio.
    /// - Parameter end: the clock's time.
    /// - Returns: false when the state must be checked again.
    private func waitUntilOver(_ end: Double, _ generation: Int, wakes: Int) -> Bool {
        let hasChanged: (inout AudioTrack.State) -> Bool? = { [self] state in
            state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? true : nil
        }
        guard let due = clock.deadline(ofEnd: end) else {
            _ = track.state.wait(hasChanged)
            return false
        }
        if due <= MonotonicClock.now.nanoseconds { return true }
        _ = track.state.wait(until: due, hasChanged)
        return false
    }

    /// Waits until more audio is due or something changes.
    private func pause(until time: Double, offset: Double, wakes: Int) {
        let step: Int64 = clock.pace == .asFastAsPossible ? 2_000_000 : 100_000_000
        let due = clock.pace == .realTime ? clock.deadline(of: time + offset) : nil
        let deadline = due ?? MonotonicClock.now.nanoseconds + step
        _ = track.state.wait(until: deadline) { $0.wakes != wakes || $0.isStopped ? true : nil }
    }
}
