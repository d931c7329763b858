// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxAds
public import WindowboxPlayer

extension InterstitialAds {
    /// - Parameters:
    ///   - overlays: as ``AdInserter`` planned them.
    ///   - item: over which they lie; while another plays, none is seen.
    public func show(_ overlays: [PlannedOverlay], over item: PlayerItem) {
        self.overlays = overlays.isEmpty ? nil : (item, overlays)
        course = OverlayCourse(overlays)
        look()
    }

    /// The content's time, while no ad plays in its place.
    func follow(_ time: Double) {
        guard overlays != nil else { return }
        _ = course.handle(.position(time))
        look()
    }

    /// Of what `course` says, what can be drawn.
    func look() {
        var shown: AdOverlay?
        if showing == nil, player.currentItem == overlays?.item, let (index, planned) = course.showing,
            case .fixed(let image, _) = planned.choice.resource
        {
            let overlay = planned.choice.overlay
            shown = AdOverlay(
                id: "\(index)", image: image, width: overlay.width ?? 480, height: overlay.height ?? 70,
                isClickable: overlay.clicks.through != nil)
        }
        if overlay != shown { overlay = shown }
    }

    public func overlayShown() { tellOfOverlay(.shown) }

    public func clickOverlay() {
        guard overlay?.isClickable == true else { return }
        tellOfOverlay(.click)
        player.pause()
    }

    public func closeOverlay() {
        tellOfOverlay(.close)
        look()
    }

    private func tellOfOverlay(_ event: OverlayCourse.Event) {
        guard overlay != nil, let (index, planned) = course.showing else { return }
        let actions = course.handle(event)
        teller.perform(actions, of: planned.ad.id ?? "", in: "overlay/\(index)")
    }
}
