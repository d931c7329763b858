// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// What a content type loads next.
enum NextLoad {
    case load(SegmentLoad, following: MediaState.SegmentPosition, isHint: Bool)
    case gap(TimeRange, following: MediaState.SegmentPosition)
    /// At the live edge: a reload will bring more.
    case nothingYet
    case end
    /// The next segment has left the playlist, which now starts at this time.
    case behind(Double)
}

/// Finds what one content type loads next in one playlist, without changing anything.
struct LoadFinder {
    let state: MediaState
    let track: PlaylistTrack
    /// Whether partial segments are loaded if the playlist has them.
    let usesParts: Bool
    let exclusions: ExclusionList
    let now: Instant

    /// The next load at the content type's current time.
    var nextLoad: NextLoad {
        guard let playlist = track.playlist else { return .nothingYet }
        guard let next = state.next else { return loadByTime(playlist) }
        if next.sequence < playlist.mediaSequence { return .behind(track.start) }
        if let part = next.part, let load = loadPart(next.sequence, part) { return load }
        if let position = track.position(sequence: next.sequence) {
            return load(playlist.segments[position], from: state.time)
        }
        return playlist.isEndList ? .end : loadPart(next.sequence, next.part ?? 0) ?? .nothingYet
    }

    /// The first load of a run, or the first from another playlist: found by the content type's current time.
    private func loadByTime(_ playlist: MediaPlaylist) -> NextLoad {
        if usesParts, let load = joinAtPart(playlist) { return load }
        let waiting: NextLoad = playlist.isEndList ? .end : .nothingYet
        guard !playlist.segments.isEmpty else { return waiting }
        guard let position = track.position(at: state.time) else {
            // Before the first segment: a live stream has dropped it, or the playlist starts a little late.
            return playlist.isEndList || track.start - state.time < 1
                ? load(playlist.segments[0], from: nil) : .behind(track.start)
        }
        let segment = playlist.segments[position]
        let range = track.range(segment)
        // When continuing from another playlist, a slightly later boundary counts as the same one.
        let slack = state.startsRun ? 1e-6 : min(0.3 * range.duration, 0.5)
        if state.time < range.end - slack { return load(segment, from: state.startsRun ? nil : state.time) }
        guard position + 1 < playlist.segments.count else {
            // A playlist that wasn't reloaded for a while doesn't reach this far yet.
            if state.time > range.end + 0.5 { return waiting }
            return playlist.isEndList ? .end : loadPart(segment.sequence &+ 1, 0) ?? .nothingYet
        }
        return load(playlist.segments[position + 1], from: nil)
    }

    /// A full segment; if the content type already has its start (`from`), only the rest of it is needed.
    func load(_ segment: MediaSegment, from time: Double?) -> NextLoad {
        let following = MediaState.SegmentPosition(sequence: segment.sequence &+ 1, part: usesParts ? 0 : nil)
        let range = track.range(segment)
        if segment.isGap || exclusions.isUnusable(segment, at: now) { return .gap(range, following: following) }
        var load = track.describe(segment, contentType: state.contentType, stream: state.stream)
        load.startsRun = state.startsRun
        if let notBefore = state.notBefore, notBefore > range.start { load.notBefore = notBefore }
        if let time, time > range.start + 0.25 { load.notBefore = max(load.notBefore ?? time, time) }
        return .load(load, following: following, isHint: false)
    }
}
