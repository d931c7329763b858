// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Blocked ranges: the renderer doesn't know about them, so it seeks past each one when it reaches it.
extension RendererSession {
    mutating func block(_ ranges: BlockedRanges, of item: Int) { blocked = (item, ranges) }

    /// Seeks past the blocked range at the current position.
    mutating func leaveBlocked(_ now: Instant) -> [Output] {
        guard let playing, blocked.item == playing.item, isUnderWay, let position = position(at: now),
            let range = blocked.ranges.range(at: position)
        else { return [] }
        let end = playing.duration.map { min(range.end, $0) } ?? range.end
        // Ignore a rest of less than a second: some renderers land slightly before the target, and nothing follows a range at the
        // item's end.
        guard end > position + RendererPolling.interval else { return [] }
        begin(Self.ownSeek, to: end, now)
        return [.passed(item: playing.item, range)]
    }

    /// When playback reaches the next blocked range; nil if there is none.
    func meetsBlocked(_ now: Instant) -> Instant? {
        guard let playing, blocked.item == playing.item, isUnderWay, let position = position(at: now),
            let range = blocked.ranges.next(from: position), range.start > position
        else { return nil }
        return now + (range.start - position)
    }

    private var isUnderWay: Bool {
        guard let playing, playing.isSet, playing.hasPlayed else { return false }
        return state == .playing && seek == nil && playing.start == nil
    }
}
