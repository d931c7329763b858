// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
import WindowboxStreaming

/// A span that is marked on a seek bar.
public struct SeekMark: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case chapter(String)
        case openingCredits
        case closingCredits
        /// Not to be played.
        case blocked
        /// Other content plays here first; of no length where it takes none of the item's.
        case interruption
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

    /// The chapters that have a name, in order.
    static func chapters(_ marks: [SeekMark]) -> [(title: String, start: Double)] {
        marks.compactMap { mark in
            if case .chapter(let title) = mark.kind, !title.isEmpty { (title, mark.timeRange.start) } else { nil }
        }.sorted { $0.start < $1.start }
    }

    /// The credits that a time lies in, which a person may skip; none in their last second.
    static func credits(at time: Double, in marks: [SeekMark]) -> SeekMark? {
        marks.first { mark in
            switch mark.kind {
            case .openingCredits, .closingCredits: mark.timeRange.contains(time) && mark.timeRange.end - time > 1
            case .chapter, .blocked, .interruption: false
            }
        }
    }

    /// Those in the midst of the item that are to be seen as such and are still to come.
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
