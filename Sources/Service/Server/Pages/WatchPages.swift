// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxMedia
import WindowboxPages

/// `/watch/{id}` and `/embed/{id}`: a video or a live stream with its player.
struct WatchPages: RouteGroup {
    let pages: PageRoutes
    /// The number of following videos.
    private static let maxItems = 12

    var endpoints: [Endpoint] {
        [
            Endpoint(page: "/watch/{id}") { call in try await answer(call, isEmbedded: false) },
            // The slug is ignored.
            Endpoint(page: "/watch/{id}/{slug}") { call in try await answer(call, isEmbedded: false) },
            Endpoint(page: "/embed/{id}") { call in try await answer(call, isEmbedded: true) },
        ]
    }

    private func answer(_ call: RequestContext, isEmbedded: Bool) async throws -> Response {
        let id = call.path["id"]
        if let token = call.query["fwplayer"].flatMap({ ShareToken($0) }), token.videoID == id {
            let words = call.target.path.split(separator: "/").compactMap { FormText.decoded($0, plusIsSpace: false) }
            let path = words.map { PercentEncoding.encoded($0) }.joined(separator: "/")
            return PageRoutes.redirect(to: SourceQuery.address("/\(path)", SourceQuery.text(token.source)))
        }
        let seen = try await PageAudience(pages, call)
        let (video, stream, isBlocked) = try await found(id, seen)
        let isLocked = stream?.isLocked ?? video.isProtected
        let shown = isLocked || isBlocked ? video.withoutMedia : video
        var page = WatchPage(language: call.language, video: pages.addresses.resolved(shown, to: call))
        page.stream = try await stream.asyncMap { try await presented(isBlocked ? $0.withoutMedia : $0, call) }
        page.trailer = try await trailer(of: stream, seen).map { pages.addresses.resolved($0, to: call) }
        (page.isBlocked, page.isLocked) = (isBlocked, isLocked)
        let resources = pages.catalogue.resources
        // What the hosts haven't shown yet must not be in the document either.
        let unshown = Set(stream?.products.filter(\.hidden).map(\.productID) ?? [])
        let named = video.products + (stream?.products.map(\.productID).filter { !video.products.contains($0) } ?? [])
        let products = named.filter { !unshown.contains($0) }
        page.shop.products = try await resources.find(Product.self, ids: products).filter { !$0.hidden }.map {
            pages.addresses.resolved($0, to: call)
        }
        let stores = try await resources.find(BusinessStore.self, ids: Set(page.shop.products.map(\.storeID)).sorted())
        page.shop.terms.checkouts = stores.filter { $0.checkoutURL != nil && $0.checkoutKey != nil }.map(\.id)
        // Orders go to the app's business, so only its own stores may ask.
        page.shop.terms.contacts = stores.filter { $0.needsContact && $0.businessID == seen.app.businessID }.map(\.id)
        page.interactions = try await interactions(of: video, stream, isLocked: isLocked)
        page.channel = try await resources.find(VideoChannel.self, id: video.channelID)
        if !isEmbedded, !isBlocked { page.reactions = try await reactions(to: video, stream, page.channel) }
        (page.isEmbedded, page.base, page.app, page.package) = (isEmbedded, pages.base(call), seen.app.id, PageRoutes.package)
        page.source = SourceQuery.source({ call.query[$0] }, parameters: call.query.parameters)
        // A single video has no successors.
        if page.source.type == .single { page.source = .discover }
        page.following = try await following(page.source, after: video.id, call, seen)
        return PageRoutes.page(try page.html(), policy: pages.policy(isEmbeddable: isEmbedded))
    }

    /// Finds a video by its id or by the id of the live stream that is shown under it.
    private func found(_ id: String, _ seen: PageAudience) async throws -> (Video, LiveStream?, isBlocked: Bool) {
        let resources = pages.catalogue.resources
        var found = try await resources.find(Video.self, id: id)
        var stream = try await resources.liveStream(ofVideo: id)
        if found == nil, let named = try await resources.find(LiveStream.self, id: id) {
            found = try await resources.find(Video.self, id: named.videoID)
            stream = named
        }
        guard let found, let video = try await seen.audience.visible([found]).first else { throw Audience.nothing }
        return (video, stream, video.regions.isBlocked(in: seen.audience.country))
    }

    /// What viewers can take part in without a code or a password. With it, the page's script asks for the others.
    private func interactions(of video: Video, _ stream: LiveStream?, isLocked: Bool) async throws -> [Interaction] {
        if isLocked, stream == nil { return [] }
        return try await video.ownInteractions(in: pages.catalogue).filter {
            $0.state == .active && (!isLocked || $0.liveStreamID == nil)
        }
    }

    private func reactions(to video: Video, _ stream: LiveStream?, _ channel: VideoChannel?) async throws -> WatchReactions {
        // During a live stream, viewers chat and send hearts.
        let isOver = stream.map { $0.status == .replay || $0.status == .completed } ?? true
        let likes: Int? = stream == nil ? try await pages.catalogue.moderation.likes(of: video.id, guest: PageAudience.guest).count : nil
        let business = try await channel.asyncMap { try await pages.catalogue.resources.find(Business.self, id: $0.businessID) }
        let rules = (business ?? nil)?.comments ?? CommentSettings()
        return WatchReactions(likes: likes, hasComments: isOver && stream?.isLocked != true && !video.isProtected, isOpen: rules.isOpen)
    }

    /// The stream as viewers see it, without the URLs of a locked stream.
    private func presented(_ stream: LiveStream, _ call: RequestContext) async throws -> LiveStream {
        var visible = stream.forViewers(isUnlocked: false)
        if let counts = try await pages.catalogue.live.counts(of: [stream.id], at: call.now)[stream.id] {
            (visible.viewers, visible.likes) = (counts.viewers, counts.likes)
        }
        visible.playback.webRTC = nil
        return pages.addresses.resolved(visible, to: call)
    }

    /// The video shown before a stream begins.
    private func trailer(of stream: LiveStream?, _ seen: PageAudience) async throws -> Video? {
        guard let stream, stream.status == .idle, let id = stream.trailerVideoID,
            let found = try await pages.catalogue.resources.find(Video.self, id: id),
            let trailer = try await seen.audience.visible([found]).first, !trailer.regions.isBlocked(in: seen.audience.country),
            !trailer.isProtected
        else { return nil }
        return trailer
    }

    /// The videos that follow in the feed; its first ones if the video isn't among its first page.
    private func following(_ source: FeedSource, after id: String, _ call: RequestContext, _ seen: PageAudience) async throws -> [FeedItem]
    {
        do {
            let request = FeedRequest(source: source, pageSize: 50)
            let items = try await pages.catalogue.feeds.makeFeed(request, for: seen.viewer, at: call.now).items.filter { $0.video != nil }
            let number = items.firstIndex { $0.video?.id == id }.map { $0 + 1 } ?? 0
            let next = (items[number...] + items[..<number]).filter { $0.video?.id != id }
            return next.prefix(Self.maxItems).map { pages.addresses.resolved($0, to: call) }
        } catch let error as APIError where error.code.status < 500 { return [] }
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Result>(_ change: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await change(self)
    }
}
