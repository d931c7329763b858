// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

/// What lies over the content, for whoever plays ads.
@MainActor @Observable final class ShownOverlays {
    private(set) var overlay: AdOverlay?
    @ObservationIgnored private var course = NonLinearAdTimeline()
    @ObservationIgnored private let teller: AdEventReporter

    init(teller: AdEventReporter) { self.teller = teller }

    /// Those of another item.
    func begin(_ planned: [PlannedOverlay]) {
        course = NonLinearAdTimeline(planned)
        look(isFree: false)
    }

    /// Others of the same item; what was told of an overlay stays told.
    func replace(_ planned: [PlannedOverlay]) { course.replace(planned) }

    /// - Parameter time: of the content, in seconds.
    func follow(_ time: Double, isFree: Bool) {
        _ = course.handle(.position(time))
        look(isFree: isFree)
    }

    /// - Parameter isFree: whether the content itself is to be seen.
    func look(isFree: Bool) {
        var shown: AdOverlay?
        if isFree, let planned = course.showing, case .fixed(let image, _) = planned.choice.resource {
            let overlay = planned.choice.overlay
            shown = AdOverlay(
                id: planned.id, image: image, width: overlay.width ?? 480, height: overlay.height ?? 70,
                isClickable: overlay.clicks.through != nil)
        }
        if overlay != shown { overlay = shown }
    }

    func tell(_ event: NonLinearAdTimeline.Event) {
        guard overlay != nil, let planned = course.showing else { return }
        teller.perform(course.handle(event), of: planned.ad.id ?? "", in: "overlay/\(planned.id)")
        if event == .close { look(isFree: false) }
    }
}
