// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Takes note of what is left out in playing from now on. What was left out of loading and may be played now is loaded.
    mutating func block(_ spans: [TimeRange]) {
        let next = BlockedSpans(spans)
        guard next != blocked else { return }
        blocked = next
        // The levels of what comes are counted without what is left out.
        quality.grid?.restart()
        note(.blocked, next.spans.isEmpty ? "nothing" : next.spans.prefix(8).map { spanText($0.start, $0.end) }.joined(separator: ", "))
        guard phase == .running else { return }
        for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { resume(lane) }
    }

    /// Goes back to the first span that was passed over and is no longer blocked.
    mutating func resume(_ lane: Lane) {
        let number = Int(lane.rawValue)
        guard let open = lanes[number].passed.first(where: { $0.end > facts.position && !blocked.holds($0) }) else { return }
        dropFlight(number)
        if lane == .main { dropReplacement() }
        actions.append(.discard(lane, from: open.start))
        lanes[number].cut(at: open.start)
        lanes[number].startsRun = true
    }

    /// Leaves out what a lane would load next when none of it is played. True when the lane goes on elsewhere in its playlist.
    mutating func passBlocked(_ lane: Lane, of index: Int) -> Bool {
        let number = Int(lane.rawValue)
        guard !blocked.spans.isEmpty, playlists.tracks[index].isEnded, let playlist = playlists.tracks[index].playlist else { return false }
        let place: Int? =
            switch nextLoad(number, in: index) {
            case .load(let segment, _, _): playlists.tracks[index].position(sequence: UInt64(segment.sequence))
            case .gap(let range, _): playlists.tracks[index].position(at: range.start + range.duration / 2)
            case .nothingYet, .behind, .end: nil
            }
        guard let place else { return false }
        var beyond = place
        while beyond < playlist.segments.count, blocked.holds(playlists.tracks[index].range(playlist.segments[beyond])) { beyond += 1 }
        guard beyond > place else { return false }
        let (first, last) = (
            playlists.tracks[index].range(playlist.segments[place]), playlists.tracks[index].range(playlist.segments[beyond - 1])
        )
        let span = TimeRange(start: min(max(first.start, lanes[number].time), last.end), end: last.end)
        actions.append(.pass(lane, span))
        note(.blocked, lane.name + " passes over " + spanText(span.start, span.end) + ", " + String(beyond - place) + " segments")
        lanes[number].passed.append(span)
        lanes[number].time = span.end
        lanes[number].next = LaneState.Place(sequence: playlist.segments[beyond - 1].sequence &+ 1)
        lanes[number].startsRun = true
        lanes[number].notBefore = nil
        lanes[number].sampleEnd = nil
        return true
    }
}
