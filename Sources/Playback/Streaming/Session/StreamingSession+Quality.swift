// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Asks the rule for the variant of the next segment. False when the main lane has to wait.
    mutating func settleVariant() -> Bool {
        guard let index = lanes[0].track, playlists.tracks[index].playlist != nil else { return false }
        quality.cover(&lanes[0], in: playlists.tracks[index], position: facts.position, leavingOut: blocked)
        // What bridges a gap serves its span even where another variant is kept to.
        if quality.isLevelSettled {
            quality.isLevelSettled = false
            return true
        }
        if let locked = selection.lockedVariant, selection.isUsable(locked, at: now) {
            return move(to: locked, because: "kept to by choice")
        }
        guard let window = quality.grid, let allowed = selection.allowedLevels(window, at: now), window.variants.count > 1 else {
            return true
        }
        // The first segment goes out at once; the variant has just been chosen.
        if lanes[0].startsRun, !hasPlayed, lanes[0].chunks.isEmpty, quality.lastDecision == nil,
            selection.isUsable(lanes[0].stream, at: now)
        {
            return true
        }
        if let at = lanes[0].waitUntil, at > now { return false }
        lanes[0].waitUntil = nil
        guard let next = quality.nextIndex(at: lanes[0].time, in: playlists.tracks[index], usesParts: playlists.usesParts(index)) else {
            return true
        }
        let decision = quality.rule.decide(situation(quality.grid ?? window, allowed: allowed, next: next), at: now)
        quality.lastDecision = decision
        switch decision.action {
        case .wait(let until):
            // While nothing plays, the buffer does not drain: there is no hurry to look again.
            lanes[0].waitUntil = max(until, now + (facts.rate > 0 ? 0.05 : 1))
            return false
        case .fetch(_, let level):
            return move(
                to: selection.permitted(min(max(level, 0), window.variants.count - 1), in: window, at: now),
                because: decision.reason.description)
        case .replace(let index, let level):
            return replace(index, level: level, because: decision.reason.description)
        }
    }

    func situation(_ grid: QualityGrid, allowed: ClosedRange<Int>, next: Int) -> QualitySituation {
        quality.situation(
            grid, allowed: allowed, next: next, lane: lanes[0], facts: facts, hasPlayed: hasPlayed,
            isLive: lanes[0].track.map { playlists.tracks[$0].isLive } ?? false, hasSoundApart: lanes[1].isActive,
            goal: configuration.bufferGoal)
    }

    /// Changes the main lane's variant as soon as its playlist is there. False when the next segment must wait for that.
    mutating func move(to variant: Int, because reason: String) -> Bool {
        let current = lanes[0].stream
        guard variant != current else {
            lanes[0].pendingStream = nil
            return true
        }
        guard let url = selection.url(.main, stream: variant, variant: variant) else { return true }
        let index = playlists.index(of: url)
        if playlists.isFresh(index, at: now) {
            guard canSwitch(to: index) else { return true }
            take(variant, track: index, because: reason)
            return true
        }
        if lanes[0].pendingStream != variant {
            lanes[0].pendingStream = variant
            note(.variant, String(current) + "→" + selection.variantText(variant) + " wanted: " + reason)
        }
        loadTrack(index)
        // Going up, the present variant serves until the playlist is there; going down, time is short.
        let up = selection.catalogue.variants[variant].description.bandwidth > selection.catalogue.variants[current].description.bandwidth
        return up && selection.isUsable(current, at: now)
    }

    mutating func take(_ variant: Int, track index: Int, because reason: String) {
        note(.variant, String(lanes[0].stream) + "→" + selection.variantText(variant) + ": " + reason)
        lanes[0].pendingStream = nil
        lanes[0].stream = variant
        report("bc")
        if lanes[0].track != index { forgiveTrack(index) }
        lanes[0].track = index
        if playlists.tracks[index].playlist != nil { playlists.reference = index }
        lanes[0].next = nil
        let wasActive = lanes[1].isActive
        let hadText = lanes[2].isActive
        if let audio = selection.defaultAudio(variant), selection.chosenAudio == nil,
            selection.url(.audio, stream: lanes[1].stream, variant: variant) == nil
        {
            lanes[1].stream = audio
        }
        activateCompanions()
        planInterstitials(index)
        if wasActive, !lanes[1].isActive { retire(.audio, from: lanes[0].time) }
        if hadText, !lanes[2].isActive { retire(.subtitles, from: lanes[0].time) }
        if lanes[1].isActive {
            if !wasActive { lanes[1].restart(at: lanes[0].time, notBefore: nil) }
            assignTrack(.audio)
        }
        if lanes[2].isActive {
            if !hadText { lanes[2].restart(at: lanes[0].time, notBefore: nil) }
            assignTrack(.subtitles)
        }
        announcePresentation()
    }
}
