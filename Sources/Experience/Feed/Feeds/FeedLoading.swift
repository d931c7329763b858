// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// Loads the items of a feed: page by page, again after a refresh, and transparently when the service's pages have expired.
public struct FeedLoading: Sendable {
    /// How much is loaded, and when.
    public struct Settings: Hashable, Sendable {
        /// Items per page, 1...100; other values are clamped.
        public var pageSize = FeedRequest.defaultPageSize
        /// Maximum number of items in total; nil for no limit.
        public var maxVideos: Int?
        /// The next page is requested when at most this many items follow the current one.
        public var itemsAhead = 4
        /// Videos to exclude because they were seen, for viewers whose history the service may not store.
        public var seenVideos: [String] = []

        public init() {}
    }

    /// What happens to a feed.
    public enum Event: Sendable {
        /// Load the first page, unless it is loaded or being loaded.
        case load
        /// Replaces all items. Ignored while a full-screen player is presented.
        case refresh
        /// A full-screen player was presented, or closed.
        case playerPresented(Bool)
        /// The user is looking at this item; the next page may be due.
        case approach(index: Int)
        /// A page has arrived.
        case page(FeedPage, request: Int)
        /// A request has failed.
        case failed(ServiceError, request: Int)
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Responses carry the request's number; responses to earlier requests are ignored.
        case makeFeed(FeedRequest, request: Int)
        /// Request a further page, at the path that the service has given.
        case fetchPage(path: String, request: Int)
        /// Request a page of search results.
        case fetchResults(path: String, request: Int)
        /// Report the result of the load.
        case notify(FeedLoadResult)
        /// All items have changed: this is the first page of a load or refresh.
        case itemsReplaced
        /// Report that items were added, at these indices.
        case itemsAppended(Range<Int>)
        /// A further page failed to load; it is requested again when the user next gets near the end.
        case pageFailed(FeedError)
        /// The last pages had nothing new: no more items follow those that are there.
        case pagesEnded
    }

    /// What is known about further pages.
    private struct Pages: Hashable, Sendable {
        /// The path of the next one.
        var next: String?
        /// Consecutive empty ones.
        var emptyCount = 0
        /// The first page was empty but refers to a next page, so there is no result yet.
        var isResultPending = false
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case first(request: Int)
        case ready
        case page(request: Int)
        /// The pages have expired: the source is requested again, without the items that are already there.
        case restart(request: Int)
        case failed
    }

    /// Where the items come from.
    public let source: ContentSource
    /// The kind of widget, which the service adapts the feed to.
    public let widget: FeedWidget
    /// Changes take effect with the next request.
    public var settings: Settings
    /// Including ads.
    public private(set) var items: [FeedItem] = []
    /// Ads for upcoming positions, by the index of the service's item that they follow.
    public var ads: [Int: FeedItem] = [:]
    /// The service's items, without ads.
    public private(set) var itemCount = 0
    /// Whether the feed contains videos or playlists.
    public private(set) var kind: FeedItemKind = .video
    /// The service's session ID of this feed, for events and share links; nil before the first page.
    public private(set) var sessionID: String?
    /// The result of the last load; nil before the first one.
    public private(set) var result: FeedLoadResult?
    /// Why loading more or refreshing failed while there are items; nil after a success.
    public private(set) var problem: FeedError?
    private var pages = Pages()
    private var phase = Phase.idle
    private var lastRequest = 0
    private var isPlayerPresented = false
    private var known: Set<String> = []
    /// After this many consecutive empty pages, the feed counts as ended.
    private static let maxEmptyPages = 8

    /// Creates a feed that loads nothing yet.
    public init(_ source: ContentSource, widget: FeedWidget = .videoFeed, settings: Settings = Settings()) {
        self.source = source
        self.widget = widget
        self.settings = settings
    }

