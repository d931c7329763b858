// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

/// Presents non-linear ads over the content for an ad player.
@MainActor @Observable final class ShownOverlays {
    private(set) var overlay: AdOverlay?
    @ObservationIgnored private var timeline = NonLinearAdTimeline()
    @ObservationIgnored private let reporter: AdEventReporter

    init(reporter: AdEventReporter) { self.reporter = reporter }

    /// Starts with the overlays of another item.
    func begin(_ planned: [PlannedOverlay]) {
        timeline = NonLinearAdTimeline(planned)
        update(isFree: false)
    }

    /// Updates the overlays of the same item; events already sent are not repeated.
    func replace(_ planned: [PlannedOverlay]) { timeline.replace(planned) }

    /// - Parameter time: of the content, in seconds.
    func follow(_ time: Double, isFree: Bool) {
        _ = timeline.handle(.position(time))
        update(isFree: isFree)
    }

    /// - Parameter isFree: whether the content itself is showing.
    func update(isFree: Bool) {
        var shown: AdOverlay?
        if isFree, let planned = timeline.showing, case .fixed(let image, _) = planned.choice.resource {
            let overlay = planned.choice.overlay
            shown = AdOverlay(
                id: planned.id, image: image, width: overlay.width ?? 480, height: overlay.height ?? 70,
                isClickable: overlay.clicks.through != nil)
        }
        if overlay != shown { overlay = shown }
    }

    func handle(_ event: NonLinearAdTimeline.Event) {
        guard overlay != nil, let planned = timeline.showing else { return }
        reporter.perform(timeline.handle(event), of: planned.ad.id ?? "", in: "overlay/\(planned.id)")
        if event == .close { update(isFree: false) }
    }
}
