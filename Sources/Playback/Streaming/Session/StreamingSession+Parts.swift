// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// A part by number: of the segment being produced, of one just completed, or one that is only hinted at.
    /// nil when the part does not exist as such.
    func loadPart(_ sequence: UInt64, _ part: Int, _ number: Int, _ index: Int) -> NextLoad? {
        guard playlists.usesParts(index), let playlist = playlists.tracks[index].playlist else { return nil }
        if let position = playlists.tracks[index].position(sequence: sequence) {
            let segment = playlist.segments[position]
            // A complete segment of which nothing is held is one request; what is begun is finished in parts.
            guard part > 0, !segment.parts.isEmpty else { return nil }
            guard part < segment.parts.count else { return nextLoadAfter(segment, number, index) }
            return load(segment.parts[part], part, of: segment, number, index)
        }
        guard sequence == playlist.nextSequence else { return nil }
        if let upcoming = playlist.upcoming, part < upcoming.parts.count {
            return load(upcoming.parts[part], part, of: upcoming, number, index)
        }
        return hinted(sequence, part, number, index)
    }

    private func nextLoadAfter(_ segment: MediaSegment, _ number: Int, _ index: Int) -> NextLoad? {
        let next = segment.sequence &+ 1
        if let position = playlists.tracks[index].position(sequence: next), let playlist = playlists.tracks[index].playlist {
            return load(playlist.segments[position], from: nil, number, index)
        }
        return loadPart(next, 0, number, index)
    }

    private func load(_ part: PartialSegment, _ place: Int, of segment: MediaSegment, _ number: Int, _ index: Int) -> NextLoad {
        let isLast = playlists.tracks[index].position(sequence: segment.sequence) != nil && place + 1 >= segment.parts.count
        let following =
            isLast
            ? LaneState.Place(sequence: segment.sequence &+ 1, part: 0) : LaneState.Place(sequence: segment.sequence, part: place + 1)
        let start = part.start + playlists.tracks[index].shift
        let range = TimeRange(start: start, duration: part.duration)
        if part.isGap || segment.isGap || selection.isLocked(segment, at: now) { return .gap(range, following: following) }
        return .load(
            describe(part.uri, part.byteRange, range, place, of: segment, number, index), following: following, isHint: false)
    }

    /// The part that the server says comes next, asked for before it exists.
    private func hinted(_ sequence: UInt64, _ part: Int, _ number: Int, _ index: Int) -> NextLoad? {
        guard let playlist = playlists.tracks[index].playlist, let partTarget = playlist.partTarget, part == playlist.upcoming?.parts.count ?? 0,
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }), hint.byteRangeStart == 0 || hint.byteRangeLength != nil
        else { return nil }
        guard var segment = playlist.upcoming ?? playlist.segments.last else { return nil }
        segment.sequence = sequence
        let range = TimeRange(start: playlists.tracks[index].end, duration: partTarget)
        let bytes = hint.byteRangeLength.map { ByteRange(length: $0, offset: hint.byteRangeStart) }
        return .load(
            describe(hint.uri, bytes, range, part, of: segment, number, index),
            following: LaneState.Place(sequence: sequence, part: part + 1), isHint: true)
    }

    private func describe(
        _ uri: URIReference, _ bytes: ByteRange?, _ range: TimeRange, _ part: Int, of segment: MediaSegment, _ number: Int, _ index: Int
    ) -> SegmentLoad {
        let lane = lanes[number]
        var load = playlists.tracks[index].describe(segment, lane: lane.lane, stream: lane.stream)
        load.location = MediaTrack.location(uri, bytes)
        load.part = part
        load.startsDiscontinuity = load.startsDiscontinuity && part == 0
        load.date = segment.programDateTime.map { $0 + range.start - (segment.start + playlists.tracks[index].shift) }
        load.range = range
        load.startsRun = lane.startsRun
        if let notBefore = lane.notBefore, notBefore > range.start { load.notBefore = notBefore }
        return load
    }

    /// Where a lane that stands inside a segment with parts begins: at the last part before that can be decoded alone.
    func joinAtPart(_ number: Int, _ index: Int, _ playlist: MediaPlaylist) -> NextLoad? {
        let lane = lanes[number]
        let own = lane.time - playlists.tracks[index].shift
        let isComplete = own < (playlist.segments.last?.end ?? -.infinity) - 1e-6
        guard let segment = isComplete ? playlists.tracks[index].position(at: lane.time).map({ playlist.segments[$0] }) : playlist.upcoming,
            !segment.parts.isEmpty
        else { return nil }
        var place: Int?
        let slack = lane.startsRun ? 1e-6 : 0.2 * (playlist.partTarget ?? 1)
        if own >= segment.end - slack {
            if isComplete { return nextLoadAfter(segment, number, index) }
            return own < segment.end + slack ? loadPart(segment.sequence, segment.parts.count, number, index) : nil
        }
        for (candidate, part) in segment.parts.enumerated() where part.isIndependent && part.start <= own + slack { place = candidate }
        // Sound is independent everywhere, and says so or not.
        if lane.lane != .main, let exact = segment.parts.lastIndex(where: { $0.start <= own + slack }) { place = exact }
        guard let place, place > 0 || !isComplete else { return nil }
        return load(segment.parts[place], place, of: segment, number, index)
    }

    /// Whether another variant can take over at the lane's next load: at a segment, or at a part that can be decoded alone.
    func canSwitch(to index: Int) -> Bool {
        guard let part = lanes[0].next?.part, part > 0, playlists.usesParts(index), let playlist = playlists.tracks[index].playlist else { return true }
        let own = lanes[0].time - playlists.tracks[index].shift
        let segment = playlists.tracks[index].position(at: lanes[0].time).map { playlist.segments[$0] }
        for candidate in [playlist.upcoming, segment] {
            guard let candidate else { continue }
            for part in candidate.parts where part.isIndependent && (part.start - own).magnitude < 0.2 * part.duration { return true }
        }
        return false
    }

    /// A reload shows what became of the part that was asked for by its hint.
    mutating func checkHint(_ index: Int) {
        guard let playlist = playlists.tracks[index].playlist else { return }
        for number in 0..<lanes.count {
            guard let flight = lanes[number].flight, flight.isHint, flight.track == index, let part = flight.segment.part else { continue }
            let sequence = UInt64(clamping: flight.segment.sequence)
            let segment = playlists.tracks[index].position(sequence: sequence).map { playlist.segments[$0] } ?? playlist.upcoming
            if let segment, segment.sequence == sequence, part < segment.parts.count {
                let real = segment.parts[part]
                lanes[number].flight?.isHint = false
                lanes[number].flight?.segment.range = TimeRange(start: real.start + playlists.tracks[index].shift, duration: real.duration)
                if MediaTrack.location(real.uri, real.byteRange).url != flight.segment.location.url { dropHint(number, "another part came") }
            } else if sequence < playlist.nextSequence {
                dropHint(number, "the segment ended without it")
            } else if !playlist.preloadHints.contains(where: { $0.kind == .part && $0.uri.url == flight.segment.location.url }) {
                dropHint(number, "the hint moved")
            }
        }
    }

    private mutating func dropHint(_ number: Int, _ reason: String) {
        note(.live, "leaves the hinted part " + shortName(lanes[number].flight?.segment.location.url ?? "") + ": " + reason)
        // The lane still stands before that part: whatever it is called now, or what came instead of it, is next.
        dropFlight(number)
    }
}
