// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A picture of an ad that lies over the content for a while, from a moment of it on.
public struct PlannedOverlay: Hashable, Sendable {
    /// The same for the same one.
    public var id: String
    /// Seconds of what plays.
    public var start: Double
    /// With its wrappers merged.
    public var ad: VASTAd
    public var choice: OverlayChoice

    public init(id: String, start: Double, ad: VASTAd, choice: OverlayChoice) {
        self.id = id
        self.start = start
        self.ad = ad
        self.choice = choice
    }

    var end: Double { start + choice.duration }
}

/// Which overlay is to be seen while content plays, and what is told of it: each once, by the content's time alone.
public struct NonLinearAdTimeline: Sendable {
    public enum Event: Hashable, Sendable {
        /// Where the content is, in seconds.
        case position(Double)
        /// Its picture came to be seen.
        case shown
        case click
        case close
    }

    private var overlays: [PlannedOverlay]
    /// Closed by the viewer, or over.
    private var done: Set<String> = []
    private var told: Set<String> = []
    /// What is to be seen now.
    public private(set) var showing: PlannedOverlay?

    /// - Parameter overlays: in any order; of several at one time the first is shown.
    public init(_ overlays: [PlannedOverlay] = []) { self.overlays = overlays.sorted { $0.start < $1.start } }

    /// What is known now of the overlays; those of the same name are the same.
    public mutating func replace(_ overlays: [PlannedOverlay]) { self.overlays = overlays.sorted { $0.start < $1.start } }

    public mutating func handle(_ event: Event) -> [AdTracking.Action] {
        switch event {
        case .position(let time):
            if let showing, time >= showing.end { done.insert(showing.id) }
            showing = overlays.first { !done.contains($0.id) && $0.start <= time && time < $0.end }
            return []
        case .shown:
            guard let showing, told.insert(showing.id).inserted else { return [] }
            return showing.ad.impressions.map { send("impression", $0.url) } + tell("creativeView")
        case .click:
            guard let clicks = showing?.choice.overlay.clicks else { return [] }
            return clicks.tracking.map { send("click", $0.url) } + tell("acceptInvitation")
                + (clicks.through.map { [.open(url: $0.url)] } ?? [])
        case .close:
            guard let showing else { return [] }
            let actions = tell("close")
            done.insert(showing.id)
            self.showing = nil
            return actions
        }
    }

    private func tell(_ event: String) -> [AdTracking.Action] { (showing?.choice.tracking[event] ?? []).map { send(event, $0) } }

    private func send(_ event: String, _ url: String) -> AdTracking.Action { .send(event: event, url: url, macros: [:]) }
}
