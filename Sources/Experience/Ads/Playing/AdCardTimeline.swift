// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// An image shown instead of the content: an ad's end card, or an icon's fallback image if its page can't be opened.
public struct PlannedCard: Hashable, Sendable {
    /// URL of the image.
    public var image: String
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// Read by screen readers in place of the image; nil if there is none.
    public var alternativeText: String?
    /// URL of its click-through page.
    public var page: String?
    /// Whether it disappears automatically; otherwise it stays until closed.
    public var isPassing: Bool
    /// URLs to notify when it is shown, clicked and closed.
    var views: [String] = []
    var clicks: [String] = []
    var closes: [String] = []

    /// Default size in pixels, if the image doesn't specify one.
    private static let defaultSize = (width: 640, height: 360)

    /// The end card of an ad; nil if there is none.
    ///
    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - width: maximum width in pixels.
    public init?(endOf ad: VASTAd, width: Int, height: Int) {
        guard let card = CompanionChoice.endCards(of: ad, width: width, height: height).first, let image = card.resources.picture?.url
        else {
            return nil
        }
        self.image = image
        (self.width, self.height) = (card.width ?? Self.defaultSize.width, card.height ?? Self.defaultSize.height)
        (alternativeText, page, isPassing) = (card.altText, card.clicks.through?.url, true)
        views = card.tracking.filter { $0.event == "creativeView" }.map(\.url)
        clicks = card.clicks.tracking.map(\.url)
        closes = ad.creatives.compactMap(\.linear).flatMap(\.tracking).filter { $0.event == "closeLinear" }.map(\.url)
    }

    /// The fallback image of an icon; nil if there is none.
    public init?(explaining icon: VASTIcon, width: Int, height: Int) {
        let fitting = icon.fallbackImages.filter { $0.width ?? 0 <= width && $0.height ?? 0 <= height && $0.resources.picture != nil }
        func area(_ image: VASTIcon.FallbackImage) -> Int { (image.width ?? 0) * (image.height ?? 0) }
        guard let best = fitting.max(by: { area($0) < area($1) }), let image = best.resources.picture?.url else { return nil }
        self.image = image
        (self.width, self.height) = (best.width ?? Self.defaultSize.width, best.height ?? Self.defaultSize.height)
        (alternativeText, isPassing) = (best.altText ?? icon.altText, false)
    }
}

/// Playback waits while a card is shown: for its duration, until it is closed, or until its image has failed to load in time.
public struct AdCardTimeline: Sendable {
    /// What happens to a card.
    public enum Event: Hashable, Sendable {
        /// Replaces the current card.
        case begin(PlannedCard)
        /// Its image became visible.
        case shown
        /// The viewer clicked the card.
        case click
        /// The viewer closed the card.
        case close
        /// The item or ad that it belongs to was left.
        case leave
        /// Time has passed; sent at the deadline.
        case clock
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Pause or resume playback.
        case hold, release
        /// Send tracking requests, or open a page.
        case report(AdTracking.Action)
    }

    /// How long cards wait and stay.
    public struct Settings: Hashable, Sendable {
        /// Maximum seconds for the image to load.
        public var timeout = 3.0
        /// Display time of an end card in seconds.
        public var endCardDuration = 8.0

        public init() {}
    }

    /// The settings given at initialization.
    public let settings: Settings

    /// The card that is shown or loading; nil if there is none.
    public private(set) var card: PlannedCard?
    /// When to send ``Event/clock`` next; nil if not needed.
    public private(set) var deadline: Double?
    private var isSeen = false

    /// Creates a timeline without a card.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameter now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .begin(let new):
            let isHeld = card != nil
            (card, isSeen, deadline) = (new, false, now + settings.timeout)
            return isHeld ? [] : [.hold]
        case .shown:
            guard let card, !isSeen else { return [] }
            (isSeen, deadline) = (true, card.isPassing ? now + settings.endCardDuration : nil)
            return report("creativeView", card.views)
        case .click:
            guard let card, isSeen, let page = card.page else { return [] }
            // Keep the card until the viewer returns from the page.
            deadline = nil
            return report("companionClick", card.clicks) + [.report(.open(url: page))]
        case .close: return end()
        case .clock: return deadline.map { now >= $0 } ?? false ? end() : []
        case .leave:
            (card, deadline) = (nil, nil)
            return []
        }
    }

    private mutating func end() -> [Action] {
        guard let card else { return [] }
        (self.card, deadline) = (nil, nil)
        return (isSeen ? report("closeLinear", card.closes) : []) + [.release]
    }

    private func report(_ event: String, _ urls: [String]) -> [Action] {
        urls.map { .report(.send(event: event, url: $0, macros: [:])) }
    }
}
