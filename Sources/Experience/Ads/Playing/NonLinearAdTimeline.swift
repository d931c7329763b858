// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A non-linear ad, shown over the content for some time.
public struct PlannedOverlay: Hashable, Sendable {
    /// Identifies the overlay across updates.
    public var id: String
    /// Start in seconds of the content.
    public var start: Double
    /// With its wrappers merged.
    public var ad: VASTAd
    /// What is shown of the ad, and for how long.
    public var choice: OverlayChoice

    public init(id: String, start: Double, ad: VASTAd, choice: OverlayChoice) {
        self.id = id
        self.start = start
        self.ad = ad
        self.choice = choice
    }

    var end: Double { start + choice.duration }
}

/// Decides which overlay is visible during playback, and fires its tracking events once each, by content time only.
public struct NonLinearAdTimeline: Sendable {
    /// What happens to the content or the overlay.
    public enum Event: Hashable, Sendable {
        /// Position of the content in seconds.
        case position(Double)
        /// Its image became visible.
        case shown
        /// The viewer clicked the overlay.
        case click
        /// The viewer closed the overlay; it doesn't return.
        case close
    }

    private var overlays: [PlannedOverlay]
    /// Closed by the viewer, or finished.
    private var done: Set<String> = []
    private var reported: Set<String> = []
    /// The overlay to show now.
    public private(set) var showing: PlannedOverlay?

    /// - Parameter overlays: in any order; of several at the same time, the first is shown.
    public init(_ overlays: [PlannedOverlay] = []) { self.overlays = overlays.sorted { $0.start < $1.start } }

    /// Updates the overlays; those with the same ID keep their state.
    public mutating func replace(_ overlays: [PlannedOverlay]) { self.overlays = overlays.sorted { $0.start < $1.start } }

    /// - Returns: tracking requests to send and pages to open.
    public mutating func handle(_ event: Event) -> [AdTracking.Action] {
        switch event {
        case .position(let time):
            if let showing, time >= showing.end { done.insert(showing.id) }
            showing = overlays.first { !done.contains($0.id) && $0.start <= time && time < $0.end }
            return []
        case .shown:
            guard let showing, reported.insert(showing.id).inserted else { return [] }
            return showing.ad.impressions.map { send("impression", $0.url) } + report("creativeView")
        case .click:
            guard let clicks = showing?.choice.overlay.clicks else { return [] }
            return clicks.tracking.map { send("click", $0.url) } + report("acceptInvitation")
                + (clicks.through.map { [.open(url: $0.url)] } ?? [])
        case .close:
            guard let showing else { return [] }
            let actions = report("close")
            done.insert(showing.id)
            self.showing = nil
            return actions
        }
    }

    private func report(_ event: String) -> [AdTracking.Action] { (showing?.choice.tracking[event] ?? []).map { send(event, $0) } }

    private func send(_ event: String, _ url: String) -> AdTracking.Action { .send(event: event, url: url, macros: [:]) }
}
