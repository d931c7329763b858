// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer
public import WindowboxSources

extension MediaController {
    /// Plays a chapter or a segment of the composition. The one that is already playing restarts.
    /// - Returns: false if it is not part of the composition, or if it is a segment with dates and the stream that plays has none.
    @discardableResult public func switchTo(urn: String) -> Bool {
        guard let snapshot = director.snapshot, let subdivision = snapshot.composition.subdivision(urn) else { return false }
        let segment = subdivision.segment
        if subdivision.chapter.media.urn == snapshot.chapter.media.urn && facts.range?.isEmpty == false && phase != .idle {
            let start = segment.flatMap { $0.mark.times(dateOfZero: facts.dateOfZero)?.start }
            guard segment == nil || start != nil else { return false }
            if let segment, !segment.isBlocked { segments.select(segment.media.urn) }
            if let start { seek(to: .time(start)) } else { player.skipToDefault() }
            player.play()
        } else {
            if let segment, !segment.isBlocked { segments.select(segment.media.urn) }
            direct(.chapter(subdivision.chapter.media.urn, start: segment?.mark.start))
            if let segment, !segment.isBlocked { segments.select(segment.media.urn) }
        }
        return true
    }

    /// Goes to a chapter or segment of the current composition, as `switchTo(urn:)` does.
    /// - Returns: false if the composition doesn't contain it.
    @discardableResult public func switchTo(_ subdivision: Subdivision) -> Bool { switchTo(urn: subdivision.media.urn) }

    /// The segments to list: those that are not hidden and start in the seekable range. Not observable.
    public var displayableSegments: [CompositionSegment] {
        guard let chapter = director.snapshot?.chapter else { return [] }
        let facts = facts
        return chapter.segments.filter { segment in
            guard !segment.isHidden else { return false }
            guard let range = facts.range, let times = segment.mark.times(dateOfZero: facts.dateOfZero) else {
                return segment.mark.times(dateOfZero: nil) != nil
            }
            return range.start <= times.start && times.start <= range.end
        }
    }

    // MARK: Following playback

    /// Places dated segments as soon as the stream's dates are known, and marks the blocked ones as ranges to skip.
    func placeSegments() {
        let zero = facts.dateOfZero
        let all = director.loaded == nil ? [] : director.snapshot?.chapter.segments ?? []
        let placed = all.compactMap { segment in
            segment.mark.times(dateOfZero: zero).map { SegmentTracker.Placed(segment: segment, range: $0) }
        }
        follow(segments.list(placed))
        guard let relay = stream?.relay, var metadata = director.loaded?.metadata else { return }
        let dated = placed.filter { $0.segment.isBlocked && $0.segment.mark.times(dateOfZero: nil) == nil }
        guard !dated.isEmpty else { return }
        metadata.markedRanges += dated.map { MarkedRange(.blocked, $0.range) }
        if !metadata.isNearly(relay.latest) { relay.send(metadata) }
    }

    func passed(_ time: Double) {
        guard director.isPrepared, phase != .idle, phase != .preparing else { return }
        let actions = segments.move(to: time, isSeeking: player.isSeeking)
        follow(actions)
        if !actions.isEmpty { publishState() }
    }

    func follow(_ actions: [SegmentTracker.Action]) {
        for action in actions {
            switch action {
            case .started(let change): send(.segmentStarted(change))
            case .ended(let change): send(.segmentEnded(change))
            }
        }
    }
}

extension CompositionSegment.Mark {
    fileprivate var start: MediaPosition {
        switch self {
        case .times(let range): .time(range.start)
        case .dates(let start, _): .date(start)
        }
    }
}

extension PlayerMetadata {
    /// Whether two values are equal, except for ranges that differ by less than a tenth of a second. Dated ranges vary slightly each time
    /// the clock is read.
    func isNearly(_ other: PlayerMetadata) -> Bool {
        guard markedRanges.count == other.markedRanges.count else { return false }
        for (range, earlier) in zip(markedRanges, other.markedRanges) where range != earlier {
            guard range.kind == earlier.kind, abs(range.timeRange.start - earlier.timeRange.start) < 0.1,
                abs(range.timeRange.end - earlier.timeRange.end) < 0.1
            else { return false }
        }
        var rest = self
        rest.markedRanges = other.markedRanges
        return rest == other
    }
}
