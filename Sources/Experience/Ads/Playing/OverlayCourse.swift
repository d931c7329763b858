// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A picture of an ad that lies over the content for a while, from a moment of it on.
public struct PlannedOverlay: Hashable, Sendable {
    /// Seconds of the content.
    public var start: Double
    /// With its wrappers merged.
    public var ad: VASTAd
    public var choice: OverlayChoice

    public init(start: Double, ad: VASTAd, choice: OverlayChoice) {
        self.start = start
        self.ad = ad
        self.choice = choice
    }

    var end: Double { start + choice.duration }
}

/// Which overlay is to be seen while content plays, and what is told of it: each once, by the content's time alone.
public struct OverlayCourse: Sendable {
    public enum Event: Hashable, Sendable {
        /// Where the content is, in seconds.
        case position(Double)
        /// Its picture came to be seen.
        case shown
        case click
        case close
    }

    private let overlays: [PlannedOverlay]
    /// Closed by the viewer, or over.
    private var done: Set<Int> = []
    private var told: Set<Int> = []
    private var current: Int?

    /// - Parameter overlays: in any order; of several at one time the first is shown.
    public init(_ overlays: [PlannedOverlay] = []) { self.overlays = overlays.sorted { $0.start < $1.start } }

    /// What is to be seen now, with its number.
    public var showing: (index: Int, overlay: PlannedOverlay)? { current.map { ($0, overlays[$0]) } }

    public mutating func handle(_ event: Event) -> [AdTracking.Action] {
        switch event {
        case .position(let time):
            if let current, time >= overlays[current].end { done.insert(current) }
            current = overlays.indices.first { !done.contains($0) && overlays[$0].start <= time && time < overlays[$0].end }
            return []
        case .shown:
            guard let current, told.insert(current).inserted else { return [] }
            let ad = overlays[current].ad
            return ad.impressions.map { send("impression", $0.url) } + tell("creativeView")
        case .click:
            guard let current else { return [] }
            let clicks = overlays[current].choice.overlay.clicks
            return clicks.tracking.map { send("click", $0.url) } + tell("acceptInvitation")
                + (clicks.through.map { [.open(url: $0.url)] } ?? [])
        case .close:
            guard let current else { return [] }
            let actions = tell("close")
            done.insert(current)
            self.current = nil
            return actions
        }
    }

    private func tell(_ event: String) -> [AdTracking.Action] {
        current.map { (overlays[$0].choice.tracking[event] ?? []).map { send(event, $0) } } ?? []
    }

    private func send(_ event: String, _ url: String) -> AdTracking.Action { .send(event: event, url: url, macros: [:]) }
}
