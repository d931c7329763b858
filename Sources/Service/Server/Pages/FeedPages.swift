// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// `/` and `/embed/feed`: a feed of any source, with its first page in the document. Without an app, `/` says how to begin.
struct FeedPages: RouteGroup {
    let pages: PageRoutes
    private static let (pageSize, maxStores) = (24, 500)

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
        guard let app = try await pages.shownApp() else {
            // Other pages don't exist then; here, visitors arrive first, and so does the operator.
            if isEmbedded { return PageRoutes.missing(call.language) }
            return PageRoutes.page(SetupPage(language: call.language, hasWrongApp: pages.app != nil).html)
        }
        let seen = PageAudience(app, pages, call)
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
            if source.type == .discover || source.type == .following { try await fill(&page, seen) }
        } catch let error as APIError where error.code.status < 500 {
            (page.fault, status) = (error.error.message, error.code.status)
            page.place = error.code == .invalidFilterExpression ? source.filter.flatMap { error.position(in: $0) } : nil
        }
        return PageRoutes.page(try page.html(), status: status, policy: pages.policy(isEmbeddable: isEmbedded))
    }

    /// What the feed on a phone needs beside the videos: how the app's business sells, and whether it takes comments.
    private func fill(_ page: inout BrowsePage, _ seen: PageAudience) async throws {
        let resources = pages.catalogue.resources
        let stores = try await resources.list(
            BusinessStore.self, parent: seen.app.businessID, before: nil, since: nil, limit: Self.maxStores)
        page.terms.checkouts = stores.filter { $0.checkoutURL != nil && $0.checkoutKey != nil }.map(\.id)
        page.terms.contacts = stores.filter { $0.needsContact && $0.businessID == seen.app.businessID }.map(\.id)
        // An app of the whole service shows videos of several businesses, each with its own rules.
        page.takesComments = true
        if let id = seen.app.businessID {
            page.takesComments = (try await resources.find(Business.self, id: id)?.comments ?? CommentSettings()).isOpen
        }
    }

    /// The page that a "next" link leads to, or the first page if the feed has expired.
    private func requestedPage(_ source: FeedSource, _ call: RequestContext, _ seen: PageAudience) async throws -> FeedPage {
        if let feed = call.query["feed"], let cursor = call.query["cursor"], OpaqueID.isWellFormed(feed) {
            do {
                let position = try SignedCursor(cursor, of: feed, tokenSigner: pages.tokenSigner).position
                // All visitors share the feeds of pages, so the link may be to a feed of another source than the address names.
                guard try await pages.catalogue.feeds.source(of: feed, for: seen.viewer, at: call.now) == source else {
                    throw APIError(.invalidCursor, "The feed has another source.")
                }
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

    /// The name of the source; nil if it has none, or not for this viewer.
    private func name(of source: FeedSource, _ seen: PageAudience) async throws -> String? {
        let resources = pages.catalogue.resources
        if let id = source.playlistID {
            guard let playlist = try await resources.find(Playlist.self, id: id), playlist.isAvailable,
                try await seen.audience.isOpen(channel: playlist.channelID)
            else { return nil }
            return playlist.name
        }
        if let id = source.groupID {
            let group = try await resources.find(PlaylistGroup.self, id: id)
            return group.flatMap { seen.audience.mayShow(business: $0.businessID) ? $0.name : nil }
        }
        guard source.filter == nil, let id = source.channelID else { return nil }
        return try await seen.audience.channel(id).name
    }

    /// The only channel, if there is just one, so that requests don't need to name it.
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
