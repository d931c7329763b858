// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager
import WindowboxPages

extension StudioRoutes {
    static let library = [
        StudioRoute("videos") { call in
            let search = String((call.query["q"] ?? "").prefix(200))
            let list =
                search.isEmpty ? try await call.page(Video.self) : StudioList(Array(try await call.videos(saying: search).prefix(100)))
            return StudioVideos.page(
                list, search: search, channels: try await call.all(VideoChannel.self), at: call.now,
                mayWrite: call.may("videos:write"), mayUpload: call.may(Administrator.draftScope), poster: call.address)
        },
        StudioRoute("videos/{id}") { call in try await call.video() },
        StudioRoute("videos/{id}/captions") { call in try await call.captions() },
        StudioRoute("upload") { call in
            try call.require(Administrator.draftScope)
            return StudioUpload.page(channels: try await call.ownChannels(), mayPublish: call.may("videos:write"))
        },
        StudioRoute("channels") { call in
            StudioChannels.page(try await call.page(VideoChannel.self), mayWrite: call.may("channels:write"))
        },
        StudioRoute("channels/new") { call in
            try call.require("channels:write")
            return StudioChannels.page(nil as VideoChannel?, mayWrite: true)
        },
        StudioRoute("channels/{id}") { call in
            StudioChannels.page(try await call.one(VideoChannel.self), mayWrite: call.may("channels:write"))
        },
        StudioRoute("playlists") { call in
            StudioPlaylists.page(try await call.page(Playlist.self), mayWrite: call.may("playlists:write"))
        },
        StudioRoute("playlists/new") { call in
            try call.require("playlists:write")
            return StudioPlaylists.page(nil, channels: try await call.ownChannels(), videos: [], mayWrite: true, poster: call.address)
        },
        StudioRoute("playlists/{id}") { call in
            let playlist = try await call.one(Playlist.self)
            return StudioPlaylists.page(
                playlist, channels: try await call.ownChannels(), videos: try await call.videos(playlist.items.map(\.videoID)),
                mayWrite: call.may("playlists:write"), poster: call.address)
        },
        StudioRoute("groups") { call in
            StudioPlaylists.page(try await call.page(PlaylistGroup.self), mayWrite: call.may("playlists:write"))
        },
        StudioRoute("groups/new") { call in
            try call.require("playlists:write")
            return StudioPlaylists.page(nil, playlists: [], mayWrite: true)
        },
        StudioRoute("groups/{id}") { call in
            StudioPlaylists.page(
                try await call.one(PlaylistGroup.self), playlists: try await call.all(Playlist.self, limit: 1000),
                mayWrite: call.may("playlists:write"))
        },
        StudioRoute("hashtags") { call in try await call.hashtags() },
    ]
}

extension StudioContext {
    fileprivate func video() async throws -> StudioPage {
        let video = try await one(Video.self)
        let channel = try await catalogue.resources.find(VideoChannel.self, id: video.channelID)
        return StudioVideo(
            video, channel: channel?.name ?? video.channelID, products: try await products(video.products),
            mayWrite: try await mayChange(video), mayPublish: may("videos:write"), poster: video.posterURL.map(address),
            previewURL: video.status == .ready || video.status == .archived ? video.hlsURL.map(address) : nil, watch: "/watch/\(video.id)",
            at: now, hasFigures: may("insights:read")
        ).page
    }

    fileprivate func captions() async throws -> StudioPage {
        let video = try await one(Video.self)
        let language = query["lang"] ?? ""
        guard SentCaptions.isLanguage(language) else { throw APIError(.notFound, "Choose a language code such as en or pt-BR.") }
        let subtitle = video.subtitles.first { $0.language.lowercased() == language.lowercased() }
        return StudioCaptions(
            video, language: subtitle?.language ?? language, isNew: subtitle == nil, isAutomatic: subtitle?.isAutomatic == true,
            mayWrite: try await mayChange(video), previewURL: video.hlsURL.map(address)
        ).page
    }

    /// The given videos that belong to the business.
    fileprivate func videos(_ ids: [String]) async throws -> [Video] {
        let own = Set(try await Video.parents(of: administrator.businessID, in: catalogue))
        return try await catalogue.resources.find(Video.self, ids: Array(Set(ids))).filter { own.contains($0.channelID) }
    }

    func products(_ ids: [String]) async throws -> [Product] {
        let own = Set(try await Product.parents(of: administrator.businessID, in: catalogue))
        return try await catalogue.resources.find(Product.self, ids: Array(Set(ids))).filter { own.contains($0.storeID) }
    }

    /// The channels for a form, even if the client may not read all their details.
    func ownChannels() async throws -> [VideoChannel] {
        try await catalogue.resources.list(
            VideoChannel.self, parent: administrator.businessID, before: nil, since: nil, limit: 500)
    }

    /// The first videos of a feed for a hashtag expression.
    fileprivate func hashtags() async throws -> StudioPage {
        try require("videos:read")
        let channels = try await ownChannels()
        let channel = query["channel"] ?? channels.first?.id ?? ""
        guard let expression = query["filter"], !expression.isEmpty else {
            return StudioHashtags.page(expression: "", channel: channel, channels: channels, found: nil, hasMore: false, fault: nil)
        }
        do {
            guard channels.contains(where: { $0.id == channel }) else { throw APIError(.notFound, "Choose one of your channels.") }
            // An anonymous viewer: nothing was seen, and nothing is stored.
            let viewer = Viewer(guestID: "studio", appID: "", country: nil, tracking: .none)
            let request = FeedRequest(source: .hashtag(channel: channel, filter: expression), pageSize: 50)
            let feed = try await catalogue.feeds.makeFeed(request, for: viewer, at: now)
            let videos = feed.items.compactMap(\.video).map { video in
                var video = video
                video.posterURL = video.posterURL.map(address)
                return video
            }
            return StudioHashtags.page(
                expression: expression, channel: channel, channels: channels, found: videos, hasMore: feed.next != nil, fault: nil)
        } catch let error as APIError {
            return StudioHashtags.page(
                expression: expression, channel: channel, channels: channels, found: nil, hasMore: false, fault: error)
        }
    }
}
