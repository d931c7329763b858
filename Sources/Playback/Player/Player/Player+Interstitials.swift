// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxStreaming

// Other content that interrupts an item: the engine plays it, and the item's time stands.
extension Player {
    /// Ends ``interstitial`` where and when its skip control allows that; else nothing happens.
    public func skipInterstitial() { engine.skipInterstitial() }

    func interrupted(_ id: ItemID, _ fact: InterstitialFact) {
        guard id == engineItems.onAir?.id else { return }
        let event: ScheduledInterstitial? = if case .began(let event) = fact { event } else { nil }
        engineItems.note(id) { $0.isInterrupted = event != nil }
        interstitial = event
        takeSample()
    }
}
