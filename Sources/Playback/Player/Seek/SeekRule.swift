// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

/// Which times can be sought.
enum SeekRule {
    /// Seconds before the end that a seek stays away, so that there is a picture to show.
    static let endMargin = 0.1

    /// Both ends of the range count.
    static func canSeek(to time: Double, in range: TimeRange?) -> Bool {
        guard let range, !range.isEmpty, time.isFinite else { return false }
        return range.start <= time && time <= range.end
    }

    /// The nearest position that can be shown and may be; nil where nothing can be sought.
    ///
    /// What lies in a blocked range leads to its end; where the block goes on to the end of everything, to the last that may be
    /// shown before it.
    static func clamp(_ position: SeekPosition, to range: TimeRange?, around blocked: BlockedRanges = BlockedRanges()) -> SeekPosition? {
        guard let range, !range.isEmpty, position.time.isFinite else { return nil }
        var position = position
        position.time = max(min(position.time, range.end - endMargin), range.start)
        guard let block = blocked.range(at: position.time) else { return position }
        guard isOpen(block, in: range) else { return .at(max(block.start - endMargin, range.start)) }
        return .to(block.end, before: 0, after: position.toleranceAfter)
    }

    /// Something can be shown behind a block.
    static func isOpen(_ block: TimeRange, in range: TimeRange) -> Bool { block.end < range.end - endMargin }

    /// How to go to a time that a person or an application names without saying how.
    ///
    /// Where single pictures can be shown, or may turn out to be, the very one is meant.
    static func position(for time: Double, in mediaType: MediaType) -> SeekPosition {
        mediaType == .audio ? .near(time) : .at(time)
    }
}
