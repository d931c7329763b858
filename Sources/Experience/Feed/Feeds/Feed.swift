// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
public import WindowboxContract
import WindowboxPlayer

/// A feed as shown by a widget: its items, its loading state and its configuration.
///
/// An empty or failed feed stays that way; create another one, possibly with another source.
@MainActor @Observable public final class Feed: Identifiable {
    /// Identifies this feed in this process; ``FeedSDK/widget(of:)`` finds its widget.
    public nonisolated let feedID: String
    /// Where the items come from; constant.
    public nonisolated let source: ContentSource
    /// The app, the guest and the service.
    public nonisolated let sdk: FeedSDK
    /// The appearance. Changes take effect on assignment; assigning an equal value does nothing.
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
    /// Whether the feed's videos may be shown in picture in picture. Turning it off closes the window.
    public var isPictureInPictureEnabled = false {
        didSet { if !isPictureInPictureEnabled, oldValue { sdk.pictureInPictureLost(feedID) } }
    }
    /// Read when loading starts.
    public var adLoading = AdLoadingConfiguration()

    /// The items loaded so far, with ads among them.
    public private(set) var items: [FeedItem] = []
    /// The result of the last load; nil before the first one.
    public private(set) var loadResult: FeedLoadResult?
    /// Whether a request is in progress.
    public private(set) var isLoading = false
    /// Whether ``loadMore()`` would load further items.
    public private(set) var hasMore = false
    /// Why loading more or refreshing failed while there are items; nil after a success. ``loadMore()`` retries.
    public private(set) var problem: FeedError?
    /// The former name of ``problem``.
    @available(*, deprecated, renamed: "problem") public var trouble: FeedError? { problem }
    /// The service's session ID of this feed; changes with each refresh.
    public private(set) var sessionID: String?

    public nonisolated var id: String { feedID }

    /// An event of the feed.
    public enum Event: Hashable, Sendable {
        /// The first page has loaded or failed.
        case loadFinished(FeedLoadResult)
        /// All items are new, after a load or a refresh.
        case itemsReplaced
        /// Items were added, at these indices.
        case itemsAppended(Range<Int>)
        /// Existing items stay; the page is requested again when the user gets near the end.
        case pageFailed(FeedError)
        /// The last pages had nothing new: no more items follow those that are there.
        case pagesEnded
    }

    /// All events from now on, in order.
    public var events: AsyncStream<Event> { eventListeners.listen() }

    @ObservationIgnored private var loading: FeedLoading
    @ObservationIgnored private var underway: Task<Void, Never>?
    @ObservationIgnored private var ads: FeedAds?
    @ObservationIgnored private var placedAds: [String: FeedAd] = [:]
    @ObservationIgnored private let eventListeners = Broadcast<Event>()

    /// - Parameters:
    ///   - source: the content.
    ///   - configuration: the widget that shows it.
    ///   - sdk: must be initialised before the feed is loaded.
    ///   - settings: page size and limits.
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

    /// Loads the first page. Does nothing if loading has started or finished.
    public func load() { begin(.load) }

    /// Replaces all items. Does nothing while a full-screen player is presented.
    public func refresh() { begin(.refresh) }

    /// Reports that the user is looking at an item, which loads the next page if needed.
    public func approach(_ index: Int) { perform(.approach(index: index)) }

    /// Retries what ``problem`` describes: the next page, or the complete feed if a refresh failed.
    public func loadMore() {
        if case .failed = loadResult { refresh() } else { approach(items.count - 1) }
    }

    /// Reports whether a full-screen player of this feed is presented.
    public func setPlayerPresented(_ isPresented: Bool) { perform(.playerPresented(isPresented)) }

    private func begin(_ event: FeedLoading.Event) {
        do {
            try sdk.checkReady()
            prepareAds(for: event)
            // Videos seen since the feed was created are excluded from a refresh as well.
            if sdk.trackingLevel == .none, case .channel(let channel) = source {
                loading.settings.seenVideos = sdk.seenVideos.videos(ofChannel: channel)
            }
            perform(event)
        } catch {
            let failure = FeedError(.notInitialized, error.description)
            loadResult = .failed(failure)
            eventListeners.send(.loadFinished(.failed(failure)))
        }
    }

    // MARK: Ads

    /// The ad at an index; nil if the item comes from the service.
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
        await ads.waitUntilShowable { sdk.now }
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
        if problem != loading.problem { problem = loading.problem }
        if sessionID != loading.sessionID { sessionID = loading.sessionID }
        for action in actions {
            switch action {
            case .makeFeed(let request, let number): send(.makeFeed(request), number)
            case .fetchPage(let path, let number): send(.feedPage(path), number)
            case .fetchResults(let path, let number): send(.videos(path), number)
            default: if let event = Event(action) { eventListeners.send(event) }
            }
        }
    }

    private func send(_ call: ServiceCall<some FeedAnswer>, _ number: Int) {
        underway?.cancel()
        underway = Task { [weak self, service = sdk.service] in
            let event: FeedLoading.Event
            do throws(ServiceError) {
                let page = try await service.send(call)
                await self?.settleAds()
                event = .page(page.feedPage, request: number)
            } catch { event = .failed(error, request: number) }
            if !Task.isCancelled { self?.perform(event) }
        }
    }

    /// The details reported to the host when an item is clicked; nil for an invalid index.
    public func clickDetails(at index: Int) -> FeedEventDetails? {
        guard items.indices.contains(index) else { return nil }
        return FeedEventDetails(items[index], at: index, source: source, feedID: sessionID)
    }

    /// The common context of all events of a visit to an item; nil for playlists.
    public func reportContext(at index: Int, isAutoplay: Bool = false) -> ReportContext? {
        guard items.indices.contains(index), let video = items[index].video else { return nil }
        var context = ReportContext(widget: loading.widget, video: video, feedID: sessionID, position: index)
        context.isAutoplay = isAutoplay
        if case .storyBlock(let story) = held, story.isCompactModeEnabled { context.isEngaging = false }
        return context
    }
}
