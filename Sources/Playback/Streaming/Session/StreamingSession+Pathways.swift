// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension StreamingSession {
    /// The pathway to fall back to, in the steering server's order where there is one.
    func nextPathway() -> String? {
        for candidate in steering.priority + catalogue.pathways
        where candidate != pathway && catalogue.pathways.contains(candidate) && !penalties.isPenalised(.pathway(candidate), at: now) {
            return candidate
        }
        return nil
    }

    /// Takes all lanes to another pathway at their next segments.
    mutating func move(toPathway next: String) {
        guard next != pathway else { return }
        note(.steering, "pathway " + pathway + "→" + next)
        pathway = next
        guard phase == .running || phase == .loadingTracks else { return }
        if catalogue.variants[lanes[0].stream].source(next) == nil, let other = catalogue.ladder.first(where: { isUsable($0) }) {
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
