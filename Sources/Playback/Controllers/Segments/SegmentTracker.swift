// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxSources

/// Tracks which segment of a chapter plays, and reports changes.
struct SegmentTracker {
    /// A segment with its resolved times.
    struct Placed: Hashable {
        var segment: CompositionSegment
        /// Seconds on the chapter's timeline.
        var range: TimeRange
    }

    enum Event {
        /// The segments that apply from now on.
        case list([Placed])
        /// The playback position in seconds.
        /// - Parameter hasJumped: it was reached by a seek.
        case time(Double, hasJumped: Bool)
        /// The user selects a segment by its URN. The seek to it follows.
        case selected(String)
        /// The media item was played to its end or removed.
        case left
    }

    enum Action: Equatable {
        case started(SegmentChange)
        case ended(SegmentChange)
    }

    /// Seconds. Frames begin slightly before or after the requested time.
    private static let tolerance = 0.05
    /// Seconds. A jump from this close to a segment's end counts as seen to its end, because a blocked segment follows.
    private static let nearEnd = 0.5

    private var list: [Placed] = []
    private(set) var current: Placed?
    private(set) var selected: String?
    private var isPending = false
    private var time: Double?

    /// The blocked segment at a time, the first of several.
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

    /// Replaces the segments. Segments with the same times count as the same.
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
        // A jump that was already in progress when the segment was selected is not the one to it.
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

    /// The selected segment at a time, otherwise the current one, otherwise the one that begins last.
    private func segment(at time: Double) -> Placed? {
        let here = list.filter { !$0.segment.isBlocked && holds($0, time) }
        return here.first { $0.segment.media.urn == selected } ?? here.first { $0 == current && $0.range.contains(time) }
            ?? here.last { $0.range.contains(time) || $0.segment.media.urn == selected }
    }

    private func holds(_ placed: Placed, _ time: Double) -> Bool {
        placed.range.start - (placed.segment.media.urn == selected ? Self.tolerance : 0) <= time && time < placed.range.end
    }
}
