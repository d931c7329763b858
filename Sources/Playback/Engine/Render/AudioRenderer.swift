// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec
import WindowboxMedia

/// Writes one item's sound to the output, on a thread of its own, and lets the clock follow the sound card.
final class AudioRenderer: Sendable {
    private struct State {
        var isOnAir = false
        var isStopped = false
        var offset = 0.0
        /// No pictures say how far playing is: the sound does.
        var leads = false
        /// What must not be heard.
        var blocked = BlockedRanges()
    }

    private let track: AudioTrack
    private let clock: PlayoutClock
    private let speaker: Speaker
    private let air = Monitor(State())
    private let facts: @Sendable (RenderFact) -> Void

    /// Seconds of sound that an output without a queue of its own is given ahead; also how rarely the thread wakes.
    private static let lead = 0.25
    private static let halfSample = 0.5 / 48_000

    init(track: AudioTrack, clock: PlayoutClock, speaker: Speaker, facts: @escaping @Sendable (RenderFact) -> Void) {
        self.track = track
        self.clock = clock
        self.speaker = speaker
        self.facts = facts
    }

    func start() { WorkerThread.start { [self] in run() } }

    func stop() {
        air.change { $0.isStopped = true }
        track.wake()
        speaker.leave(self)
    }

    func goOnAir(offset: Double) {
        air.change {
            $0.isOnAir = true
            $0.offset = offset
        }
        speaker.join(self)
        track.wake()
    }

    /// Takes its turn again after it has ended: a seek goes on before the end.
    func rejoin() { if air.read({ $0.isOnAir }) { speaker.join(self) } }

    /// Whether the item has no pictures.
    func set(leads: Bool) {
        air.change { $0.leads = leads }
        track.wake()
    }

    /// What must not be heard, in the item's time.
    func set(blocked: BlockedRanges) {
        air.change { $0.blocked = blocked }
        track.wake()
    }

    /// Plays nothing until it goes on air again.
    func leaveAir() {
        air.change { $0.isOnAir = false }
        speaker.leave(self)
        track.wake()
    }

    private enum Step {
        case play([AudioBlock], generation: Int)
        case ended(Int)
        case starved(Int)
        case wait
        case hold(TimeRange, generation: Int)
        case offAir
        case stop
    }

    private func run() {
        var readyGeneration = -1
        var endedGeneration = -1
        var starvedGeneration = -1
        var lastEnd = 0.0
        while true {
            let isStopped = air.wait { state in state.isStopped || state.isOnAir ? state.isStopped : nil }
            if isStopped { return }
            let offset = air.read { $0.offset }
            let horizon = clock.time - offset + Self.lead
            let wakes = track.state.read { $0.wakes }
            let isMoving = clock.isRunning && speaker.isTurn(of: self)
            let isWaitingForMore = readyGeneration >= 0 && endedGeneration != readyGeneration && starvedGeneration != readyGeneration
            let patience = isWaitingForMore && clock.pace == .realTime ? clock.deadline(of: lastEnd + offset + 0.05) : nil
            let next: (inout AudioTrack.State) -> Step? = { [self] state in
                if state.isStopped || air.read({ $0.isStopped }) { return .stop }
                if !air.read({ $0.isOnAir }) { return .offAir }
                if state.wakes != wakes { return .wait }
                if let first = state.blocks.first {
                    if state.generation != readyGeneration {
                        let isEnough = state.seconds >= AudioTrack.preroll || state.isDrained
                        return isEnough ? .play([], generation: state.generation) : nil
                    }
                    guard isMoving else { return nil }
                    let block = air.read { $0.blocked.next(from: lastEnd + Self.halfSample) }
                    if let block, block.start <= first.time + Self.halfSample { return .hold(block, generation: state.generation) }
                    if speaker.isPaced || first.time <= horizon {
                        let blocks = takeBlocks(&state, before: speaker.isPaced ? first.end : horizon, end: block?.start)
                        return .play(blocks, generation: state.generation)
                    }
                    return .wait
                }
                if state.isDrained || state.failure != nil { return endedGeneration == state.generation ? nil : .ended(state.generation) }
                return nil
            }
            let step = patience.map { track.state.wait(until: $0, next) ?? .starved(readyGeneration) } ?? track.state.wait(next)
            switch step {
            case .stop: return
            case .offAir: continue
            case .wait: pause(lastEnd: lastEnd, offset: offset, wakes: wakes)
            case .hold(let block, let generation):
                facts(.reachedBlock(.audio, generation, block))
                track.state.wait { [self] state in
                    state.generation != generation || state.wakes != wakes || state.isStopped || air.read { $0.isStopped } ? () : nil
                }
            case .ended(let generation):
                endedGeneration = generation
                speaker.finish(self)
                facts(.ended(.audio, generation, at: lastEnd))
            case .starved(let generation):
                guard clock.deadline(of: lastEnd) != nil else { continue }
                starvedGeneration = generation
                facts(.starved(.audio, generation))
            case .play(let blocks, let generation):
                starvedGeneration = -1
                if readyGeneration != generation {
                    readyGeneration = generation
                    lastEnd = track.state.read { $0.blocks.first?.time } ?? lastEnd
                    facts(.ready(.audio, generation, at: lastEnd, MonotonicClock.now))
                    continue
                }
                // The decoder waits for the room that taking them made.
                track.state.update { $0.seconds < AudioTrack.lowWater }
                for block in blocks {
                    lastEnd = block.end
                    if !speaker.play(block, at: block.time + offset, clock: clock, while: { [self] in isCurrent(generation) }) { break }
                    if air.read({ $0.leads }) { clock.reached(block.end + offset) }
                }
            }
        }
    }

    private func isCurrent(_ generation: Int) -> Bool {
        track.state.read { $0.generation == generation && !$0.isStopped }
    }

    /// - Parameter end: where what must not be heard begins: to the sample.
    private func takeBlocks(_ state: inout AudioTrack.State, before limit: Double, end: Double?) -> [AudioBlock] {
        var blocks: [AudioBlock] = []
        while let first = state.blocks.first, first.time < limit || blocks.isEmpty {
            if let end, first.time + Self.halfSample >= end { break }
            state.blocks.removeFirst()
            let (taken, rest) = first.split(at: end ?? .infinity)
            if rest.frameCount > 0 { state.blocks.prepend(rest) }
            state.seconds -= taken.duration
            blocks.append(taken)
        }
        if let last = blocks.last { state.samples.trim(before: last.time) }
        return blocks
    }

    /// Waits until more sound is due, or something changed.
    private func pause(lastEnd: Double, offset: Double, wakes: Int) {
        let step: Int64 = clock.pace == .asFastAsPossible ? 2_000_000 : 100_000_000
        let due = clock.pace == .realTime ? clock.deadline(of: lastEnd + offset) : nil
        let deadline = due ?? MonotonicClock.now.nanoseconds + step
        _ = track.state.wait(until: deadline) { $0.wakes != wakes || $0.isStopped ? true : nil }
    }
}

extension AudioBlock {
    /// What comes before a time and what comes from it on, to the sample.
    fileprivate func split(at time: Double) -> (AudioBlock, AudioBlock) {
        let frames = (time - self.time) * Double(format.sampleRate)
        guard frames < Double(frameCount) else { return (self, AudioBlock(time: end, format: format, samples: [])) }
        let count = max(Int(frames.rounded()), 0)
        let place = count * format.channels
        let rest = self.time + Double(count) / Double(format.sampleRate)
        return (
            AudioBlock(time: self.time, format: format, samples: Array(samples[..<place])),
            AudioBlock(time: rest, format: format, samples: Array(samples[place...]))
        )
    }
}
