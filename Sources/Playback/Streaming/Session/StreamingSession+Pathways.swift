// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// Takes all lanes to another pathway at their next segments.
    mutating func move(toPathway next: String) {
        guard next != selection.pathway else { return }
        note(.steering, "pathway " + selection.pathway + "→" + next)
        selection.pathway = next
        guard phase == .running || phase == .loadingTracks else { return }
        if selection.catalogue.variants[lanes[0].stream].source(next) == nil,
            let other = selection.catalogue.ladder.first(where: { selection.isUsable($0, at: now) })
        {
            change(toVariant: other, because: "not on the pathway")
            return
        }
        lanes[0].pendingStream = nil
        lanes[0].waitUntil = nil
        activateCompanions()
        for lane in Lane.allCases {
            lanes[Int(lane.rawValue)].retryAt = nil
            lanes[Int(lane.rawValue)].failures = 0
            assignTrack(lane)
        }
        announcePresentation()
    }
}
