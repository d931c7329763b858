// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Skips spans that no source has when playback reaches them. Belongs to the engine's actor.
final class GapController {
    /// Fires when playback reaches a gap.
    private var timer: Task<Void, Never>?

    func stop() { timer?.cancel() }

    /// Sets the clock's limit, and the timer for a nearby gap.
    ///
    /// At a pace of `asFastAsPossible`, frames follow one another without waiting for the clock, so there is nothing to skip.
    func watch(on engine: isolated PlaybackEngine) {
        let (clock, isStalled) = (engine.clock, engine.state.isStalled)
        guard engine.isRealTime, clock.isRunning || isStalled, !engine.trick.isActive, let item = engine.current else {
            return clock.set(limit: nil)
        }
        let playhead = engine.playhead
        let block = item.stops.stopRanges.next(from: playhead)?.start
        guard let gap = item.nextGap(from: playhead), gap.start < block ?? .infinity else {
            return clock.set(limit: block.map { $0 + item.offset })
        }
        // The limit keeps the clock from running past the gap, however late the timer fires.
        let isLimit = gap.start >= playhead && item.hasPictures(behind: gap)
        clock.set(limit: (isLimit ? gap.start : block).map { $0 + item.offset })
        // Samples have run out at the gap and will never come, so don't wait for the timer.
        if isStalled { return pass(gap, of: item.id, on: engine) }
        guard timer == nil else { return }
        // Later gaps are handled by the next tick.
        let wait = (gap.start - playhead) / max(clock.rate, 0.05)
        guard wait < 0.5 else { return }
        let id = item.id
        timer = engine.after(wait) { $0.gaps.pass(gap, of: id, on: $0) }
    }

    private func pass(_ gap: TimeRange, of id: ItemID, on engine: isolated PlaybackEngine) {
        timer?.cancel()
        timer = nil
        let isStalled = engine.state.isStalled
        guard let item = engine.current, item.id == id, engine.clock.isRunning || isStalled, !engine.trick.isActive,
            item.nextGap(from: engine.playhead) == gap
        else { return }
        // The rate may have changed since. Without frames after the gap, playback can't continue yet.
        guard engine.playhead >= gap.start - (isStalled ? 0.1 : 0.02), item.hasPictures(behind: gap) else { return }
        engine.factContinuation.yield(.journal(id, ["passes over \(gap.start)–\(gap.end) s, which no source has"]))
        engine.seeks.jump(item, to: gap.end, on: engine)
    }
}
