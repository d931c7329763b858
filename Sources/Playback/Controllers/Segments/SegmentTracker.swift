// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxSources

/// Which segment of a chapter plays, and what is told when that changes.
struct SegmentTracker {
    /// A segment with its times found out.
    struct Placed: Hashable {
        var segment: CompositionSegment
        /// Seconds on the chapter's timeline.
        var range: TimeRange
    }

    enum Event {
        /// The segments in force from now on.
        case list([Placed])
        /// Playing is at a time, in seconds.
        /// - Parameter hasJumped: it came there by a seek.
        case time(Double, hasJumped: Bool)
        /// A segment is gone to by its name; the seek to it follows.
        case selected(String)
        /// The media was played to its end, or taken away.
        case left
    }

    enum Action: Equatable {
        case started(SegmentChange)
        case ended(SegmentChange)
    }

    /// Pictures begin a little before or behind what was asked for.
    private static let tolerance = 0.05
    /// Who jumps from within so many seconds of a segment's end has seen it to its end: a blocked one follows.
    private static let nearEnd = 0.5

    private var list: [Placed] = []
    private(set) var current: Placed?
    private(set) var selected: String?
    private var isPending = false
    private var time: Double?

    /// The segment that must not be played at a time, first of those that touch.
    func blocked(at time: Double) -> CompositionSegment? {
        list.first { $0.segment.isBlocked && $0.range.start - Self.tolerance <= time && time < $0.range.end }?.segment
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .list(let list): return replace(by: list)
        case .time(let time, let hasJumped): return move(to: time, hasJumped: hasJumped)
        case .selected(let urn):
            selected = urn
            isPending = true
            return []
        case .left:
            let actions = leave(for: nil, isInterrupted: false)
            self = SegmentTracker()
            return actions
        }
    }

    /// Segments are the same when their times are.
    private mutating func replace(by list: [Placed]) -> [Action] {
        self.list = list.sorted { $0.range.start < $1.range.start }
        guard let current else { return [] }
        if let same = self.list.first(where: { $0.range == current.range && !$0.segment.isBlocked }) {
            if selected == current.segment.media.urn { selected = same.segment.media.urn }
            self.current = same
            return []
        }
        return leave(for: nil, isInterrupted: true)
    }

    private mutating func move(to time: Double, hasJumped: Bool) -> [Action] {
        // A jump that was under way when the segment was chosen is not the one to it.
        let isArrival = isPending && hasJumped && list.contains { $0.segment.media.urn == selected && holds($0, time) }
        if isPending, !isArrival {
            guard hasJumped else { return [] }
            (isPending, selected) = (false, nil)
        }
        let wasInTheMiddle = (self.time ?? 0) < (current?.range.end ?? 0) - Self.nearEnd
        self.time = time
        isPending = false
        let found = segment(at: time)
        guard found != current || isArrival else { return [] }
        var actions = leave(for: found, isInterrupted: hasJumped && wasInTheMiddle, keepingSelection: isArrival)
        if let found {
            let change = SegmentChange(
                segment: found.segment, neighbour: previous(actions), isSelected: selected == found.segment.media.urn, isInterrupted: false,
                time: time)
            actions.append(.started(change))
        }
        current = found
        return actions
    }

    private func previous(_ actions: [Action]) -> CompositionSegment? {
        if case .ended(let change)? = actions.first { change.segment } else { nil }
    }

    private mutating func leave(for next: Placed?, isInterrupted: Bool, keepingSelection: Bool = false) -> [Action] {
        guard let left = current else { return [] }
        let wasSelected = selected == left.segment.media.urn
        current = nil
        if !keepingSelection { selected = nil }
        return [
            .ended(
                SegmentChange(
                    segment: left.segment, neighbour: next?.segment, isSelected: wasSelected, isInterrupted: isInterrupted, time: time))
        ]
    }

    /// The one that was chosen while playing is in it; else the one that plays already; else the first.
    private func segment(at time: Double) -> Placed? {
        let here = list.filter { !$0.segment.isBlocked && holds($0, time) }
        return here.first { $0.segment.media.urn == selected } ?? here.first { $0 == current && $0.range.contains(time) }
            ?? here.last { $0.range.contains(time) || $0.segment.media.urn == selected }
    }

    private func holds(_ placed: Placed, _ time: Double) -> Bool {
        placed.range.start - (placed.segment.media.urn == selected ? Self.tolerance : 0) <= time && time < placed.range.end
    }
}
