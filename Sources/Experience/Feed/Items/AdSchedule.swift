// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// Where ads are placed among the items of a feed, according to the app's configuration from the service.
public struct AdSchedule: Sendable {
    /// The position of one ad.
    public struct Slot: Hashable, Sendable {
        /// Index of the item that it follows.
        public var position: Int
        /// The ad, as scheduled by the service.
        public var ad: AdConfiguration
    }

    /// The ads that the service schedules.
    public let ads: [AdConfiguration]
    /// Each ad is shown at most once per feed.
    public let dedupes: Bool
    private var shown: Set<String> = []

    /// - Parameters:
    ///   - ads: the app's ads; those for other placements are ignored.
    ///   - widget: the widget that shows the feed.
    ///   - isInterstitial: between videos of the full-screen player rather than among thumbnails.
    ///   - dedupes: from the app's configuration.
    public init(_ ads: [AdConfiguration], widget: FeedWidget, isInterstitial: Bool = false, dedupes: Bool = false) {
        let placement: AdPlacement =
            switch widget {
            case _ where isInterstitial: .interstitial
            case .storyBlock: .storyBlock
            case .playerDeck: .deck
            default: .feed
            }
        self.ads = ads.filter { $0.placement == placement && $0.interval > 0 }.sorted { $0.id < $1.id }
        self.dedupes = dedupes
    }

    /// The ad slots after the given items. Where several ads compete for a slot, the first in the list wins.
    ///
    /// - Parameter items: item indices, ascending.
    public func slots(behind items: some Sequence<Int>) -> [Slot] {
        var placed = shown
        return items.compactMap { position in
            let ad = ads.first { ad in
                (position + 1).isMultiple(of: ad.interval) && (position + 1) / ad.interval <= (ad.maxPerSession ?? .max)
                    && !(dedupes && placed.contains(ad.id))
            }
            guard let ad else { return nil }
            placed.insert(ad.id)
            return Slot(position: position, ad: ad)
        }
    }

    /// Marks an ad as shown.
    /// - Returns: whether it may be shown: with ``dedupes``, each ad is shown only once per session.
    public mutating func show(_ ad: AdConfiguration) -> Bool { shown.insert(ad.id).inserted || !dedupes }

    /// Makes an ad available again because it could not be loaded.
    public mutating func withdraw(_ ad: AdConfiguration) { shown.remove(ad.id) }

    /// The ad-tag URL with the attributes of the service and the host; the host's take precedence.
    public static func tag(of ad: AdConfiguration, adding attributes: [String: String]) -> String {
        let query = ad.vastAttributes.merging(attributes) { $1 }.sorted { $0.key < $1.key }
            .map { "\(PercentEncoding.encoded($0.key))=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        guard !query.isEmpty else { return ad.tagURL }
        let parts = ad.tagURL.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joint = parts[0].contains("?") ? (parts[0].hasSuffix("?") || parts[0].hasSuffix("&") ? "" : "&") : "?"
        return "\(parts[0])\(joint)\(query)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}

/// Holds back a feed until its ads are known, if they are required.
public struct AdHold: Sendable {
    /// What happens to the feed and its ads.
    public enum Event: Hashable, Sendable {
        /// The feed's items are known.
        case feedLoaded
        /// All ads have loaded or failed.
        case adsSettled
        /// The requested time has come.
        case wake
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Show the feed.
        case present
        /// Requests ``Event/wake`` at a time, in the clock's seconds.
        case wake(at: Double)
    }

    private let configuration: AdLoadingConfiguration
    private var deadline: Double?
    private var isLoaded = false
    private var isSettled = false
    /// Whether the feed is shown.
    public private(set) var isPresented = false

    /// - Parameter configuration: whether the feed waits, and for how long.
    public init(_ configuration: AdLoadingConfiguration) { self.configuration = configuration }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        guard !isPresented else { return [] }
        switch event {
        case .feedLoaded:
            isLoaded = true
            if configuration.requiresAds, !isSettled, deadline == nil {
                let due = now + configuration.fetchTimeout
                deadline = due
                if due > now { return [.wake(at: due)] }
            }
        case .adsSettled: isSettled = true
        case .wake: break
        }
        let isOver = deadline.map { now >= $0 } ?? false
        guard isLoaded, isSettled || isOver || !configuration.requiresAds else { return [] }
        isPresented = true
        return [.present]
    }
}
