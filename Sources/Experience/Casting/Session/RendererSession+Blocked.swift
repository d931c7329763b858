// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Spans that must not be played: a renderer knows nothing of them, so it is sent behind each as it comes to it.
extension RendererSession {
    mutating func block(_ ranges: BlockedRanges, of item: Int) { blocked = (item, ranges) }

    /// Sends the renderer behind the range that it plays in.
    mutating func leaveBlocked(_ now: Instant) -> [Told] {
        guard let playing, blocked.item == playing.item, isUnderWay, let position = position(at: now),
            let range = blocked.ranges.range(at: position)
        else { return [] }
        let end = playing.duration.map { min(range.end, $0) } ?? range.end
        // There is nowhere to go behind a range that reaches the item's end, and some renderers land a little before where they are sent.
        guard end > position + Self.interval else { return [] }
        begin(Self.ownSeek, to: end, now)
        return [.passed(item: playing.item, range)]
    }

    /// When the renderer comes to a blocked range; nil when to none.
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
