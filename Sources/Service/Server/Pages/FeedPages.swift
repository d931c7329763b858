// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// `/` and `/embed/feed`: a feed of any source, with its first page in the document.
struct FeedPages: RouteGroup {
    let pages: PageRoutes
    private static let pageSize = 24

    var endpoints: [Endpoint] {
        [
            Endpoint(page: "/") { call in try await answer(call, isEmbedded: false) },
            Endpoint(page: "/embed/feed") { call in try await answer(call, isEmbedded: true) },
        ]
    }

    private func answer(_ call: RequestContext, isEmbedded: Bool) async throws -> Response {
        // A shared link opens the video in the feed that it was found in.
        if let text = call.query["fwplayer"] {
            guard let token = ShareToken(text), OpaqueID.isWellFormed(token.videoID) else { return PageRoutes.missing(call.language) }
            return PageRoutes.redirect(to: SourceQuery.address("/watch/\(token.videoID)", SourceQuery.text(token.source)))
        }
        let seen = try await PageAudience(pages, call)
        var source = SourceQuery.source({ call.query[$0] }, parameters: call.query.parameters)
        if source.type == .hashtag || source.type == .sku, source.channelID == nil { source.channelID = try await onlyChannel(seen) }
        var page = BrowsePage(language: call.language, source: source)
        (page.isEmbedded, page.base, page.app, page.package) = (isEmbedded, pages.base(call), seen.app.id, PageRoutes.package)
        var status = 200
        do {
            // The page's script asks as the viewer's own guest, who is not known here.
            if source.type != .following {
                let feedPage = try await requestedPage(source, call, seen)
                page.items = feedPage.items.map { pages.addresses.resolved($0, to: call) }
                page.next = feedPage.next.map {
                    address(SignedCursor(next: $0, of: feedPage.feedID, tokenSigner: pages.tokenSigner), isEmbedded: isEmbedded, source)
                }
            }
            page.name = try await name(of: source, seen)
        } catch let error as APIError where error.code.status < 500 {
            (page.fault, status) = (error.error.message, error.code.status)
            page.place = error.code == .invalidFilterExpression ? source.filter.flatMap { error.place(in: $0) } : nil
        }
        return PageRoutes.page(try page.html(), status: status, policy: pages.policy(isEmbeddable: isEmbedded))
    }

    /// The page that a "next" link leads to, or the first page if the feed has expired.
    private func requestedPage(_ source: FeedSource, _ call: RequestContext, _ seen: PageAudience) async throws -> FeedPage {
        if let feed = call.query["feed"], let cursor = call.query["cursor"], OpaqueID.isWellFormed(feed) {
            do {
                let position = try SignedCursor(cursor, of: feed, tokenSigner: pages.tokenSigner).position
                return try await pages.catalogue.feeds.page(of: feed, cursor: position, for: seen.viewer, at: call.now)
            } catch let error as APIError where error.code == .feedExpired || error.code == .notFound || error.code == .invalidCursor {}
        }
        let request = FeedRequest(source: source, pageSize: Self.pageSize)
        return try await pages.catalogue.feeds.makeFeed(request, for: seen.viewer, at: call.now)
    }

    private func address(_ cursor: SignedCursor, isEmbedded: Bool, _ source: FeedSource) -> String {
        let text = cursor.path.split(separator: "=").last.map(String.init) ?? ""
        let query = [SourceQuery.text(source), "feed=\(cursor.feed)", "cursor=\(text)"].filter { !$0.isEmpty }.joined(separator: "&")
        return "\(isEmbedded ? "/embed/feed" : "/")?\(query)"
    }

    private func name(of source: FeedSource, _ seen: PageAudience) async throws -> String? {
        let resources = pages.catalogue.resources
        if let id = source.playlistID { return try await resources.find(Playlist.self, id: id)?.name }
        if let id = source.groupID { return try await resources.find(PlaylistGroup.self, id: id)?.name }
        guard source.filter == nil, let id = source.channelID else { return nil }
        return try await seen.audience.channel(id).name
    }

    /// The only channel, if there is just one, so that nobody needs to name it.
    private func onlyChannel(_ seen: PageAudience) async throws -> String? {
        let found = try await pages.catalogue.resources.list(VideoChannel.self, parents: nil, before: nil, since: nil, limit: 1000)
        let open = found.filter(seen.audience.mayShow)
        return open.count == 1 ? open[0].id : nil
    }
}

extension QueryValues {
    /// Values whose names begin with `p.`, by the rest of the name.
    var parameters: [String: String] {
        Dictionary(uniqueKeysWithValues: all.filter { $0.key.hasPrefix("p.") }.map { (String($0.key.dropFirst(2)), $0.value) })
    }
}
