// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

/// Defines which times are seekable.
enum SeekRule {
    /// The distance in seconds that a seek keeps from the end, so that there is a frame to show.
    static let endMargin = 0.1

    /// Whether a time is within the range, including both ends.
    static func canSeek(to time: Double, in range: TimeRange?) -> Bool {
        guard let range, !range.isEmpty, time.isFinite else { return false }
        return range.start <= time && time <= range.end
    }

    /// The nearest permitted position; nil if there is nothing to seek in.
    ///
    /// A position in a blocked range moves to the range's end. If that range extends to the end of the item, it moves to the last position
    /// before the range.
    static func clamp(_ position: SeekPosition, to range: TimeRange?, around blocked: BlockedRanges = BlockedRanges()) -> SeekPosition? {
        guard let range, !range.isEmpty, position.time.isFinite else { return nil }
        var position = position
        position.time = max(min(position.time, range.end - endMargin), range.start)
        guard let block = blocked.range(at: position.time) else { return position }
        guard isOpen(block, in: range) else { return .at(max(block.start - endMargin, range.start)) }
        return .to(block.end, before: 0, after: position.toleranceAfter)
    }

    /// Whether something can be shown after a blocked range.
    static func isOpen(_ block: TimeRange, in range: TimeRange) -> Bool { block.end < range.end - endMargin }

    /// The position for a time that was given without tolerances.
    ///
    /// For video, or while the media type is unknown, it is the exact time.
    static func position(for time: Double, in mediaType: MediaType) -> SeekPosition {
        mediaType == .audio ? .near(time) : .at(time)
    }
}
