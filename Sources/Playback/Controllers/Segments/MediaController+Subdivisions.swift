// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer
public import WindowboxSources

extension MediaController {
    /// Plays a chapter or segment of the composition. The current one starts again.
    /// - Returns: false if it isn't part of the composition.
    @discardableResult public func switchTo(urn: String) -> Bool {
        guard let snapshot = director.snapshot, let subdivision = snapshot.composition.subdivision(urn) else { return false }
        let isHere = subdivision.chapter.media.urn == snapshot.chapter.media.urn && facts.range?.isEmpty == false && phase != .idle
        let start = subdivision.segment.map { segment in segment.mark.times(dateOfZero: isHere ? facts.dateOfZero : nil)?.start }
        if let segment = subdivision.segment, !segment.isBlocked { segments.select(segment.media.urn) }
        if isHere {
            if let start { seek(to: .time(start ?? 0)) } else { player.skipToDefault() }
            player.play()
        } else {
            direct(.chapter(subdivision.chapter.media.urn, start: start ?? nil))
            if let segment = subdivision.segment, !segment.isBlocked { segments.select(segment.media.urn) }
        }
        return true
    }

    @discardableResult public func switchTo(_ subdivision: Subdivision) -> Bool { switchTo(urn: subdivision.media.urn) }

    /// The segments to list: those that aren't hidden and start in the seekable range. Not observable.
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

    // MARK: Following

    /// Places segments on the timeline. Those defined by dates can be placed, and skipped if blocked, once the stream's dates are known.
    func place() {
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
        if !actions.isEmpty { settle() }
    }

    func follow(_ actions: [SegmentTracker.Action]) {
        for action in actions {
            switch action {
            case .started(let change): tell(.segmentStarted(change))
            case .ended(let change): tell(.segmentEnded(change))
            }
        }
    }
}

extension PlayerMetadata {
    /// Whether both are equal with ranges rounded to 0.2 s, since ranges from dates move slightly when the clock is read again.
    fileprivate func isNearly(_ other: PlayerMetadata) -> Bool {
        var rounded = (self, other)
        rounded.0.roundRanges()
        rounded.1.roundRanges()
        return rounded.0 == rounded.1
    }

    private mutating func roundRanges() {
        for index in markedRanges.indices {
            let range = markedRanges[index].timeRange
            markedRanges[index].timeRange = TimeRange(start: (range.start * 5).rounded() / 5, end: (range.end * 5).rounded() / 5)
        }
    }
}
