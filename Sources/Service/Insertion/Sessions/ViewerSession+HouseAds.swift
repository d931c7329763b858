// SPDX-License-Identifier: Apache-2.0

import WindowboxStitcher

extension ViewerSession {
    /// Whether to count an impression of a house ad that a player reports. Anybody who knows the session can report any number of
    /// impressions, so each showing that was decided for the session counts once.
    func takeImpression(of campaign: String) -> Bool {
        // The service counts what it delivers.
        let configuration = record.session.configuration
        guard configuration.reporting == .client || configuration.mode == .guided else { return false }
        var shown: [AdSegmentLocation] = []
        for entry in record.session.breaks {
            for (slot, item) in (entry.decision?.slots ?? []).enumerated() where isShowing(campaign, item) {
                shown.append(AdSegmentLocation(index: entry.index, slot: slot))
            }
        }
        // Those of breaks that a live stream has left behind can't be reported any more.
        reported.formIntersection(shown)
        guard let next = shown.first(where: { !reported.contains($0) }) else { return false }
        reported.insert(next)
        return true
    }

    private func isShowing(_ campaign: String, _ slot: BreakDecision.Slot) -> Bool {
        slot.ad?.impressions.contains { url in
            let event = HouseAdServer.event(at: url, base: record.base, session: id)
            return event?.campaign == campaign && event?.name == "impression"
        } ?? false
    }
}
