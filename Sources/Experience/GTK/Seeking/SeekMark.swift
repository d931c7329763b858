// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
import WindowboxStreaming

/// A marked span on a seek bar.
public struct SeekMark: Hashable, Sendable {
    /// What the span is.
    public enum Kind: Hashable, Sendable {
        /// A chapter with its title, shown above the pointer.
        case chapter(String)
        /// Opening credits.
        case openingCredits
        /// Closing credits.
        case closingCredits
        /// Can't be played.
        case blocked
        /// The part that the viewer repeats; has zero length while its end isn't marked.
        case repeated
        /// Other content plays here first; has zero length if it doesn't replace any of the item.
        case interruption
    }

    /// What the span is.
    public var kind: Kind
    /// Seconds on the item's timeline.
    public var timeRange: TimeRange

    public init(_ kind: Kind, _ timeRange: TimeRange) {
        self.kind = kind
        self.timeRange = timeRange
    }

    /// The chapter title at a time; nil outside chapters or if the chapter has none.
    static func title(at time: Double, in marks: [SeekMark]) -> String? {
        for mark in marks where mark.timeRange.contains(time) {
            if case .chapter(let title) = mark.kind, !title.isEmpty { return title }
        }
        return nil
    }

    /// The chapters that have a title, in order.
    static func chapters(_ marks: [SeekMark]) -> [(title: String, start: Double)] {
        marks.compactMap { mark in
            if case .chapter(let title) = mark.kind, !title.isEmpty { (title, mark.timeRange.start) } else { nil }
        }.sorted { $0.start < $1.start }
    }

    /// The credits at a time that the user may skip; nil in their last second.
    static func credits(at time: Double, in marks: [SeekMark]) -> SeekMark? {
        marks.first { mark in
            switch mark.kind {
            case .openingCredits, .closingCredits: mark.timeRange.contains(time) && mark.timeRange.end - time > 1
            case .chapter, .blocked, .repeated, .interruption: false
            }
        }
    }

    /// The mid-roll breaks that are shown as breaks and haven't been used up.
    static func interruptions(of schedule: InterstitialSchedule) -> [SeekMark] {
        schedule.events.compactMap { event in
            guard case .time(let start) = event.place, !event.looksPrimary, !(event.isOnce && schedule.played.contains(event.id)) else {
                return nil
            }
            let length = event.occupiesRange ? max(event.duration ?? 0, 0) : 0
            return SeekMark(.interruption, TimeRange(start: start, end: start + length))
        }
    }
}
