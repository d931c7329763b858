// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// The edge tells how playing goes.
    mutating func played(_ facts: PlaybackFacts) {
        let before = self.facts
        self.facts = facts
        if !facts.position.isFinite { self.facts.position = before.position }
        if facts.rate > 0 { hasPlayed = true }
        telemetry.played(playingStatus, &actions)
        guard phase == .running else {
            if startPosition == nil { self.facts.position = before.position }
            return
        }
        verifySeek()
        for number in 0..<lanes.count { lanes[number].forget(before: facts.position - 1) }
        if lanes[0].waitUntil != nil, facts.rate != before.rate || facts.isStalled { lanes[0].waitUntil = nil }
        if trickPlay == nil { watch(before) }
    }
}
