// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Feed loading") struct FeedLoadingTests {
    private func settings(_ size: Int = 3, limit: Int? = nil, ahead: Int = 1) -> FeedLoading.Settings {
        var settings = FeedLoading.Settings()
        (settings.pageSize, settings.maxVideos, settings.itemsAhead) = (size, limit, ahead)
        return settings
    }

    private func ids(_ loading: FeedLoading) -> [String] { loading.items.compactMap { $0.video?.id ?? $0.playlist?.id } }

    private func loaded(_ settings: FeedLoading.Settings, _ ids: [String], next: String? = "/n") -> FeedLoading {
        var loading = FeedLoading(.channel("c1"), settings: settings)
        _ = loading.handle(.load, at: 0)
        #expect(loading.handle(.page(.sample(ids, next: next), request: 1), at: 0) == [.itemsReplaced, .notify(.loaded)])
        return loading
    }

    @Test("Pages are loaded when the user nears the end, each item once") func paging() {
        var loading = FeedLoading(.channel("c1"), settings: settings())
        #expect(loading.handle(.load, at: 0) == [.makeFeed(FeedRequest(source: .channel("c1"), pageSize: 3), request: 1)])
        #expect(loading.handle(.load, at: 0) == [])
        _ = loading.handle(.page(.sample(["a", "b", "c"], next: "/n1"), request: 1), at: 0)
        #expect(loading.handle(.approach(index: 0), at: 1) == [])
        #expect(loading.handle(.approach(index: 1), at: 1) == [.fetchPage(path: "/n1", request: 2)])
        #expect(loading.handle(.approach(index: 2), at: 1) == [])
        #expect(loading.handle(.page(.sample(["c", "d"], next: nil), request: 2), at: 2) == [.itemsAppended(3..<4)])
        #expect(ids(loading) == ["a", "b", "c", "d"])
        #expect(!loading.hasMore)
        #expect(loading.handle(.approach(index: 3), at: 3) == [])
    }

    @Test("Expired pages are requested again silently, without duplicates") func expiry() {
        var loading = loaded(settings(), ["a", "b", "c"])
        #expect(loading.handle(.approach(index: 2), at: 400) == [.fetchPage(path: "/n", request: 2)])
        let again = loading.handle(.failed(.gone, request: 2), at: 401)
        #expect(again == [.makeFeed(FeedRequest(source: .channel("c1"), pageSize: 3, excludeIDs: ["a", "b", "c"]), request: 3)])
        #expect(loading.handle(.page(.sample(["b", "d"], next: "/m", feed: "f2"), request: 3), at: 402) == [.itemsAppended(3..<4)])
        #expect(ids(loading) == ["a", "b", "c", "d"])
        #expect(loading.sessionID == "f2")
        #expect(loading.result == .loaded)
    }

    @Test("A failure of the service keeps the loaded items, and is retried") func middle() {
        var loading = loaded(settings(), ["a", "b", "c"])
        _ = loading.handle(.approach(index: 2), at: 1)
        #expect(loading.handle(.failed(.dead, request: 2), at: 2) == [.pageFailed(FeedError(.dead))])
        #expect(ids(loading) == ["a", "b", "c"])
        #expect(loading.result == .loaded)
        #expect(loading.problem == FeedError(.dead))
        #expect(loading.handle(.approach(index: 2), at: 3) == [.fetchPage(path: "/n", request: 3)])
        // The error stays until something arrives.
        #expect(loading.problem == FeedError(.dead))
        _ = loading.handle(.page(.sample(["d"]), request: 3), at: 4)
        #expect(ids(loading) == ["a", "b", "c", "d"])
        #expect(loading.problem == nil)
    }

    @Test("A first page without items is an empty feed, not a loaded one") func empty() {
        var loading = FeedLoading(.discover)
        _ = loading.handle(.load, at: 0)
        #expect(loading.handle(.page(.sample([]), request: 1), at: 0) == [.itemsReplaced, .notify(.empty)])
        // Only the first load counts as empty; a further page may be empty.
        var other = loaded(settings(), ["a"])
        _ = other.handle(.approach(index: 0), at: 0)
        #expect(other.handle(.page(.sample([]), request: 2), at: 0) == [.pagesEnded])
        #expect(!other.hasMore)
        #expect(other.result == .loaded)
    }

    @Test("Empty pages are followed until there are items, up to a limit") func hollow() {
        var loading = FeedLoading(.discover)
        _ = loading.handle(.load, at: 0)
        #expect(loading.handle(.page(.sample([], next: "/1"), request: 1), at: 0) == [.itemsReplaced, .fetchPage(path: "/1", request: 2)])
        #expect(loading.handle(.page(.sample(["a"], next: "/2"), request: 2), at: 0) == [.itemsAppended(0..<1), .notify(.loaded)])
        var endless = FeedLoading(.discover)
        var actions = endless.handle(.load, at: 0)
        var turns = 0
        while actions.last != .notify(.empty), turns < 100 {
            turns += 1
            actions = endless.handle(.page(.sample([], next: "/\(turns)"), request: turns), at: 0)
        }
        #expect(turns < 20)
    }

    @Test("Pages that refer to each other without anything new end the feed") func circle() {
        var loading = loaded(settings(), ["a"], next: "/1")
        var actions = loading.handle(.approach(index: 0), at: 0)
        var turns = 0
        while case .fetchPage(let path, let request)? = actions.last, turns < 100 {
            turns += 1
            actions = loading.handle(.page(.sample(["a"], next: path == "/1" ? "/2" : "/1"), request: request), at: 0)
        }
        #expect(turns < 20)
        #expect(actions == [.pagesEnded])
        #expect(!loading.hasMore)
        #expect(ids(loading) == ["a"])
    }

    @Test("No more videos than requested are loaded, whatever the page sizes") func bound() {
        var loading = FeedLoading(.channel("c1"), settings: settings(50, limit: 4))
        #expect(
            loading.handle(.load, at: 0) == [.makeFeed(FeedRequest(source: .channel("c1"), pageSize: 4, maxVideos: 4), request: 1)])
        _ = loading.handle(.page(.sample(["a", "b", "c"], next: "/n"), request: 1), at: 0)
        #expect(loading.handle(.approach(index: 2), at: 0) == [.fetchPage(path: "/n", request: 2)])
        // After an expiry, only the rest is requested.
        let again = loading.handle(.failed(.gone, request: 2), at: 0)
        #expect(
            again == [
                .makeFeed(FeedRequest(source: .channel("c1"), pageSize: 1, maxVideos: 1, excludeIDs: ["a", "b", "c"]), request: 3)
            ])
        _ = loading.handle(.page(.sample(["d", "e"], next: "/m"), request: 3), at: 0)
        #expect(ids(loading) == ["a", "b", "c", "d"])
        #expect(!loading.hasMore)
    }

    @Test("A refresh replaces everything, but not under a full-screen player, and a failed one keeps the items") func refresh() {
        var loading = loaded(settings(), ["a", "b", "c"])
        _ = loading.handle(.playerPresented(true), at: 0)
        #expect(loading.handle(.refresh, at: 0) == [])
        _ = loading.handle(.playerPresented(false), at: 0)
        #expect(loading.handle(.refresh, at: 0) == [.makeFeed(FeedRequest(source: .channel("c1"), pageSize: 3), request: 2)])
        #expect(loading.handle(.failed(.dead, request: 2), at: 0) == [.notify(.failed(FeedError(.dead)))])
        #expect(ids(loading) == ["a", "b", "c"])
        #expect(loading.problem == FeedError(.dead))
        _ = loading.handle(.refresh, at: 0)
        #expect(loading.handle(.page(.sample(["x", "a"], feed: "f2"), request: 3), at: 0) == [.itemsReplaced, .notify(.loaded)])
        #expect(ids(loading) == ["x", "a"])
        #expect(loading.sessionID == "f2")
        #expect(loading.problem == nil)
    }

    @Test("The response to a page before a refresh is ignored") func late() {
        var loading = loaded(settings(), ["a", "b", "c"])
        _ = loading.handle(.approach(index: 2), at: 0)
        _ = loading.handle(.refresh, at: 0)
        #expect(loading.handle(.page(.sample(["d"]), request: 2), at: 0) == [])
        #expect(loading.handle(.failed(.gone, request: 2), at: 0) == [])
        _ = loading.handle(.page(.sample(["x"]), request: 3), at: 0)
        #expect(ids(loading) == ["x"])
    }

    @Test("The service's error about the source is a source error with its position; others can be retried") func errors() {
        let filter = ServiceError(APIError(.invalidFilterExpression, "Wrong.", field: "source.filter", offset: 6))
        let error = FeedError(filter)
        #expect(error.code == .contentSource)
        #expect(error.underlying?.offset == 6)
        #expect(!error.canRetry)
        #expect(FeedError(.dead).code == .unknown)
        #expect(FeedError(.dead).canRetry)
        var loading = FeedLoading(.hashtagPlaylist(channel: "c1", filter: "(and"))
        _ = loading.handle(.load, at: 0)
        #expect(loading.handle(.failed(filter, request: 1), at: 0) == [.notify(.failed(error))])
        // The host may retry once more.
        #expect(loading.handle(.load, at: 0).count == 1)
    }

    @Test("A search has a route of its own, with its pages, and its results have no session") func search() {
        var loading = FeedLoading(.search(words: "coffee", channel: "c1"), settings: settings())
        guard case .fetchResults(let path, 1)? = loading.handle(.load, at: 0).first else {
            Issue.record("no request")
            return
        }
        #expect(path.hasPrefix("/v1/search?q=coffee&channel_id=c1&page_size="))
        var page = FeedPage.sample((1...5).map { "v\($0)" }, next: "/v1/search?q=coffee&cursor=2")
        page.feedID = ""
        _ = loading.handle(.page(page, request: 1), at: 0)
        #expect(loading.items.count == 5)
        #expect(loading.sessionID == nil)
        #expect(loading.handle(.approach(index: 4), at: 0) == [.fetchResults(path: "/v1/search?q=coffee&cursor=2", request: 2)])
        #expect(ContentSource.search(words: "coffee", channel: "c1").channelID == "c1")
        #expect(ContentSource.search(words: "coffee", channel: nil).wire == nil)
    }

    @Test("A widget refuses unsupported sources without a request") func unsupported() {
        var story = FeedLoading(.playlistGroup("g1"), widget: .storyBlock)
        #expect(story.handle(.load, at: 0) == [.notify(.failed(.unsupportedSource))])
        var feed = FeedLoading(.playlistGroup("g1"))
        #expect(feed.handle(.load, at: 0).count == 1)
        var unknown = FeedLoading(.unknownContent)
        #expect(unknown.handle(.load, at: 0) == [.notify(.failed(.unsupportedSource))])
    }

    @Test("Videos seen without tracking are left out of a channel") func seen() {
        var seen = SeenVideos()
        var event = ViewerEvent.sample("e1")
        seen.note(event, channel: "c1")
        (event.videoID, event.isAutoplay, event.progressMS) = ("v2", true, 2999)
        seen.note(event, channel: "c1")
        #expect(seen.videos(ofChannel: "c1") == ["v1"])
        (event.name, event.progressMS) = (.session, 3000)
        seen.note(event, channel: "c1")
        var settings = settings()
        settings.seenVideos = seen.videos(ofChannel: "c1")
        var loading = FeedLoading(.channel("c1"), settings: settings)
        guard case .makeFeed(let request, _)? = loading.handle(.load, at: 0).first else { return #expect(Bool(false)) }
        #expect(request.excludeIDs == ["v1", "v2"])
        #expect(request.maxVideos == nil)
    }

    @Test(
        "Every source converts to the API and back unchanged",
        arguments: [
            ContentSource.discover, .channel("c"), .channelVideos("c"), .channelPlaylist(channel: "c", playlist: "p"), .playlistGroup("g"),
            .dynamicContent(channel: "c", parameters: ["a": ["1", "2"]]), .hashtagPlaylist(channel: "c", filter: "(or a b)"),
            .skuPlaylist(channel: "c", productIDs: ["1"]), .singleContent("v"), .videoAds(adChannel: "c", vastXML: "<VAST/>"),
        ])
    func sources(source: ContentSource) throws {
        let wire = try #require(source.wire)
        try FeedRequest(source: wire).validate()
        #expect(ContentSource(wire) == source)
    }

    @Test("An incomplete source is unknown content") func incomplete() {
        for type in FeedType.known where type != .discover { #expect(ContentSource(FeedSource(type: type)) == .unknownContent) }
        #expect(ContentSource(FeedSource(type: FeedType(rawValue: "hologram"))) == .unknownContent)
    }
}
