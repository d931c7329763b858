// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxAdMarkup
public import WindowboxAdPlayback
import WindowboxContract
public import WindowboxFeed
import WindowboxPlayer

/// Finds the ads that a feed is to have, and tells of them while they play: to the ad servers, and to the service.
///
/// Give it to `FeedSDK.adSupply` before feeds are loaded, and let it ``follow(_:)`` each playback.
@MainActor @Observable public final class FeedAdvertising {
    /// The ad that is looked at; nil while none is.
    public private(set) var current: ItemAds?

    @ObservationIgnored private let sender: BeaconSender
    @ObservationIgnored private let shelf = FeedAdShelf()
    @ObservationIgnored private let inserter: AdInserter
    @ObservationIgnored private let open: @MainActor (String) -> Bool
    @ObservationIgnored private var following: Task<Void, Never>?
    /// Each showing is told of once, however often somebody comes back to it.
    @ObservationIgnored private var told: Set<String> = []
    /// Which of them ``current`` is.
    @ObservationIgnored private var place: String?

    /// - Parameters:
    ///   - inserter: asks the ad servers.
    ///   - sender: tells them.
    ///   - open: leads to an ad's page; false where it can't.
    public init(_ inserter: AdInserter = AdInserter(), sender: BeaconSender, open: @escaping @MainActor (String) -> Bool = { _ in false }) {
        (self.inserter, self.sender, self.open) = (inserter, sender, open)
    }

    isolated deinit { following?.cancel() }

    /// For `FeedSDK.adSupply`.
    public var supply: any FeedAdSupply { FeedAdFinder(inserter: inserter, shelf: shelf) }

    /// Tells of the ads that a feed's playback comes to, until it is closed or another one is followed.
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
                // Told before playing moves on, so that its end is not taken for its being left.
                case .notice(.finishedAd, let details): if details.videoID == self.place { self.current?.end() }
                case .dismissed, .itemsReplaced: self.leave()
                case .notice, .firstPicture, .waitedInVain: break
                }
            }
        }
    }

    private func leave() {
        current?.leave()
        (current, place) = (nil, nil)
    }

    private func moved(to index: Int, in playback: FeedPlayback) async {
        leave()
        guard let ad = playback.feed.ad(at: index), !told.contains(ad.id), let item = await shelf.item(ad.id),
            let player = playback.player(at: index)
        else { return }
        told.insert(ad.id)
        let sdk = playback.feed.sdk
        Task { [service = sdk.service] in
            // Its own count is the service's matter; the ad plays all the same.
            _ = try? await service.send(ServiceCall<NoContent>.adShown(ad.configuration.id))
        }
        // The service counts by itself; others are told only where the host wants that.
        guard sdk.settings.isExternalAdTrackingEnabled else { return }
        (current, place) = (ItemAds(item, place: ad.id, on: player, sender: sender, open: open), ad.id)
    }
}

/// What was found of the ads that stand in feeds.
actor FeedAdShelf {
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

/// Asks the ad server of a place.
struct FeedAdFinder: FeedAdSupply {
    let inserter: AdInserter
    let shelf: FeedAdShelf

    func ad(for configuration: AdConfiguration, tag: String) async -> FeedAd? {
        guard let item = await inserter.items(tag: tag).first else { return nil }
        var random = SystemRandomNumberGenerator()
        let id = "ad-\(configuration.id)-" + String(random.next(), radix: 36)
        await shelf.put(item, as: id)
        var ad = FeedAd(id: id, configuration: configuration, address: item.address)
        (ad.title, ad.duration, ad.clickThrough) = (item.ad.title ?? "", item.linear.duration ?? 0, item.linear.clicks.through?.url)
        return ad
    }
}
