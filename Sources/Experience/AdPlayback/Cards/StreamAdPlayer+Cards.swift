// SPDX-License-Identifier: Apache-2.0

import WindowboxAds

extension StreamAdPlayer {
    /// Shows an ad's end card once the ad was played to its end. Live streams can't wait, so they show none.
    func ended(_ tracking: AdTracking, in place: String) {
        guard !session.timeline.isLive, tracking.hasPassed(.complete) else { return }
        cards.ended(tracking.ad, in: place, holds: !session.isOver)
    }
}
