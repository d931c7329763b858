// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

// Reloads of live playlists.
extension MediaScheduler {
    /// A playlist was moved on the timeline.
    mutating func moved(_ track: Int, by seconds: Double) {
        for number in states.indices where states[number].track == track { states[number].shift(by: seconds) }
    }

    /// A stream restarted at the same URL. `end` and `targetDuration` are those of the former stream, in seconds.
    mutating func restarted(_ track: Int, end: Double, targetDuration: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        let start = playlists.tracks[track].start
        for number in states.indices where states[number].isActive && states[number].track == track {
            states[number].endRun()
            quality.restartGrid()
            let time = states[number].time
            if time < start - 0.001, time >= end - targetDuration {
                let hole = TimeRange(start: time, end: start)
                if hole.duration > 0.05 { out.append(.gap(states[number].contentType, hole)) }
                states[number].leap(to: start)
            }
        }
    }

    /// Checks after a reload what became of a part that was requested by its hint.
    mutating func checkHint(_ index: Int, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        guard let playlist = playlists.tracks[index].playlist else { return }
        for contentType in ContentType.allCases {
            guard let flight = states[contentType].flight, flight.isHint, flight.track == index, let part = flight.segment.part else {
                continue
            }
            let sequence = UInt64(clamping: flight.segment.sequence)
            let segment = playlists.tracks[index].position(sequence: sequence).map { playlist.segments[$0] } ?? playlist.upcoming
            if let segment, segment.sequence == sequence, part < segment.parts.count {
                let real = segment.parts[part]
                states[contentType].hintListed(TimeRange(start: real.start + playlists.tracks[index].shift, duration: real.duration))
                if PlaylistTrack.location(real.uri, real.byteRange).url != flight.segment.location.url {
                    dropHint(contentType, "another part came", &out)
                }
            } else if sequence < playlist.nextSequence {
                dropHint(contentType, "the segment ended without it", &out)
            } else if !playlist.preloadHints.contains(where: { $0.kind == .part && $0.uri.url == flight.segment.location.url }) {
                dropHint(contentType, "the hint moved", &out)
            }
        }
    }

    private mutating func dropHint(_ contentType: ContentType, _ reason: String, _ out: inout SessionOutput) {
        out.note(.live, "leaves the hinted part " + shortName(states[contentType].flight?.segment.location.url ?? "") + ": " + reason)
        // The loading position is still before that part: the part now listed there is next.
        dropFlight(contentType, &out)
    }
}
