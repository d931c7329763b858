// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// Looks whether playing goes on, and helps where it does not.
    mutating func watch(_ before: PlaybackFacts) {
        if facts.isStalled, !before.isStalled, hasPlayed { stalled() }
        if facts.position + 0.5 < before.position { stuck.reset() }
        let condition = stuckCondition()
        let finding = stuck.check(condition, position: facts.position, wantsToPlay: facts.wantsToPlay && !hasAllEnded, at: now)
        watchAt = facts.wantsToPlay ? stuck.deadline(condition) : nil
        if let finding { unstick(finding) }
        dropLateReplacement()
        keepLatency()
    }

    mutating func resetStuck() {
        stuck.reset()
        latency.forgetLoss()
    }

    /// Everything is loaded and played.
    private var hasAllEnded: Bool {
        guard let index = lanes[0].track, lanes[0].hasEnded else { return false }
        return facts.position >= playlists.tracks[index].end - 0.5
    }

    private func stuckCondition() -> StuckDetector.Condition {
        var hole: Double?
        var least = Double.infinity
        for lane in lanes where lane.isActive && lane.lane != .subtitles {
            let end = facts.bufferedEnd[lane.lane] ?? facts.position
            let ahead = lane.hasEnded && end > facts.position ? Double.infinity : end - facts.position
            least = min(least, ahead)
            if ahead > 0.05 { continue }
            // The lane was loaded past the position, yet nothing lies there.
            for chunk in lane.chunks where chunk.range.end > facts.position + 0.05 {
                if chunk.sampleStart > facts.position + 0.001 { hole = max(hole ?? 0, chunk.sampleStart) }
                break
            }
        }
        if least > 3 { return .buffered }
        if let hole { return .hole(until: hole) }
        for lane in lanes where lane.isActive {
            if lane.flight != nil || lane.retryAt != nil { return .loading }
            if let index = lane.track, playlists.tracks[index].load != nil || playlists.tracks[index].nextReload != nil { return .loading }
        }
        return least > 0.05 ? .loading : .idle
    }

    private mutating func unstick(_ finding: StuckDetector.Condition) {
        guard stuck.count <= 4 else {
            fail(
                StreamingError(
                    .stuck, message: "playing stands at " + decimalText(facts.position, decimals: 3) + " s although nothing failed",
                    url: source.url, isTransient: true))
            return
        }
        let at = decimalText(facts.position, decimals: 3) + " s"
        switch finding {
        case .hole(let until):
            // The first time a large hole is met, its segments are asked for again.
            if until - facts.position > configuration.smallHole, stuck.count == 1 {
                note(.stuck, "nothing lies at " + at + ": loads it again")
                reloadFromPosition()
            } else {
                note(.stuck, "jumps the hole " + spanText(facts.position, until))
                facts.position = until
                actions.append(.jump(to: until))
            }
        case .buffered:
            let target = facts.position + 0.1 * Double(stuck.count)
            note(.stuck, "stands at " + at + " with samples queued: nudged")
            facts.position = target
            actions.append(.jump(to: target))
        case .idle:
            note(.stuck, "stands at " + at + " with nothing under way: loads again")
            reloadFromPosition()
        case .loading: return
        }
    }

    private mutating func reloadFromPosition() {
        for lane in Lane.allCases where lanes[Int(lane.rawValue)].isActive { rejoin(lane, at: facts.position) }
    }

    private mutating func stalled() {
        note(.stuck, "stalled at " + decimalText(facts.position, decimals: 3) + " s")
        if let index = lanes[0].track, playlists.tracks[index].isLive {
            latency.stalled(targetDuration: playlists.tracks[index].targetDuration)
        }
    }
}
