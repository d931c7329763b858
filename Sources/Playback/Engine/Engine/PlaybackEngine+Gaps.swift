// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension PlaybackEngine {
    /// Passes over a span that no source has, at the moment at which playing reaches it.
    ///
    /// As fast as possible, pictures follow each other without waiting for a clock, and nothing is to be passed over.
    func watchGaps() {
        guard configuration.pace == .realTime, clock.isRunning || isStalled, trick == nil, let item = current else {
            return clock.set(limit: nil)
        }
        let block = item.fences.next(from: playhead)?.start
        guard let gap = item.gaps.next(from: playhead), gap.start < block ?? .infinity else {
            return clock.set(limit: block.map { $0 + item.offset })
        }
        // Whenever the timer gets its turn, time has not gone on without it.
        let isLimit = gap.start >= playhead && hasSamples(behind: gap, item)
        clock.set(limit: (isLimit ? gap.start : block).map { $0 + item.offset })
        // Samples run out at the gap: waiting for what never comes is over before the timer is.
        if isStalled { return pass(gap, of: item.id) }
        guard gapTimer == nil else { return }
        // The next beat is soon enough for what comes later.
        let wait = (gap.start - playhead) / max(clock.rate, 0.05)
        guard wait < 0.5 else { return }
        let id = item.id
        gapTimer = Task { [weak self] in
            if wait > 0 { try? await Task.sleep(for: .seconds(wait)) }
            if !Task.isCancelled { await self?.pass(gap, of: id) }
        }
    }

    private func pass(_ gap: TimeRange, of id: ItemID) {
        gapTimer?.cancel()
        gapTimer = nil
        guard let item = current, item.id == id, clock.isRunning || isStalled, trick == nil, item.gaps.next(from: playhead) == gap else {
            return
        }
        // The rate may have changed meanwhile; and without samples behind it there is nowhere to go yet.
        guard playhead >= gap.start - (isStalled ? 0.1 : 0.02), hasSamples(behind: gap, item) else { return }
        tell.yield(.journal(id, ["passes over \(gap.start)–\(gap.end) s, which no source has"]))
        jump(item, to: gap.end)
    }

    private func hasSamples(behind gap: TimeRange, _ item: PlayingItem) -> Bool {
        item.tracks.buffered(.video).map { $0.end > gap.end + 0.05 } ?? false
    }
}
