// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The items of one feed and how they come: page by page, anew after a refresh, and without a word where the service's pages have expired.
public struct FeedLoading: Sendable {
    public struct Settings: Hashable, Sendable {
        /// Items, 1...100; others are clamped.
        public var pageSize = FeedRequest.defaultPageSize
        /// No more items than this altogether; nil: all there are.
        public var maxVideos: Int?
        /// The next page is asked for when no more than this many items follow the one that is looked at.
        public var itemsAhead = 4
        /// Left out: what was seen, where the service may not know of it.
        public var seenVideos: [String] = []

        public init() {}
    }

    public enum Event: Sendable {
        case load
        /// All items are replaced. Heard only while no full-screen player is presented.
        case refresh
        case playerPresented(Bool)
        /// Someone looks at this item; the next page may be due.
        case approach(index: Int)
        case page(FeedPage, request: Int)
        case failed(ServiceError, request: Int)
    }

    public enum Action: Hashable, Sendable {
        /// Answers come back with the request's number; those of a former one do not count.
        case makeFeed(FeedRequest, request: Int)
        case fetchPage(path: String, request: Int)
        case tell(FeedLoadResult)
        /// The items are others: the first page of a load or a refresh.
        case itemsReplaced
        case itemsAppended(Range<Int>)
        /// A further page could not be had; it is asked for again when somebody gets near the end once more.
        case pageFailed(FeedError)
    }

    private enum Phase: Hashable, Sendable {
        case idle
        case first(request: Int)
        case ready
        case page(request: Int)
        /// The pages had expired: the source is asked anew for what is not there yet.
        case restart(request: Int)
        case failed
    }

    public let source: ContentSource
    public let widget: Widget
    /// A change counts from the next request on.
    public var settings: Settings
    /// With the ads among them.
    public private(set) var items: [FeedItem] = []
    /// Ads for places to come: behind which item of the service, from 0.
    public var ads: [Int: FeedItem] = [:]
    /// The service's items, without ads.
    public private(set) var itemCount = 0
    /// Whether it holds videos or playlists.
    public private(set) var kind: FeedItemKind = .video
    /// The service's name of this feed, for events and share links; nil before the first page.
    public private(set) var sessionID: String?
    public private(set) var result: FeedLoadResult?
    /// Why nothing more or nothing newer came, while there are items; nil once something has come.
    public private(set) var trouble: FeedError?
    /// The path of the next page.
    private var next: String?
    private var phase = Phase.idle
    private var lastRequest = 0
    private var isPlayerPresented = false
    private var known: Set<String> = []
    /// The first page had nothing, but said that more follows.
    private var owesResult = false
    private var emptyPages = 0
    /// So many pages without an item are taken for the end.
    private static let mostEmptyPages = 8

    public init(_ source: ContentSource, widget: Widget = .videoFeed, settings: Settings = Settings()) {
        self.source = source
        self.widget = widget
        self.settings = settings
    }

    /// Whether more may come behind the last item.
    public var hasMore: Bool {
        switch phase {
        case .idle, .first, .failed: false
        case .ready, .page, .restart: next != nil && !isFull
        }
    }
    public var isLoading: Bool {
        switch phase {
        case .first, .page, .restart: true
        case .idle, .ready, .failed: false
        }
    }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .load:
            // Who loads twice waits for the first.
            guard phase == .idle || phase == .failed else { return [] }
            return begin()
        case .refresh:
            guard !isPlayerPresented else { return [] }
            return begin()
        case .playerPresented(let isPresented):
            isPlayerPresented = isPresented
            return []
        case .approach(let index):
            guard phase == .ready, !isFull, let next, index >= items.count - 1 - settings.itemsAhead else { return [] }
            let request = number()
            phase = .page(request: request)
            return [.fetchPage(path: next, request: request)]
        case .page(let page, let request): return take(page, request)
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
        let ids = Array((settings.seenVideos + excluded).suffix(FeedRequest.mostExcluded))
        let pages = FeedRequest.pageSizes
        let held = excluded.isEmpty ? 0 : itemCount
        let rest = settings.maxVideos.map { max(1, $0 - held) }
        let size = min(max(settings.pageSize, pages.lowerBound), min(pages.upperBound, rest ?? .max))
        return FeedRequest(source: wire, pageSize: size, maxVideos: rest, excludeIDs: ids.isEmpty ? nil : ids)
    }

    private mutating func begin() -> [Action] {
        guard let request = request() else {
            (phase, result) = (.failed, .failed(.unsupportedSource))
            return [.tell(.failed(.unsupportedSource))]
        }
        let number = number()
        phase = .first(request: number)
        return [.makeFeed(request, request: number)]
    }

    private mutating func take(_ page: FeedPage, _ request: Int) -> [Action] {
        switch phase {
        case .first(request):
            trouble = nil
            (items, known, kind, sessionID, itemCount) = ([], [], page.type, page.feedID, 0)
            (next, emptyPages, owesResult) = (page.next, 0, true)
            append(page.items)
            phase = .ready
            return [.itemsReplaced] + goOn(wasEmpty: items.isEmpty)
        case .page(request), .restart(request):
            trouble = nil
            let start = items.count
            if case .restart = phase { sessionID = page.feedID }
            // A page that leads to itself would be asked for for ever.
            next = page.next == next ? nil : page.next
            append(page.items)
            phase = .ready
            let appended: [Action] = items.count > start ? [.itemsAppended(start..<items.count)] : []
            return appended + goOn(wasEmpty: items.count == start)
        default: return []
        }
    }

    /// Behind a page: the next one at once where this one had nothing, and the result once it is certain.
    private mutating func goOn(wasEmpty: Bool) -> [Action] {
        emptyPages = wasEmpty ? emptyPages + 1 : 0
        if emptyPages >= Self.mostEmptyPages { next = nil }
        if wasEmpty, let next, !isFull {
            let request = number()
            phase = .page(request: request)
            return [.fetchPage(path: next, request: request)]
        }
        return owesResult ? conclude(items.isEmpty ? .empty : .loaded) : []
    }

    private mutating func conclude(_ result: FeedLoadResult) -> [Action] {
        owesResult = false
        self.result = result
        return [.tell(result)]
    }

    private mutating func append(_ new: [FeedItem]) {
        for item in new where !isFull {
            // Kinds of a newer service are passed over.
            guard let id = item.video?.id ?? item.playlist?.id, known.insert(id).inserted else { continue }
            items.append(item)
            if let ad = ads.removeValue(forKey: itemCount) { items.append(ad) }
            itemCount += 1
        }
    }

    private mutating func fail(_ error: ServiceError, _ request: Int) -> [Action] {
        switch phase {
        case .first(request):
            // A refresh that failed leaves what was there.
            phase = items.isEmpty ? .failed : .ready
            trouble = items.isEmpty ? nil : FeedError(error, of: source)
            return conclude(.failed(FeedError(error, of: source)))
        case .page(request):
            if error.apiCode == .feedExpired || error.apiCode == .invalidCursor,
                let again = self.request(excluding: items.filter { !$0.isAd }.compactMap { $0.video?.id }.suffix(FeedRequest.mostExcluded))
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
        trouble = items.isEmpty ? nil : FeedError(error, of: source)
        return owesResult ? conclude(.failed(FeedError(error, of: source))) : [.pageFailed(FeedError(error, of: source))]
    }
}