    /// Whether more items may follow the last one.
    public var hasMore: Bool {
        switch phase {
        case .idle, .first, .failed: false
        case .ready, .page, .restart: pages.next != nil && !isFull
        }
    }
    /// Whether a request is in progress.
    public var isLoading: Bool {
        switch phase {
        case .first, .page, .restart: true
        case .idle, .ready, .failed: false
        }
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .load:
            // A second load joins the first.
            guard phase == .idle || phase == .failed else { return [] }
            return begin()
        case .refresh:
            guard !isPlayerPresented else { return [] }
            return begin()
        case .playerPresented(let isPresented):
            isPlayerPresented = isPresented
            return []
        case .approach(let index):
            guard phase == .ready, !isFull, let next = pages.next, index >= items.count - 1 - settings.itemsAhead else { return [] }
            let request = number()
            phase = .page(request: request)
            return [fetch(next, request)]
        case .page(let page, let request): return received(page, request)
        case .failed(let error, let request): return fail(error, request)
        }
    }

    private var isFull: Bool { settings.maxVideos.map { itemCount >= $0 } ?? false }

    private mutating func number() -> Int {
        lastRequest += 1
        return lastRequest
    }

    private func request(excluding excluded: ArraySlice<String> = []) -> FeedRequest? {
        guard source.isShown(in: widget), let wire = source.wire else { return nil }
        let ids = Array((settings.seenVideos + excluded).suffix(FeedRequest.maxExcluded))
        let pages = FeedRequest.pageSizes
        let held = excluded.isEmpty ? 0 : itemCount
        let rest = settings.maxVideos.map { max(1, $0 - held) }
        let size = min(max(settings.pageSize, pages.lowerBound), min(pages.upperBound, rest ?? .max))
        return FeedRequest(source: wire, pageSize: size, maxVideos: rest, excludeIDs: ids.isEmpty ? nil : ids)
    }

    private func fetch(_ path: String, _ request: Int) -> Action {
        if case .search = source { .fetchResults(path: path, request: request) } else { .fetchPage(path: path, request: request) }
    }

    private mutating func begin() -> [Action] {
        if case .search(let words, let channel) = source {
            let size = min(max(settings.pageSize, FeedRequest.pageSizes.lowerBound), FeedRequest.pageSizes.upperBound)
            let request = number()
            phase = .first(request: request)
            return [fetch(ServiceCall.search(words, channel: channel, pageSize: size).path, request)]
        }
        guard let request = request() else {
            (phase, result) = (.failed, .failed(.unsupportedSource))
            return [.notify(.failed(.unsupportedSource))]
        }
        let number = number()
        phase = .first(request: number)
        return [.makeFeed(request, request: number)]
    }

    private mutating func received(_ page: FeedPage, _ request: Int) -> [Action] {
        switch phase {
        case .first(request):
            problem = nil
            (items, known, kind, sessionID, itemCount) = ([], [], page.type, page.feedID.isEmpty ? nil : page.feedID, 0)
            pages = Pages(next: page.next, isResultPending: true)
            append(page.items)
            phase = .ready
            return [.itemsReplaced] + continueLoading(wasEmpty: items.isEmpty)
        case .page(request), .restart(request):
            problem = nil
            let start = items.count
            if case .restart = phase { sessionID = page.feedID }
            // A page that links to itself would be requested forever.
            pages.next = page.next == pages.next ? nil : page.next
            append(page.items)
            phase = .ready
            let appended: [Action] = items.count > start ? [.itemsAppended(start..<items.count)] : []
            return appended + continueLoading(wasEmpty: items.count == start)
        default: return []
        }
    }

    /// Continues after a page: requests the next one immediately if this one was empty, and reports the result once it is certain.
    private mutating func continueLoading(wasEmpty: Bool) -> [Action] {
        pages.emptyCount = wasEmpty ? pages.emptyCount + 1 : 0
        if pages.emptyCount >= Self.maxEmptyPages { pages.next = nil }
        if wasEmpty, let next = pages.next, !isFull {
            let request = number()
            phase = .page(request: request)
            return [fetch(next, request)]
        }
        if pages.isResultPending { return conclude(items.isEmpty ? .empty : .loaded) }
        return wasEmpty ? [.pagesEnded] : []
    }

    private mutating func conclude(_ result: FeedLoadResult) -> [Action] {
        pages.isResultPending = false
        self.result = result
        return [.notify(result)]
    }

    private mutating func append(_ new: [FeedItem]) {
        for item in new where !isFull {
            // Skip item kinds introduced by newer services.
            guard let id = item.video?.id ?? item.playlist?.id, known.insert(id).inserted else { continue }
            items.append(item)
            if let ad = ads.removeValue(forKey: itemCount) { items.append(ad) }
            itemCount += 1
        }
    }

    private mutating func fail(_ error: ServiceError, _ request: Int) -> [Action] {
        switch phase {
        case .first(request):
            // A failed refresh keeps the existing items.
            phase = items.isEmpty ? .failed : .ready
            problem = items.isEmpty ? nil : FeedError(error, of: source)
            return conclude(.failed(FeedError(error, of: source)))
        case .page(request):
            if error.apiCode == .feedExpired || error.apiCode == .invalidCursor,
                let again = self.request(excluding: items.filter { !$0.isAd }.compactMap { $0.video?.id }.suffix(FeedRequest.maxExcluded))
            {
                let number = number()
                phase = .restart(request: number)
                return [.makeFeed(again, request: number)]
            }
            return pageFailed(error)
        case .restart(request): return pageFailed(error)
        default: return []
        }
    }

    private mutating func pageFailed(_ error: ServiceError) -> [Action] {
        phase = items.isEmpty ? .failed : .ready
        problem = items.isEmpty ? nil : FeedError(error, of: source)
        return pages.isResultPending ? conclude(.failed(FeedError(error, of: source))) : [.pageFailed(FeedError(error, of: source))]
    }
}
