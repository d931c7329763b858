// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// A picture in the place of what plays: an ad's end card, or what an icon stands for where its page can't be opened.
public struct PlannedCard: Hashable, Sendable {
    /// The address of the picture.
    public var image: String
    /// In pixels.
    public var width: Int
    public var height: Int
    public var alternativeText: String?
    /// Where it leads.
    public var page: String?
    /// Whether it goes by itself; else it is there until it is closed.
    public var isPassing: Bool
    /// Told when it is seen, when its page is opened, and when it goes.
    var views: [String] = []
    var clicks: [String] = []
    var closes: [String] = []

    /// Pixels of a picture that does not say.
    private static let usual = (width: 640, height: 360)

    /// Nil for an ad that ends with its film.
    ///
    /// - Parameters:
    ///   - ad: with its wrappers merged.
    ///   - width: that a card may have, in pixels.
    public init?(endOf ad: VASTAd, width: Int, height: Int) {
        guard let card = CompanionChoice.endCards(of: ad, width: width, height: height).first, let image = card.resources.picture?.url
        else {
            return nil
        }
        self.image = image
        (self.width, self.height) = (card.width ?? Self.usual.width, card.height ?? Self.usual.height)
        (alternativeText, page, isPassing) = (card.altText, card.clicks.through?.url, true)
        views = card.tracking.filter { $0.event == "creativeView" }.map(\.url)
        clicks = card.clicks.tracking.map(\.url)
        closes = ad.creatives.compactMap(\.linear).flatMap(\.tracking).filter { $0.event == "closeLinear" }.map(\.url)
    }

    /// Nil where the icon has no picture for that.
    public init?(explaining icon: VASTIcon, width: Int, height: Int) {
        let fitting = icon.fallbackImages.filter { $0.width ?? 0 <= width && $0.height ?? 0 <= height && $0.resources.picture != nil }
        func area(_ image: VASTIcon.FallbackImage) -> Int { (image.width ?? 0) * (image.height ?? 0) }
        guard let best = fitting.max(by: { area($0) < area($1) }), let image = best.resources.picture?.url else { return nil }
        self.image = image
        (self.width, self.height) = (best.width ?? Self.usual.width, best.height ?? Self.usual.height)
        (alternativeText, isPassing) = (best.altText ?? icon.altText, false)
    }
}

/// What plays waits while a card is to be seen: for its time, until it is closed, or until it is plain that its picture does not come.
public struct AdCardTimeline: Sendable {
    public enum Event: Hashable, Sendable {
        /// In place of the one before.
        case begin(PlannedCard)
        /// Its picture came to be seen.
        case shown
        case click
        case close
        /// What it belongs to was left.
        case leave
        /// Time has passed.
        case clock
    }

    public enum Action: Hashable, Sendable {
        /// What plays is to wait, and to go on.
        case hold, release
        case tell(AdTracking.Action)
    }

    public struct Settings: Hashable, Sendable {
        /// Seconds that a picture may take to come.
        public var patience = 3.0
        /// Seconds of an end card that nobody closes.
        public var endCardDuration = 8.0

        public init() {}
    }

    public let settings: Settings

    public private(set) var card: PlannedCard?
    /// When to say what time it is; nil when that changes nothing.
    public private(set) var deadline: Double?
    private var isSeen = false

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameter now: seconds of any clock that runs evenly.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .begin(let new):
            let isHeld = card != nil
            (card, isSeen, deadline) = (new, false, now + settings.patience)
            return isHeld ? [] : [.hold]
        case .shown:
            guard let card, !isSeen else { return [] }
            (isSeen, deadline) = (true, card.isPassing ? now + settings.endCardDuration : nil)
            return tell("creativeView", card.views)
        case .click:
            guard let card, isSeen, let page = card.page else { return [] }
            // Who reads elsewhere finds it as it was.
            deadline = nil
            return tell("companionClick", card.clicks) + [.tell(.open(url: page))]
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
        return (isSeen ? tell("closeLinear", card.closes) : []) + [.release]
    }

    private func tell(_ event: String, _ urls: [String]) -> [Action] {
        urls.map { .tell(.send(event: event, url: $0, macros: [:])) }
    }
}
