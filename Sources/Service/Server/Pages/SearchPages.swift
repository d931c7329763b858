// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract
import WindowboxMedia
import WindowboxPages

/// `/search`: the videos that have some words, with the first of them in the document.
struct SearchPages: RouteGroup {
    let pages: PageRoutes
    private static let pageSize = 24
    /// A page of results may be empty although another one follows.
    private static let maxTries = 3

    var endpoints: [Endpoint] { [Endpoint(page: "/search", answer).limited(by: .searches)] }

    private func answer(_ call: RequestContext) async throws -> Response {
        let seen = try await PageAudience(pages, call)
        let terms = SearchTerms(words: String((call.query["q"] ?? "").prefix(SearchQuery.longest)))
        var page = BrowsePage(language: call.language, source: .discover)
        page.search = terms.words
        (page.base, page.app, page.package) = (pages.base(call), seen.app.id, PageRoutes.package)
        do {
            var (found, next) = try await seen.audience.search(
                terms, after: call.query["cursor"], size: Self.pageSize, pages.searchCursors)
            for _ in 1..<Self.maxTries where found.isEmpty {
                guard let cursor = next else { break }
                (found, next) = try await seen.audience.search(terms, after: cursor, size: Self.pageSize, pages.searchCursors)
            }
            page.items = try await items(found, call)
            page.next = next.map { "\(BrowsePage.path(searching: terms.words))&cursor=\(PercentEncoding.encoded($0))" }
            page.nextFound = next.map {
                APIRoute.path("searchVideos", query: ["q": terms.words, "page_size": String(Self.pageSize), "cursor": $0])
            }
        } catch let error as APIError where error.code == .invalidCursor {
            return PageRoutes.redirect(to: BrowsePage.path(searching: terms.words))
        }
        return PageRoutes.page(try page.html(), policy: pages.policy(isEmbeddable: false))
    }

    /// As in a feed: without those whose live stream can't be read, because it may have an access code.
    private func items(_ videos: [Video], _ call: RequestContext) async throws -> [FeedItem] {
        let links = try await pages.catalogue.resources.liveStreams(ofVideos: videos.map(\.id))
        return videos.filter { links.damaged[$0.id] == nil }.map { video in
            let shown = FeedVideo(video, stream: links.streams[video.id], trailer: nil, country: call.origin.country)
            return pages.addresses.resolved(.video(shown, reason: .discover), to: call)
        }
    }
}
