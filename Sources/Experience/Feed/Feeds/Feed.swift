// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
public import WindowboxContract
import WindowboxPlayer

/// One feed, as a widget shows it: its items, how they are loaded, and how they look.
///
/// An empty or failed feed stays so; make another one, perhaps with another source.
@MainActor @Observable public final class Feed: Identifiable {
    /// Names this feed in this program; ``FeedSDK/widget(of:)`` finds its widget.
    public nonisolated let feedID: String
    public nonisolated let source: ContentSource
    public nonisolated let sdk: FeedSDK
    /// How it looks. Nothing changes until it is assigned, and nothing when an equal one is.
    public var configuration: WidgetConfiguration {
        get {
            access(keyPath: \.configuration)
            return held
        }
        set {
            guard !newValue.isSame(as: held) else { return }
            withMutation(keyPath: \.configuration) { held = newValue }
        }
    }
    @ObservationIgnored private var held: WidgetConfiguration
    public var isPictureInPictureEnabled = false {
        didSet { if !isPictureInPictureEnabled, oldValue { sdk.pictureInPictureLost(feedID) } }
    }
    /// Read when the feed is loaded.
    public var adLoading = AdLoadingConfiguration()

    public private(set) var items: [FeedItem] = []
    public private(set) var loadResult: FeedLoadResult?
    public private(set) var isLoading = false
    public private(set) var hasMore = false
    /// Why nothing more or nothing newer came, while there are items; nil once something has come. ``loadMore()`` tries again.
    public private(set) var trouble: FeedError?
    /// The service's name of this feed; another one after each refresh.
    public private(set) var sessionID: String?

    public nonisolated var id: String { feedID }

    /// What happens to the feed.
    public enum Event: Hashable, Sendable {
        case loadFinished(FeedLoadResult)
        case itemsReplaced
        case itemsAppended(Range<Int>)
        /// What is there stays; the page is asked for again when somebody gets near the end.
        case pageFailed(FeedError)
    }

    /// What happens from now on, in order.
    public var events: AsyncStream<Event> { happenings.listen() }

    @ObservationIgnored private var loading: FeedLoading
    @ObservationIgnored private var underway: Task<Void, Never>?
    @ObservationIgnored private var ads: FeedAds?
    @ObservationIgnored private var placedAds: [String: FeedAd] = [:]
    @ObservationIgnored private let happenings = Broadcast<Event>()

    /// - Parameters:
    ///   - source: what it is made of.
    ///   - configuration: what shows it.
    ///   - sdk: initialised before the feed is loaded.
    ///   - settings: pages and bounds.
    public init(
        _ source: ContentSource = .discover, configuration: WidgetConfiguration = .videoFeed(), sdk: FeedSDK,
        settings: FeedLoading.Settings = .init()
    ) {
        feedID = UUID().uuidString
        (self.source, self.sdk, held) = (source, sdk, configuration)
        loading = FeedLoading(source, widget: configuration.widget, settings: settings)
        sdk.register(self)
    }

    isolated deinit { underway?.cancel() }

    /// Loads the first page. Does nothing while that is under way, or done.
    public func load() { begin(.load) }

    /// Replaces all items. Does nothing while a full-screen player is presented.
    public func refresh() { begin(.refresh) }

    /// Somebody looks at this item: the next page is loaded when it is due.
    public func approach(_ index: Int) { perform(.approach(index: index)) }

    /// Tries again what ``trouble`` tells of: the next page, or all anew where that was what failed.
    public func loadMore() {
        if case .failed = loadResult { refresh() } else { approach(items.count - 1) }
    }

    /// A full-screen player of this feed is shown, or no longer.
    public func setPlayerPresented(_ isPresented: Bool) { perform(.playerPresented(isPresented)) }

    private func begin(_ event: FeedLoading.Event) {
        do {
            try sdk.checkReady()
            prepareAds(for: event)
            // What was seen since the feed was made is left out of a refresh, too.
            if sdk.trackingLevel == .none, case .channel(let channel) = source {
                loading.settings.seenVideos = sdk.seenVideos.videos(ofChannel: channel)
            }
            perform(event)
        } catch {
            let failure = FeedError(.notInitialized, error.description)
            loadResult = .failed(failure)
            happenings.send(.loadFinished(.failed(failure)))
        }
    }

    // MARK: Ads

    /// The ad that an item is; nil for the service's own items.
    public func ad(at index: Int) -> FeedAd? {
        guard items.indices.contains(index), items[index].isAd else { return nil }
        return items[index].video.flatMap { placedAds[$0.id] }
    }

    private func prepareAds(for event: FeedLoading.Event) {
        if case .load = event, loading.result != nil { return }
        guard !loading.isLoading else { return }
        if let ads {
            ads.restart()
        } else if let supply = sdk.adSupply, let configured = sdk.configuration?.adConfigs, !configured.isEmpty {
            let schedule = AdSchedule(
                configured, widget: loading.widget, isInterstitial: loading.widget == .player,
                dedupes: sdk.configuration?.dedupeDirectAds ?? false)
            ads = FeedAds(schedule, adLoading, supply)
        }
        ads?.prepare(behind: 0..<loading.settings.pageSize)
    }

    private func settleAds() async {
        guard let ads else { return }
        await ads.settle { sdk.now }
        for ad in ads.found.values { placedAds[ad.id] = ad }
        loading.ads = ads.found.mapValues(\.item)
    }

    private func perform(_ event: FeedLoading.Event) {
        let actions = loading.handle(event, at: sdk.now)
        if case .page = event { ads?.prepare(behind: loading.itemCount..<loading.itemCount + loading.settings.pageSize) }
        if items != loading.items { items = loading.items }
        if loadResult != loading.result { loadResult = loading.result }
        if isLoading != loading.isLoading { isLoading = loading.isLoading }
        if hasMore != loading.hasMore { hasMore = loading.hasMore }
        if trouble != loading.trouble { trouble = loading.trouble }
        if sessionID != loading.sessionID { sessionID = loading.sessionID }
        for action in actions {
            switch action {
            case .makeFeed(let request, let number): ask(.makeFeed(request), number)
            case .fetchPage(let path, let number): ask(.feedPage(path), number)
            case .tell(let result): happenings.send(.loadFinished(result))
            case .itemsReplaced: happenings.send(.itemsReplaced)
            case .itemsAppended(let range): happenings.send(.itemsAppended(range))
            case .pageFailed(let error): happenings.send(.pageFailed(error))
            }
        }
    }

    private func ask(_ call: ServiceCall<FeedPage>, _ number: Int) {
        underway?.cancel()
        underway = Task { [weak self, service = sdk.service] in
            let event: FeedLoading.Event
            do throws(ServiceError) {
                let page = try await service.send(call)
                await self?.settleAds()
                event = .page(page, request: number)
            } catch { event = .failed(error, request: number) }
            if !Task.isCancelled { self?.perform(event) }
        }
    }

    /// What the host is told of a click on an item; nil where there is none.
    public func clickDetails(at index: Int) -> FeedEventDetails? {
        guard items.indices.contains(index) else { return nil }
        return FeedEventDetails(items[index], at: index, source: source, feedID: sessionID)
    }

    /// What events of a visit to an item have in common; nil for playlists.
    public func reportContext(at index: Int, isAutoplay: Bool = false) -> ReportContext? {
        guard items.indices.contains(index), let video = items[index].video else { return nil }
        var context = ReportContext(widget: loading.widget, video: video, feedID: sessionID, position: index)
        context.isAutoplay = isAutoplay
        if case .storyBlock(let story) = held, story.isCompactModeEnabled { context.isEngaging = false }
        return context
    }
}
