// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Puts a live playlist beside the one that the timeline is counted by once more, when its durations have drifted away from
    /// it by their dates: lanes would be loaded out of step otherwise. Samples keep their clocks.
    mutating func realign(_ index: Int) {
        guard let model = playlists.reference, model != index, playlists.isFresh(model, at: now),
            playlists.tracks[model].epoch == playlists.tracks[index].epoch,
            let known = playlists.tracks[model].playlist, let playlist = playlists.tracks[index].playlist,
            let dated = PlaylistAlignment.byDate(playlist, known)
        else { return }
        let drift = dated + playlists.tracks[model].shift - playlists.tracks[index].shift
        // Dates of packagers are not exact; half a segment is where a lane comes out of step.
        guard drift.magnitude > max(1, playlists.tracks[index].targetDuration / 2), drift.isFinite else { return }
        playlists.tracks[index].shift += drift
        note(
            .live,
            shortName(playlists.tracks[index].url) + ": put beside the dates of the main playlist, by " + decimalText(drift, decimals: 2)
                + " s")
        for number in 0..<lanes.count where lanes[number].track == index && lanes[number].next != nil {
            lanes[number].time += drift
            guard let flight = lanes[number].flight, flight.track == index else { continue }
            let range = flight.segment.range
            lanes[number].flight?.segment.range = TimeRange(start: range.start + drift, end: range.end + drift)
        }
    }

    /// Notes a date that contradicts the timeline.
    mutating func checkDates(_ playlist: MediaPlaylist, _ index: Int) {
        guard let last = playlist.segments.last, let date = last.programDateTime, last.statesProgramDateTime,
            let place = playlists.tracks[index].position(sequence: last.sequence), let zero = timeline?.dateOfZero,
            let known = playlists.tracks[index].playlist?.segments[place]
        else { return }
        let drift = date - zero - (known.start + playlists.tracks[index].shift)
        if drift.magnitude > 1, (drift - playlists.tracks[index].drift).magnitude > 0.5 {
            playlists.tracks[index].drift = drift
            note(
                .live, shortName(playlists.tracks[index].url) + ": dates drift from durations by " + decimalText(drift, decimals: 2) + " s")
        }
    }
}
