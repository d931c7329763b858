// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func seek(to time: Double) {
        guard phase == .running, let index = lanes[0].track else {
            if time.isFinite { wantedStart = .time(time) }
            return
        }
        let target = seekTarget(time, playlists.tracks[index])
        let isHeld = holds(target)
        note(
            .seek,
            decimalText(facts.position, decimals: 3) + "→" + decimalText(target, decimals: 3) + " s" + (isHeld ? ", in the buffer" : ""))
        facts.position = target
        facts.isStalled = false
        telemetry.sought()
        report(state: "k")
        resetStuck()
        quality.replacedFrom = -.infinity
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

    /// Seconds before the position in which a key picture is looked for.
    private static let longestRunUp = 30.0

    /// Goes back by a segment for a key picture. Segments need not have one unless EXT-X-INDEPENDENT-SEGMENTS says so (RFC 8216bis,
    /// 4.4.2.1).
    mutating func beginEarlier(than time: Double) {
        guard phase == .running, !lacksKeys, let index = lanes[0].track, let playlist = playlists.tracks[index].playlist,
            let place = playlists.tracks[index].position(at: time + 0.001), place > 0
        else { return actions.append(.beginAnywhere) }
        let (segment, previous) = (playlist.segments[place], playlist.segments[place - 1])
        let start = playlists.tracks[index].range(previous).start
        // No picture refers to one beyond a discontinuity.
        guard !previous.isGap, previous.discontinuitySequence == segment.discontinuitySequence else {
            return actions.append(.beginAnywhere)
        }
        lacksKeys = facts.position - start > Self.longestRunUp
        guard !lacksKeys else {
            note(.seek, "no key picture in " + decimalText(Self.longestRunUp, decimals: 0) + " s")
            return actions.append(.beginAnywhere)
        }
        note(.seek, "no key picture; from " + decimalText(start, decimals: 3) + " s on")
        rejoin(.main, at: start + 0.001, notBefore: facts.position)
    }

    /// Loads a lane anew from a time on.
    /// - Parameter limit: sound that ends before it is not wanted; nil is that time.
    mutating func rejoin(_ lane: Lane, at target: Double, notBefore limit: Double? = nil) {
        let number = Int(lane.rawValue)
        if let flight = lanes[number].flight {
            cancel(flight.id)
            heads[flight.id] = nil
            quality.rule.handle(.cancelled(flight.id), at: now)
        }
        lanes[number].restart(at: target, notBefore: limit ?? target)
        lanes[number].pendingStream = nil
        var from = target
        if let index = lanes[number].track, let place = playlists.tracks[index].position(at: target),
            let playlist = playlists.tracks[index].playlist
        {
            from = playlists.tracks[index].range(playlist.segments[place]).start
        }
        actions.append(.discard(lane, from: from))
        facts.bufferedEnd[lane] = limit ?? target
        facts.bufferedStart[lane] = limit ?? target
    }

    /// A time that can be played, just before the end at the latest.
    func seekTarget(_ time: Double, _ track: MediaTrack) -> Double {
        guard time.isFinite else { return facts.position }
        let latest = track.isLive ? playlists.liveStart(track) : track.end - 0.001
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
