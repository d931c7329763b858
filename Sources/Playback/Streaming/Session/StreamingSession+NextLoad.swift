// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    enum NextLoad {
        case load(SegmentLoad, following: LaneState.Place, isHint: Bool)
        case gap(TimeRange, following: LaneState.Place)
        /// The live edge: a reload will bring more.
        case nothingYet
        case end
        /// What comes next has left the playlist, which begins here.
        case behind(Double)
    }

    /// What a lane loads next from its playlist.
    func nextLoad(_ number: Int, _ index: Int) -> NextLoad {
        let lane = lanes[number]
        guard let playlist = playlists.tracks[index].playlist else { return .nothingYet }
        guard let next = lane.next else { return loadByTime(number, index, playlist) }
        if next.sequence < playlist.mediaSequence { return .behind(playlists.tracks[index].start) }
        if let part = next.part, let load = loadPart(next.sequence, part, number, index) { return load }
        if let position = playlists.tracks[index].position(sequence: next.sequence) {
            return load(playlist.segments[position], from: lane.time, number, index)
        }
        return playlist.isEndList ? .end : loadPart(next.sequence, next.part ?? 0, number, index) ?? .nothingYet
    }

    /// The first load of a run, or the first from another playlist: found by where the lane stands.
    private func loadByTime(_ number: Int, _ index: Int, _ playlist: MediaPlaylist) -> NextLoad {
        let lane = lanes[number]
        if playlists.usesParts(index), let load = joinAtPart(number, index, playlist) { return load }
        let waiting: NextLoad = playlist.isEndList ? .end : .nothingYet
        guard !playlist.segments.isEmpty else { return waiting }
        guard let position = playlists.tracks[index].position(at: lane.time) else {
            // Before the first segment: what a live stream has lost, or a playlist that begins a little late.
            return playlist.isEndList || playlists.tracks[index].start - lane.time < 1
                ? load(playlist.segments[0], from: nil, number, index) : .behind(playlists.tracks[index].start)
        }
        let segment = playlist.segments[position]
        let range = playlists.tracks[index].range(segment)
        // Going on from another playlist, a boundary that lies a little later there is the same boundary.
        let slack = lane.startsRun ? 1e-6 : min(0.3 * range.duration, 0.5)
        if lane.time < range.end - slack { return load(segment, from: lane.startsRun ? nil : lane.time, number, index) }
        guard position + 1 < playlist.segments.count else {
            // A playlist that was not followed for a while does not reach this far yet.
            if lane.time > range.end + 0.5 { return waiting }
            return playlist.isEndList ? .end : loadPart(segment.sequence &+ 1, 0, number, index) ?? .nothingYet
        }
        return load(playlist.segments[position + 1], from: nil, number, index)
    }

    /// A whole segment; when the lane holds its beginning already (`from`), only the rest of it is wanted.
    func load(_ segment: MediaSegment, from time: Double?, _ number: Int, _ index: Int) -> NextLoad {
        let following = LaneState.Place(sequence: segment.sequence &+ 1, part: playlists.usesParts(index) ? 0 : nil)
        let range = playlists.tracks[index].range(segment)
        if segment.isGap || selection.isLocked(segment, at: now) { return .gap(range, following: following) }
        let lane = lanes[number]
        var load = playlists.tracks[index].describe(segment, lane: lane.lane, stream: lane.stream)
        load.startsRun = lane.startsRun
        if let notBefore = lane.notBefore, notBefore > range.start { load.notBefore = notBefore }
        if let time, time > range.start + 0.25 { load.notBefore = max(load.notBefore ?? time, time) }
        return .load(load, following: following, isHint: false)
    }
}
