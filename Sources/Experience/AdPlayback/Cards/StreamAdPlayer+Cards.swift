// SPDX-License-Identifier: Apache-2.0

import WindowboxAds

extension StreamAdPlayer {
    /// The film of the ad at hand was played to its end. A live stream does not wait.
    func ended(_ tracking: AdTracking, in place: String) {
        guard !session.timeline.isLive, tracking.hasPassed(.complete) else { return }
        cards.ended(tracking.ad, in: place, holds: !session.isOver)
    }
}
