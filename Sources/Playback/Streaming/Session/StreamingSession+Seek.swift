// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func seek(to time: Double) {
        guard phase == .running, let index = lanes[0].track else {
            if time.isFinite { wantedStart = .time(time) }
            return
        }
        let target = seekTarget(time, tracks[index])
        let isHeld = holds(target)
        note(
            .seek,
            decimalText(facts.position, decimals: 3) + "→" + decimalText(target, decimals: 3) + " s" + (isHeld ? ", in the buffer" : ""))
        facts.position = target
        facts.isStalled = false
        reports.wasSought = true
        report(state: "k")
        resetStuck()
        replacedFrom = -.infinity
        isSeekHeld = isHeld
        if isHeld {
            for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { resume(lane) }
            // The edge may have forgotten that nothing follows.
            for lane in lanes where lane.isActive && lane.hasEnded { actions.append(.endOfStream(lane.lane)) }
            if lanes[2].isActive, !holds(.subtitles, target, margin: 0) { rejoin(.subtitles, at: target) }
            return
        }
        for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { rejoin(lane, at: target) }
        if target != time { actions.append(.jump(to: target)) }
    }

    /// The edge may hold less than it did when the seek was decided.
    mutating func verifySeek() {
        guard isSeekHeld else { return }
        isSeekHeld = false
        guard !holds(facts.position, margin: 0) else { return }
        note(.seek, "the buffer does not hold " + decimalText(facts.position, decimals: 3) + " s after all")
        for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { rejoin(lane, at: facts.position) }
    }

    /// Loads a lane anew from a time on.
    mutating func rejoin(_ lane: Lane, at target: Double) {
        let number = Int(lane.rawValue)
        if let flight = lanes[number].flight {
            cancel(flight.id)
            heads[flight.id] = nil
            quality.handle(.cancelled(flight.id), at: now)
        }
        lanes[number].restart(at: target, notBefore: target)
        lanes[number].pendingStream = nil
        var from = target
        if let index = lanes[number].track, let place = tracks[index].position(at: target), let playlist = tracks[index].playlist {
            from = tracks[index].range(playlist.segments[place]).start
        }
        actions.append(.discard(lane, from: from))
        facts.bufferedEnd[lane] = target
        facts.bufferedStart[lane] = target
    }

    /// A time that can be played, just before the end at the latest.
    func seekTarget(_ time: Double, _ track: MediaTrack) -> Double {
        guard time.isFinite else { return facts.position }
        let latest = track.isLive ? liveStart(track) : track.end - 0.001
        return min(max(time, track.start), max(track.start, latest))
    }

    /// All lanes have samples queued at the time, and go on from there.
    func holds(_ time: Double, margin: Double = 0.05) -> Bool {
        for lane in lanes where lane.isActive && lane.lane != .subtitles && !holds(lane.lane, time, margin: margin) { return false }
        return true
    }

    private func holds(_ lane: Lane, _ time: Double, margin: Double) -> Bool {
        guard let end = facts.bufferedEnd[lane], time < end - margin,
            !lanes[Int(lane.rawValue)].passed.contains(where: { $0.start <= time && time < $0.end })
        else { return false }
        return time >= (facts.bufferedStart[lane] ?? facts.position)
    }
}
