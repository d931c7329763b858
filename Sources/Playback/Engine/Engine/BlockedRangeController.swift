// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Skips blocked ranges: video and audio stop before a range and continue after it.
///
/// Belongs to the engine's actor.
final class BlockedRangeController {
    /// Waits until everything before a blocked range has been seen and heard.
    private var timer: Task<Void, Never>?

    func stop() { timer?.cancel() }

    /// Replaces the blocked ranges of an item.
    func block(_ ranges: BlockedRanges, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item.blocked != ranges else { return }
        item.block(ranges)
        item.updateStopRanges(from: item === engine.current ? engine.position : item.beginning)
        item.source?.assumeIsolated { $0.block(ranges) }
        guard item.hasPosition else { return }
        if item === engine.current, item.failure == nil, !item.hasEnded {
            if engine.trick.isActive { return engine.trick.passBlock(on: engine) }
            let position = item.seek?.target ?? engine.position
            if ranges.range(at: position) != nil { leave(item, at: position, on: engine) } else { engine.gaps.watch(on: engine) }
        } else if item === engine.next {
            beginBehind(item, on: engine)
        }
    }

    /// Moves the start of an item out of a blocked range, once its start is known.
    func beginBehind(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard let block = item.blocked.range(at: item.beginning) else { return }
        if item === engine.current { return leave(item, at: item.beginning, on: engine) }
        guard !item.isLast(block) else { return }
        item.begin(at: block.end)
        item.source?.assumeIsolated { $0.seek(to: block.end) }
    }

    /// Leaves the blocked range at the current position.
    private func leave(_ item: PlayingItem, at position: Double, on engine: isolated PlaybackEngine) {
        guard let block = item.blocked.range(at: position) else { return }
        if item.seek != nil { engine.seeks.jump(item, to: position, on: engine) } else { pass(block, of: item, on: engine) }
    }

    /// A renderer has output everything before a blocked range.
    func reached(_ block: TimeRange, _ kind: TrackKind, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        item.reached(block, kind)
        guard item === engine.current else { return }
        if kind == .audio { engine.audioSink.playOut() }
        passReached(on: engine)
    }

    /// Skips a blocked range once everything before it has been seen and heard.
    /// - Parameter waits: how often the sound card was polled without success.
    func passReached(waits: Int = 0, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        guard let item = engine.current, engine.clock.isRunning, !engine.trick.isActive, !engine.seeks.isScrubbing, item.seek == nil,
            !item.hasEnded, item.failure == nil, let block = item.blockReached
        else { return }
        let wait = engine.isRealTime ? (block.start - engine.playhead) / max(engine.clock.rate, 0.05) : 0
        // Gives up on a sound card that never reports that it has played everything: half a second is more than it can buffer.
        if wait <= 0.001, engine.audioSink.hasPlayedAll || waits >= 100 { return pass(block, of: item, on: engine) }
        // Lets the sound card play what it has buffered.
        let waits = wait <= 0.001 ? waits + 1 : 0
        timer = engine.after(max(wait, 0.005)) { $0.blocks.passReached(waits: waits, on: $0) }
    }

    private func pass(_ block: TimeRange, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        item.forgetBlocks()
        if let turn = item.change({ $0.arrive(at: block.start) }) {
            return engine.interstitials.interrupt(item, by: turn, at: block.start, on: engine)
        }
        guard !item.isLast(block) else {
            engine.lineup.holdNextBack()
            item.cut(at: block.start)
            return engine.endedOrReady(item)
        }
        // An interstitial may begin right at the end of the range.
        if let turn = item.change({ $0.arrive(at: block.end) }) {
            return engine.interstitials.interrupt(item, by: turn, at: block.end, on: engine)
        }
        let (factContinuation, id) = (engine.factContinuation, item.id)
        factContinuation.yield(.reachedBlocked(id, block))
        engine.seeks.begin(item, to: block.end, requestedAt: MonotonicClock.now, on: engine) { report in
            if report.landed != nil { factContinuation.yield(.passedBlocked(id, block)) }
        }
    }
}
