// SPDX-License-Identifier: Apache-2.0

public import WindowboxAds
public import WindowboxPlayer

extension InterstitialAds {
    /// - Parameters:
    ///   - planned: as ``AdInserter`` planned them.
    ///   - item: over which they lie; while another plays, none is seen.
    public func show(_ planned: [PlannedOverlay], over item: PlayerItem) {
        overlaid = planned.isEmpty ? nil : item
        overlays.begin(planned)
    }

    /// The content's time, while no ad plays in its place.
    func follow(_ time: Double) { overlays.follow(time, isFree: isFree) }

    /// Whether the item that has overlays is to be seen.
    var isFree: Bool { showing == nil && overlaid != nil && player.currentItem == overlaid }

    /// What lies over the content now.
    public var overlay: AdOverlay? { overlays.overlay }

    public func overlayShown() { overlays.tell(.shown) }

    public func clickOverlay() {
        guard overlay?.isClickable == true else { return }
        overlays.tell(.click)
        player.pause()
    }

    public func closeOverlay() { overlays.tell(.close) }
}
