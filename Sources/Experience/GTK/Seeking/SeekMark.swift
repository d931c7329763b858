// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A span that is marked on a seek bar.
public struct SeekMark: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case chapter(String)
        case openingCredits
        case closingCredits
        /// Not to be played.
        case blocked
    }

    public var kind: Kind
    /// Seconds on the item's timeline.
    public var timeRange: TimeRange

    public init(_ kind: Kind, _ timeRange: TimeRange) {
        self.kind = kind
        self.timeRange = timeRange
    }

    /// Of the chapter at a time; nil outside of all, and where it has none.
    static func title(at time: Double, in marks: [SeekMark]) -> String? {
        for mark in marks where mark.timeRange.contains(time) {
            if case .chapter(let title) = mark.kind, !title.isEmpty { return title }
        }
        return nil
    }

    /// The credits that a time lies in, which a person may skip; none in their last second.
    static func credits(at time: Double, in marks: [SeekMark]) -> SeekMark? {
        marks.first { mark in
            switch mark.kind {
            case .openingCredits, .closingCredits: mark.timeRange.contains(time) && mark.timeRange.end - time > 1
            case .chapter, .blocked: false
            }
        }
    }
}
