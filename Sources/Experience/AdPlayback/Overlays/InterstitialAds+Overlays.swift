// SPDX-License-Identifier: Apache-2.0

public import WindowboxAds
public import WindowboxPlayer

extension InterstitialAds {
    /// Sets the overlays.
    /// - Parameters:
    ///   - planned: from ``AdInserter``.
    ///   - item: the item that they belong to; they are hidden while another one plays.
    public func show(_ planned: [PlannedOverlay], over item: PlayerItem) {
        overlaid = planned.isEmpty ? nil : item
        overlays.begin(planned)
    }

    /// Updates the content time, while no ad plays instead.
    func follow(_ time: Double) { overlays.follow(time, isFree: isFree) }

    /// Whether the item with the overlays is showing.
    var isFree: Bool { showing == nil && overlaid != nil && player.currentItem == overlaid }

    /// The current overlay on the content.
    public var overlay: AdOverlay? { overlays.overlay }

    public func overlayShown() { overlays.handle(.shown) }

    public func clickOverlay() {
        guard overlay?.isClickable == true else { return }
        overlays.handle(.click)
        player.pause()
    }

    public func closeOverlay() { overlays.handle(.close) }
}
