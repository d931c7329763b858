// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxAdMarkup
public import WindowboxAdPlayback
import WindowboxContract
public import WindowboxFeed
import WindowboxPlayer

/// Loads the ads of a feed, and tracks them during playback for the ad servers and the service.
///
/// Assign it to `FeedSDK.adSupply` before feeds are loaded, and call ``follow(_:)`` for each playback.
@MainActor @Observable public final class FeedAdvertising {
    /// The current ad; nil if the current item isn't one.
    public private(set) var current: ItemAds?

    @ObservationIgnored private let sender: BeaconSender
    @ObservationIgnored private let store = FeedAdStore()
    @ObservationIgnored private let inserter: AdInserter
    @ObservationIgnored private let open: @MainActor (String) -> Bool
    @ObservationIgnored private var following: Task<Void, Never>?
    /// IDs of impressions already tracked; returning to an ad doesn't track it again.
    @ObservationIgnored private var tracked: Set<String> = []
    /// The impression that ``current`` tracks.
    @ObservationIgnored private var impression: String?

    /// - Parameters:
    ///   - inserter: requests ads from ad servers.
    ///   - sender: sends tracking events.
    ///   - open: opens an ad's page; returns false if it can't.
    public init(_ inserter: AdInserter = AdInserter(), sender: BeaconSender, open: @escaping @MainActor (String) -> Bool = { _ in false }) {
        (self.inserter, self.sender, self.open) = (inserter, sender, open)
    }

    isolated deinit { following?.cancel() }

    /// For `FeedSDK.adSupply`.
    public var supply: any FeedAdSupply { FeedAdFinder(inserter: inserter, store: store) }

    /// Tracks the ads of a feed's playback, until it is closed or another one is followed.
    public func follow(_ playback: FeedPlayback) {
        following?.cancel()
        let (events, index) = (playback.events, playback.index)
        following = Task { [weak self, weak playback] in
            if let index, let playback { await self?.moved(to: index, in: playback) }
            for await event in events {
                guard let self, let playback else { return }
                switch event {
                case .moved(let index): await self.moved(to: index, in: playback)
                case .failed(let index, _): if index == playback.index { self.current?.fail() }
                // Reported before playback moves on, so that the end isn't mistaken for leaving.
                case .notice(.finishedAd, let details): if details.videoID == self.impression { self.current?.end() }
                case .dismissed, .itemsReplaced: self.leave()
                case .notice, .firstPicture, .waitedInVain: break
                }
            }
        }
    }

    private func leave() {
        current?.leave()
        (current, impression) = (nil, nil)
    }

    private func moved(to index: Int, in playback: FeedPlayback) async {
        leave()
        guard let ad = playback.feed.ad(at: index), !tracked.contains(ad.id), let item = await store.item(ad.id),
            let player = playback.player(at: index)
        else { return }
        tracked.insert(ad.id)
        let sdk = playback.feed.sdk
        Task { [service = sdk.service] in
            // Counting in the service is best effort; the ad plays regardless.
            _ = try? await service.send(ServiceCall<NoContent>.adShown(ad.configuration.id))
        }
        // The service always counts; third parties are notified only if the host allows it.
        guard sdk.settings.isExternalAdTrackingEnabled else { return }
        (current, impression) = (ItemAds(item, impression: ad.id, on: player, sender: sender, open: open), ad.id)
    }
}

/// The loaded ads of feeds, by ID.
actor FeedAdStore {
    private var items: [String: AdItem] = [:]
    private var order: [String] = []
    private static let capacity = 512

    func put(_ item: AdItem, as id: String) {
        items[id] = item
        order.append(id)
        if order.count > Self.capacity { items[order.removeFirst()] = nil }
    }

    func item(_ id: String) -> AdItem? { items[id] }
}

/// Requests the ad for a slot from the ad server.
struct FeedAdFinder: FeedAdSupply {
    let inserter: AdInserter
    let store: FeedAdStore

    func ad(for configuration: AdConfiguration, tag: String) async -> FeedAd? {
        guard let item = await inserter.items(tag: tag).first else { return nil }
        var random = SystemRandomNumberGenerator()
        let id = "ad-\(configuration.id)-" + String(random.next(), radix: 36)
        await store.put(item, as: id)
        var ad = FeedAd(id: id, configuration: configuration, address: item.address)
        (ad.title, ad.duration, ad.clickThrough) = (item.ad.title ?? "", item.linear.duration ?? 0, item.linear.clicks.through?.url)
        return ad
    }
}
