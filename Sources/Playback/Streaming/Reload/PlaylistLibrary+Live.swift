// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension PlaylistLibrary {
    /// Where to join a live stream: its end minus the hold-back.
    func liveStart(_ track: PlaylistTrack) -> Double { liveEnd(track) - holdBack(track) }

    /// The end of the playable part of a live playlist: parts of an unfinished segment count only if they are used.
    func liveEnd(_ track: PlaylistTrack) -> Double {
        usesLowLatency && track.playlist?.partTarget != nil ? track.end : track.segmentEnd
    }

    /// Seconds to keep from the end of the playlist (RFC 8216bis 4.4.3.8).
    func holdBack(_ track: PlaylistTrack) -> Double {
        guard let playlist = track.playlist else { return 0 }
        let control = playlist.serverControl
        if let partTarget = playlist.partTarget, usesLowLatency {
            let minimum = 2 * partTarget
            if let requested = latency.requested { return max(requested, minimum) }
            return max(control.partHoldBack ?? 3 * partTarget, minimum)
        }
        let usual = control.holdBack ?? 3 * track.targetDuration
        if let requested = latency.requested { return max(requested, min(usual, 2 * track.targetDuration)) }
        return max(usual, track.targetDuration)
    }

    /// The current live edge: the playlist's end when it last grew, advanced by the time since.
    func liveEdge(_ track: PlaylistTrack, at now: Instant) -> Double {
        let step = usesLowLatency ? track.playlist?.partTarget ?? track.targetDuration : track.targetDuration
        return liveEnd(track) + min(max(0, now - track.changed), 1.5 * step)
    }

    /// Whether partial segments are used: at the edge of live streams that have them.
    func usesParts(_ index: Int) -> Bool {
        usesLowLatency && tracks[index].isLive && tracks[index].playlist?.partTarget != nil
    }

    /// Clamps a time to the playable range, just before the end at the latest, in seconds.
    /// - Parameter position: the result if the time isn't finite.
    func seekTarget(_ time: Double, _ index: Int, from position: Double) -> Double {
        guard time.isFinite else { return position }
        let track = tracks[index]
        let latest = track.isLive ? liveStart(track) : track.end - 0.001
        return min(max(time, track.start), max(track.start, latest))
    }
}
