// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxOrigin
import WindowboxPages

/// `/rss.xml` and `/sitemap.xml`: what feed readers and search engines may find. That is what the pages show to everybody, without what only
/// a business's own apps may show.
struct SyndicationPages: RouteGroup {
    let pages: PageRoutes
    private static let maxInFeed = 50
    private let maps: SiteMapCache
    // Both documents are bounded. Some videos that are read may be hidden.
    private static let (maxInMap, maxRead, maxChannels) = (500, 2000, 1000)

    init(pages: PageRoutes) {
        self.pages = pages
        maps = SiteMapCache(media: pages.catalogue.media)
    }

    var endpoints: [Endpoint] { [Endpoint(page: "/rss.xml", feed), Endpoint(page: "/sitemap.xml", map)] }

    private func feed(_ call: RequestContext) async throws -> Response {
        guard let id = call.query["channel"], OpaqueID.isWellFormed(id) else { throw Audience.nothing }
        let seen = try await PageAudience(pages, call)
        let channel = try await seen.audience.channel(id)
        guard channel.visibility == .everyone else { throw Audience.nothing }
        let request = FeedRequest(source: .channel(id, isPersonal: false), pageSize: Self.maxInFeed)
        let ids = try await pages.catalogue.feeds.makeFeed(request, for: seen.viewer, at: call.now).items.compactMap { $0.video?.id }
        let found = try await pages.catalogue.resources.find(Video.self, ids: ids)
        let items = try await watchable(found, seen.audience).map { video in
            let resolved = pages.addresses.resolved(video, to: call)
            let poster = resolved.posterURL.map { $0.hasPrefix("/") ? pages.base(call) + $0 : $0 }
            return ChannelRSS.Item(
                id: video.id, title: video.caption, summary: video.description, poster: poster,
                published: video.publishedAt.map { httpDate(seconds: Int($0.timeIntervalSince1970)) })
        }
        return Self.document("application/rss+xml", ChannelRSS(channel: channel, base: pages.base(call), items: items).xml)
    }

    private func map(_ call: RequestContext) async throws -> Response {
        let audience = try await PageAudience(pages, call).audience
        let base = pages.base(call)
        let key = SiteMapCache.Key(app: audience.app, base: base, country: audience.country)
        let text = try await maps.text(key, at: call.now) { try await map(of: audience, base: base) }
        return Self.document("application/xml", text)
    }

    private func map(of audience: Audience, base: String) async throws -> SiteMapCache.Made {
        let channels = try await pages.catalogue.resources.list(
            VideoChannel.self, parents: nil, before: nil, since: nil, limit: Self.maxChannels
        ).filter { audience.mayShow($0) && $0.visibility == .everyone }.map(\.id)
        var (videos, last, read) = ([String](), String?.none, 0)
        var ends: Date?
        while !channels.isEmpty, videos.count < Self.maxInMap, read < Self.maxRead {
            let found = try await pages.catalogue.resources.list(
                Video.self, parents: channels, before: last, since: nil, limit: Self.maxInMap)
            guard let end = found.last else { break }
            videos += try await watchable(found, audience).map(\.id)
            let times = found.flatMap { [$0.publishedAt, $0.availableUntil] }.compactMap { $0 }.filter { $0 > audience.now }
            ends = (times + [ends].compactMap { $0 }).min()
            (last, read) = (end.id, read + found.count)
        }
        let shown = Array(videos.prefix(Self.maxInMap))
        return SiteMapCache.Made(text: SiteMap(base: base, channels: channels, videos: shown).xml, ends: ends)
    }

    /// The videos that everybody may watch.
    private func watchable(_ videos: [Video], _ audience: Audience) async throws -> [Video] {
        try await audience.listed(videos).filter { $0.access == .everyone && !$0.regions.isBlocked(in: audience.country) }
    }

    private static func document(_ mediaType: String, _ text: String) -> Response {
        var answer = Response("\(mediaType); charset=utf-8", text: text)
        // Cached copies would still list videos that were taken down.
        answer.fields[.cacheControl] = "no-store"
        answer.packing = .made
        return answer
    }
}
