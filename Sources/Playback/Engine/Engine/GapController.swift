// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Passes over spans that no source has, at the moment at which playing reaches them. Belongs to the engine's actor.
final class GapController {
    /// Waits for the moment at which playing reaches a gap.
    private var timer: Task<Void, Never>?

    func stop() { timer?.cancel() }

    /// Sets the clock's limit, and the timer for a gap that is near.
    ///
    /// As fast as possible, pictures follow each other without waiting for a clock, and nothing is to be passed over.
    func watch(on engine: isolated PlaybackEngine) {
        let (clock, isStalled) = (engine.clock, engine.state.isStalled)
        guard engine.isRealTime, clock.isRunning || isStalled, !engine.trick.isActive, let item = engine.current else {
            return clock.set(limit: nil)
        }
        let playhead = engine.playhead
        let block = item.stops.fences.next(from: playhead)?.start
        guard let gap = item.gaps.next(from: playhead), gap.start < block ?? .infinity else {
            return clock.set(limit: block.map { $0 + item.offset })
        }
        // Whenever the timer gets its turn, time has not gone on without it.
        let isLimit = gap.start >= playhead && item.hasPictures(behind: gap)
        clock.set(limit: (isLimit ? gap.start : block).map { $0 + item.offset })
        // Samples run out at the gap: waiting for what never comes is over before the timer is.
        if isStalled { return pass(gap, of: item.id, on: engine) }
        guard timer == nil else { return }
        // The next beat is soon enough for what comes later.
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
            item.gaps.next(from: engine.playhead) == gap
        else { return }
        // The rate may have changed meanwhile; and without samples behind it there is nowhere to go yet.
        guard engine.playhead >= gap.start - (isStalled ? 0.1 : 0.02), item.hasPictures(behind: gap) else { return }
        engine.tell.yield(.journal(id, ["passes over \(gap.start)–\(gap.end) s, which no source has"]))
        engine.seeks.jump(item, to: gap.end, on: engine)
    }
}
