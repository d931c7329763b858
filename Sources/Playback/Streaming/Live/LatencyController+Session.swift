// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension LatencyController {
    /// Adjusts the rate slightly to keep the distance to the live edge.
    mutating func follow(_ media: MediaScheduler, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        guard media.playhead.isRunning, let index = media.states[.main].track else { return }
        let track = playlists.tracks[index]
        let facts = media.playhead.facts
        let hold = playlists.holdBack(track)
        let distance = playlists.liveEdge(track, at: out.now) - facts.position
        let position = Situation(
            latency: distance, holdBack: hold, buffered: media.playhead.buffered(.main), targetDuration: track.targetDuration,
            partTarget: playlists.usesLowLatency ? track.playlist?.partTarget : nil)
        rates = track.playlist.flatMap { CatchUpRates(of: $0) }
        let lacksMedia = [ContentType.main, .audio].contains { type in
            media.states[type].track != nil && media.playhead.buffered(type) < position.floor
        }
        note(isStalled: facts.isStalled && facts.wantsToPlay && media.playhead.hasPlayed, lacksMedia: lacksMedia, at: out.now)
        let moves = track.isLive && facts.wantsToPlay && !facts.isStalled && facts.rate > 0
        let change = moves ? follow(position, at: out.now) : returnToNormal()
        guard let change else { return }
        out.append(.rate(change))
        out.note(
            .rate,
            decimalText(change, decimals: 3) + ": " + decimalText(distance, decimals: 2) + " s behind the edge, wants "
                + decimalText(target(holdBack: hold), decimals: 2) + " s")
    }
}
