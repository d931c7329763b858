// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Whether another variant can take over at the lane's next load: at a segment, or at a part that can be decoded alone.
    func canSwitch(to index: Int) -> Bool {
        guard let part = lanes[0].next?.part, part > 0, playlists.usesParts(index), let playlist = playlists.tracks[index].playlist else {
            return true
        }
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
                if MediaTrack.location(real.uri, real.byteRange).url != flight.segment.location.url {
                    dropHint(number, "another part came")
                }
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
