// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Speeds up or slows down a little to keep the distance to the live edge.
    mutating func keepLatency() {
        guard phase == .running, let index = lanes[0].track else { return }
        let track = playlists.tracks[index]
        let hold = playlists.holdBack(track)
        let distance = playlists.liveEdge(track, at: now) - facts.position
        let place = LatencyController.Place(
            latency: distance, holdBack: hold, buffered: buffered(.main), targetDuration: track.targetDuration,
            partTarget: configuration.usesLowLatency ? track.playlist?.partTarget : nil)
        latency.note(isStalled: facts.isStalled && facts.wantsToPlay && hasPlayed, at: now)
        let moves = track.isLive && facts.wantsToPlay && !facts.isStalled && facts.rate > 0
        let change = moves ? latency.follow(place, at: now) : latency.rest()
        guard let change else { return }
        actions.append(.rate(change))
        note(
            .rate,
            decimalText(change, decimals: 3) + ": " + decimalText(distance, decimals: 2) + " s behind the edge, wants "
                + decimalText(latency.target(holdBack: hold), decimals: 2) + " s")
    }

    /// What a lane needs has left the playlist: go on where there is something. True when the lane can go on at once.
    mutating func catchUp(_ lane: Lane, to start: Double) -> Bool {
        let number = Int(lane.rawValue)
        let from = lanes[number].time
        note(
            .live,
            lane.name + " at " + decimalText(from, decimals: 3) + " s is behind the window, which begins at "
                + decimalText(start, decimals: 3) + " s")
        if facts.position >= start - 0.5 || lane == .subtitles {
            // The position itself is still inside: the lane leaves a hole and goes on.
            actions.append(.gap(lane, TimeRange(start: from, end: start)))
            lanes[number].time = start
            lanes[number].next = nil
            lanes[number].startsRun = true
            lanes[number].sampleEnd = nil
            return true
        }
        guard let index = lanes[0].track else { return false }
        // A little inside the window, for it slides on while the first segment loads.
        let earliest = max(start, playlists.tracks[index].start) + playlists.tracks[index].targetDuration
        let latest = max(start, playlists.liveStart(playlists.tracks[index]))
        let target = configuration.latency.behindWindow == .liveEdge ? latest : min(earliest, latest)
        facts.position = target
        latency.forgetLoss()
        for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { rejoin(lane, at: target) }
        actions.append(.jump(to: target))
        note(.live, "jumps to " + decimalText(target, decimals: 3) + " s")
        return false
    }
}
