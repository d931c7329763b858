// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension LoadFinder {
    /// The load of a part: of a complete segment, of the segment being produced, or of a part that is only announced by a preload hint. nil
    /// if there is no such part.
    func loadPart(_ sequence: UInt64, _ part: Int) -> NextLoad? {
        guard usesParts, let playlist = track.playlist else { return nil }
        if let position = track.position(sequence: sequence) {
            let segment = playlist.segments[position]
            // A complete segment is loaded in one request, unless some of its parts are loaded already.
            guard part > 0, !segment.parts.isEmpty else { return nil }
            guard part < segment.parts.count else { return nextLoadAfter(segment) }
            return load(segment.parts[part], part, of: segment)
        }
        guard sequence == playlist.nextSequence else { return nil }
        if let upcoming = playlist.upcoming, part < upcoming.parts.count {
            return load(upcoming.parts[part], part, of: upcoming)
        }
        return hinted(sequence, part)
    }

    private func nextLoadAfter(_ segment: MediaSegment) -> NextLoad? {
        let next = segment.sequence &+ 1
        if let position = track.position(sequence: next), let playlist = track.playlist {
            return load(playlist.segments[position], from: nil)
        }
        return loadPart(next, 0)
    }

    private func load(_ part: PartialSegment, _ position: Int, of segment: MediaSegment) -> NextLoad {
        let isLast = track.position(sequence: segment.sequence) != nil && position + 1 >= segment.parts.count
        let following =
            isLast
            ? MediaState.SegmentPosition(sequence: segment.sequence &+ 1, part: 0)
            : MediaState.SegmentPosition(sequence: segment.sequence, part: position + 1)
        let start = part.start + track.shift
        let range = TimeRange(start: start, duration: part.duration)
        if part.isGap || segment.isGap || exclusions.isUnusable(segment, at: now) { return .gap(range, following: following) }
        return .load(
            describe(part.uri, part.byteRange, range, position, of: segment), following: following, isHint: false)
    }

    /// The part that the server announces as next, requested before it exists.
    private func hinted(_ sequence: UInt64, _ part: Int) -> NextLoad? {
        guard let playlist = track.playlist, let partTarget = playlist.partTarget, part == playlist.upcoming?.parts.count ?? 0,
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }), hint.byteRangeStart == 0 || hint.byteRangeLength != nil
        else { return nil }
        guard var segment = playlist.upcoming ?? playlist.segments.last else { return nil }
        segment.sequence = sequence
        let range = TimeRange(start: track.end, duration: partTarget)
        let bytes = hint.byteRangeLength.map { ByteRange(length: $0, offset: hint.byteRangeStart) }
        return .load(
            describe(hint.uri, bytes, range, part, of: segment),
            following: MediaState.SegmentPosition(sequence: sequence, part: part + 1), isHint: true)
    }

    private func describe(
        _ uri: URIReference, _ bytes: ByteRange?, _ range: TimeRange, _ part: Int, of segment: MediaSegment
    ) -> SegmentLoad {
        var load = track.describe(segment, contentType: state.contentType, stream: state.stream)
        load.location = PlaylistTrack.location(uri, bytes)
        load.part = part
        load.startsDiscontinuity = load.startsDiscontinuity && part == 0
        load.date = segment.programDateTime.map { $0 + range.start - (segment.start + track.shift) }
        load.range = range
        load.startsRun = state.startsRun
        if let notBefore = state.notBefore, notBefore > range.start { load.notBefore = notBefore }
        return load
    }

    /// Where to start inside a segment with parts: at the last independent part before the content type's time.
    func joinAtPart(_ playlist: MediaPlaylist) -> NextLoad? {
        let own = state.time - track.shift
        let isComplete = own < (playlist.segments.last?.end ?? -.infinity) - 1e-6
        guard let segment = isComplete ? track.position(at: state.time).map({ playlist.segments[$0] }) : playlist.upcoming,
            !segment.parts.isEmpty
        else { return nil }
        var index: Int?
        let slack = state.startsRun ? 1e-6 : 0.2 * (playlist.partTarget ?? 1)
        if own >= segment.end - slack {
            if isComplete { return nextLoadAfter(segment) }
            return own < segment.end + slack ? loadPart(segment.sequence, segment.parts.count) : nil
        }
        for (candidate, part) in segment.parts.enumerated() where part.isIndependent && part.start <= own + slack { index = candidate }
        // Audio is independent everywhere, whether marked so or not.
        if state.contentType != .main, let exact = segment.parts.lastIndex(where: { $0.start <= own + slack }) { index = exact }
        guard let index, index > 0 || !isComplete else { return nil }
        return load(segment.parts[index], index, of: segment)
    }
}
