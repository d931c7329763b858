// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxMedia

/// Where ads stand among the items of a feed, as the service has it configured for the app.
public struct AdSchedule: Sendable {
    /// One ad's place.
    public struct Slot: Hashable, Sendable {
        /// It stands behind this item, from 0.
        public var position: Int
        public var ad: AdConfiguration
    }

    public let ads: [AdConfiguration]
    /// Each ad is shown once in a feed.
    public let dedupes: Bool
    private var shown: Set<String> = []

    /// - Parameters:
    ///   - ads: of the app; those of other placements are passed over.
    ///   - widget: where the feed is shown.
    ///   - isInterstitial: between the videos of the full-screen player, instead of among thumbnails.
    ///   - dedupes: as the app's configuration says.
    public init(_ ads: [AdConfiguration], widget: Widget, isInterstitial: Bool = false, dedupes: Bool = false) {
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

    /// Those between two items, the first ad of the list first where several would stand in one place.
    ///
    /// - Parameter items: positions from 0, ascending.
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

    /// - Returns: whether it counts: a direct ad that was shown in this session is not shown again.
    public mutating func show(_ ad: AdConfiguration) -> Bool { shown.insert(ad.id).inserted || !dedupes }

    /// It did not come, and may stand in another place.
    public mutating func withdraw(_ ad: AdConfiguration) { shown.remove(ad.id) }

    /// The address to ask for the ad, with the attributes of the service and of the host; the host's go before.
    public static func tag(of ad: AdConfiguration, adding attributes: [String: String]) -> String {
        let query = ad.vastAttributes.merging(attributes) { $1 }.sorted { $0.key < $1.key }
            .map { "\(PercentEncoding.encoded($0.key))=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        guard !query.isEmpty else { return ad.tagURL }
        let parts = ad.tagURL.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joint = parts[0].contains("?") ? (parts[0].hasSuffix("?") || parts[0].hasSuffix("&") ? "" : "&") : "?"
        return "\(parts[0])\(joint)\(query)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}

/// Holds a feed back until its ads are known, where they are required.
public struct AdHold: Sendable {
    public enum Event: Hashable, Sendable {
        case feedLoaded
        /// They came, or can't be had.
        case adsSettled
        case wake
    }

    public enum Action: Hashable, Sendable {
        case present
        /// ``Event/wake`` is wanted at that moment, in the clock's seconds.
        case wake(at: Double)
    }

    private let configuration: AdLoadingConfiguration
    private var deadline: Double?
    private var isLoaded = false
    private var isSettled = false
    public private(set) var isPresented = false

    public init(_ configuration: AdLoadingConfiguration) { self.configuration = configuration }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
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
