// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Passes over ranges that must not be played: pictures and sound stop before the first of one, and go on with the first behind it.
///
/// Belongs to the engine's actor.
final class BlockedRangeController {
    /// Waits until everything before a block was heard and seen.
    private var timer: Task<Void, Never>?

    func stop() { timer?.cancel() }

    /// Other ranges of an item must not be played from now on.
    func block(_ ranges: BlockedRanges, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard item.blocked != ranges else { return }
        item.block(ranges)
        item.setFences(from: item === engine.current ? engine.position : item.beginning)
        item.source?.assumeIsolated { $0.block(ranges) }
        guard item.hasPosition else { return }
        if item === engine.current, item.failure == nil, !item.hasEnded {
            if engine.trick.isActive { return engine.trick.passBlock(on: engine) }
            let place = item.seek?.target ?? engine.position
            if ranges.range(at: place) != nil { leave(item, at: place, on: engine) } else { engine.gaps.watch(on: engine) }
        } else if item === engine.next {
            beginBehind(item, on: engine)
        }
    }

    /// An item that has just got its position may have got it within a block.
    func beginBehind(_ item: PlayingItem, on engine: isolated PlaybackEngine) {
        guard let block = item.blocked.range(at: item.beginning) else { return }
        if item === engine.current { return leave(item, at: item.beginning, on: engine) }
        guard !item.isLast(block) else { return }
        item.begin(at: block.end)
        item.source?.assumeIsolated { $0.seek(to: block.end) }
    }

    /// Playing is where it may not be.
    private func leave(_ item: PlayingItem, at place: Double, on engine: isolated PlaybackEngine) {
        guard let block = item.blocked.range(at: place) else { return }
        if item.seek != nil { engine.seeks.jump(item, to: place, on: engine) } else { pass(block, of: item, on: engine) }
    }

    /// A renderer has put out all that comes before a block.
    func reached(_ block: TimeRange, _ kind: TrackKind, of item: PlayingItem, on engine: isolated PlaybackEngine) {
        item.reached(block, kind)
        guard item === engine.current else { return }
        if kind == .audio { engine.audioSink.letOut() }
        passReached(on: engine)
    }

    /// Passes over a block once everything before it was seen and heard.
    /// - Parameter waits: how often the sound card was asked in vain.
    func passReached(waits: Int = 0, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        guard let item = engine.current, engine.clock.isRunning, !engine.trick.isActive, !engine.seeks.isScrubbing, item.seek == nil,
            !item.hasEnded, item.failure == nil, let block = item.blockReached
        else { return }
        let wait = engine.isRealTime ? (block.start - engine.playhead) / max(engine.clock.rate, 0.05) : 0
        // A card that never says that it has played all is not waited for: half a second is more than it can hold.
        if wait <= 0.001, engine.audioSink.hasPlayedAll || waits >= 100 { return pass(block, of: item, on: engine) }
        // What the sound card still has is heard before it is taken on.
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
        // An interstitial may lie just behind the block.
        if let turn = item.change({ $0.arrive(at: block.end) }) {
            return engine.interstitials.interrupt(item, by: turn, at: block.end, on: engine)
        }
        let (tell, id) = (engine.tell, item.id)
        tell.yield(.reachedBlocked(id, block))
        engine.seeks.begin(item, to: block.end, asked: MonotonicClock.now, on: engine) { report in
            if report.landed != nil { tell.yield(.passedBlocked(id, block)) }
        }
    }
}
