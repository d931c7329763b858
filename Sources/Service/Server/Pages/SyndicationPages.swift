// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxOrigin
import WindowboxPages

/// `/rss.xml` and `/sitemap.xml`, for feed readers and search engines. They contain what the pages show to everybody, without videos for a
/// business's own apps only.
struct SyndicationPages: PageGroup {
    let handler: PageHandler
    private static let maximumInFeed = 50
    // Both documents are created for each request, so their sizes are limited. More videos are read than shown, because some may be hidden.
    private static let (maximumInMap, maximumRead, maximumChannels) = (500, 2000, 1000)

    func answer(_ call: PageCall) async throws -> APIResponse? {
        switch call.path {
        case ["rss.xml"]: return try await feed(call)
        case ["sitemap.xml"]: return try await map(call)
        default: return nil
        }
    }

    private func feed(_ call: PageCall) async throws -> APIResponse {
        guard let id = call.query["channel"], OpaqueID.isWellFormed(id) else { throw Audience.nothing }
        let seen = try await PageAudience(handler, call)
        let channel = try await seen.audience.channel(id)
        guard channel.visibility == .everyone else { throw Audience.nothing }
        let request = FeedRequest(source: .channel(id, isPersonal: false), pageSize: Self.maximumInFeed)
        let ids = try await handler.catalogue.feeds.makeFeed(request, for: seen.viewer, at: call.now).items.compactMap { $0.video?.id }
        let found = try await handler.catalogue.resources.find(Video.self, ids: ids)
        let items = try await watchable(found, seen.audience).map { video in
            let told = handler.addresses.resolved(video, to: call)
            let poster = told.posterURL.map { $0.hasPrefix("/") ? handler.base(call) + $0 : $0 }
            return ChannelRSS.Item(
                id: video.id, title: video.caption, summary: video.description, poster: poster,
                published: video.publishedAt.map { httpDate(seconds: Int($0.timeIntervalSince1970)) })
        }
        return Self.document("application/rss+xml", ChannelRSS(channel: channel, base: handler.base(call), items: items).xml)
    }

    private func map(_ call: PageCall) async throws -> APIResponse {
        let audience = try await PageAudience(handler, call).audience
        let channels = try await handler.catalogue.resources.list(
            VideoChannel.self, parents: nil, before: nil, since: nil, limit: Self.maximumChannels
        ).filter { audience.mayShow($0) && $0.visibility == .everyone }.map(\.id)
        var (videos, last, read) = ([String](), String?.none, 0)
        while !channels.isEmpty, videos.count < Self.maximumInMap, read < Self.maximumRead {
            let found = try await handler.catalogue.resources.list(
                Video.self, parents: channels, before: last, since: nil, limit: Self.maximumInMap)
            guard let end = found.last else { break }
            videos += try await watchable(found, audience).map(\.id)
            (last, read) = (end.id, read + found.count)
        }
        let shown = Array(videos.prefix(Self.maximumInMap))
        return Self.document("application/xml", SiteMap(base: handler.base(call), channels: channels, videos: shown).xml)
    }

    /// The videos that anybody may watch on the pages.
    private func watchable(_ videos: [Video], _ audience: Audience) async throws -> [Video] {
        try await audience.visible(videos).filter { $0.access == .everyone && !$0.regions.isBlocked(in: audience.country) }
    }

    private static func document(_ mediaType: String, _ text: String) -> APIResponse {
        var answer = APIResponse("\(mediaType); charset=utf-8", text: text)
        // A cached copy would still list what was taken down.
        answer.fields[.cacheControl] = "no-store"
        answer.packing = .made
        return answer
    }
}
