// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxOrigin
import WindowboxPages

/// `/rss.xml` and `/sitemap.xml`: what feed readers and search engines may find, which is what the pages show to everybody.
struct SyndicationPages: PageGroup {
    let handler: PageHandler
    /// The newest videos of a channel in its feed, and of all channels for search engines: both are made anew each time.
    private static let (mostInFeed, mostInMap) = (50, 500)
    private static let mostChannels = 1000

    func answer(_ call: PageCall) async throws -> Answer? {
        switch call.path {
        case ["rss.xml"]: return try await feed(call)
        case ["sitemap.xml"]: return try await map(call)
        default: return nil
        }
    }

    private func feed(_ call: PageCall) async throws -> Answer {
        guard let id = call.query["channel"], OpaqueID.isWellFormed(id) else { throw Audience.nothing }
        let audience = try await PageAudience(handler, call).audience
        let channel = try await audience.channel(id)
        let items = try await videos(of: [id], most: Self.mostInFeed, audience).map { video in
            let told = handler.addresses.told(video, to: call)
            let poster = told.posterURL.map { $0.hasPrefix("/") ? handler.base(call) + $0 : $0 }
            return ChannelRSS.Item(
                id: video.id, title: video.caption, summary: video.description, poster: poster,
                published: video.publishedAt.map { httpDate(seconds: Int($0.timeIntervalSince1970)) })
        }
        return Self.document("application/rss+xml", ChannelRSS(channel: channel, base: handler.base(call), items: items).xml)
    }

    private func map(_ call: PageCall) async throws -> Answer {
        let audience = try await PageAudience(handler, call).audience
        let channels = try await handler.catalogue.resources.list(
            VideoChannel.self, parents: nil, before: nil, since: nil, limit: Self.mostChannels
        ).filter(audience.mayShow).map(\.id)
        let videos = channels.isEmpty ? [] : try await videos(of: channels, most: Self.mostInMap, audience).map(\.id)
        return Self.document("application/xml", SiteMap(base: handler.base(call), channels: channels, videos: videos).xml)
    }

    /// The newest that everybody may watch.
    private func videos(of channels: [String], most: Int, _ audience: Audience) async throws -> [Video] {
        let found = try await handler.catalogue.resources.list(Video.self, parents: channels, before: nil, since: nil, limit: most)
        return try await audience.visible(found).filter { $0.access == .everyone && !$0.regions.isBlocked(in: audience.country) }
    }

    private static func document(_ mediaType: String, _ text: String) -> Answer {
        var answer = Answer("\(mediaType); charset=utf-8", text: text)
        answer.fields[.cacheControl] = "no-store"
        answer.packing = .made
        return answer
    }
}
