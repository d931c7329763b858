// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension LatencyController {
    /// Speeds up or slows down a little to keep the distance to the live edge.
    mutating func follow(_ media: MediaScheduler, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        guard media.playhead.isRunning, let index = media.lanes[.main].track else { return }
        let track = playlists.tracks[index]
        let facts = media.playhead.facts
        let hold = playlists.holdBack(track)
        let distance = playlists.liveEdge(track, at: out.now) - facts.position
        // A viewer who went further back did so on purpose.
        let isAtEdge = distance < target(holdBack: hold) + 2 * track.targetDuration
        let isPlaying = facts.wantsToPlay && !facts.isStalled && facts.rate > 0
        var change: Double?
        if appliesTo(track, usesLowLatency: playlists.usesLowLatency), isAtEdge, isPlaying {
            change = update(
                latency: distance, holdBack: hold, buffered: media.playhead.buffered(.main),
                floor: min(hold / 2, track.playlist?.partTarget.map { 2 * $0 } ?? track.targetDuration / 2), at: out.now)
        } else if rate != 1 {
            change = rest()
        }
        guard let change else { return }
        out.append(.rate(change))
        out.note(
            .rate,
            decimalText(change, decimals: 3) + ": " + decimalText(distance, decimals: 2) + " s behind the edge, wants "
                + decimalText(target(holdBack: hold), decimals: 2) + " s")
    }

    private func appliesTo(_ track: MediaTrack, usesLowLatency: Bool) -> Bool {
        guard track.isLive else { return false }
        return switch policy.catchUp {
        case .never: false
        case .lowLatencyOnly: usesLowLatency && track.playlist?.partTarget != nil
        case .always: true
        }
    }
}
