// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// All public requests for a business `b1` whose texts contain "Secret" and whose media are in unique locations.
///
/// The requests are compared with the contract, so that a new route can't be forgotten.
struct PublicRoutes: Sendable {
    struct Question: Sendable {
        /// The route's operation in the contract; nil for pages and media, which are not part of it.
        var operation: String?
        var path: String
        var method = HTTPMethod.GET
        var json: String?

        /// Whether it is for one video, so that only 404 is correct if that isn't shown.
        var isOfVideo: Bool { operation.map { PublicRoutes.ofVideo.contains($0) } ?? !PublicRoutes.lists.contains(path) }
    }

    static let texts = ["Secret"]
    static let places = ["videos/vs/", "live/l1/", "films/secret"]
    /// Routes that reveal nothing about videos, streams and their resources.
    static let unrelated: Set<String> = [
        "health", "readiness", "metrics", "openAPI", "authenticateGuest", "configuration", "recordEvents", "recordPurchase", "makeCart",
        "readShare",
        "nextAd", "recordAdImpression", "channelFollowers", "followChannel", "unfollowChannel", "exportGuest", "eraseGuest", "setTracking",
        "adminToken",
    ]
    /// Pages that are lists.
    static let lists = ["/", "/?channel=c1", "/search?q=secret", "/rss.xml?channel=c1", "/sitemap.xml"]
    static let ofVideo: Set<String> = [
        "video", "unlockVideo", "videoProducts", "videoInteractions", "videoLikes", "likeVideo", "unlikeVideo", "comments", "writeComment",
        "deleteComment",
        "reportVideo", "reportComment", "enterInteraction", "makeShare", "liveStream", "unlockLiveStream", "liveSocket",
        "joinLiveStream", "leaveLiveStream", "likeLiveStream", "sendMessage", "setUsername", "remind", "calendar",
    ]

    let service: RunningService

    /// Creates a video with everything that can belong to one, and a live stream under another one.
    /// - Parameter files: The folder of media.
    init(_ service: RunningService, files: URL? = nil) async throws {
        self.service = service
        let (resources, now) = (service.catalogue.resources, service.clock.now)
        try await service.addChannel("c1") { $0.name = "Secret channel" }
        try await resources.save(BusinessStore(id: "s1", businessID: "b1", name: "Secret store", currency: "EUR"), at: now)
        try await resources.save(Product(id: "p1", storeID: "s1", externalID: "e1", name: "Secret coat", currency: "EUR"), at: now)
        // Newer videos fill the first page of each feed.
        for number in 0..<2 { try await service.addVideo("open\(number)", ["tag"], minute: number) { $0.products = ["p1"] } }
        try await service.addVideo("vs", ["tag"], minute: 5) { video in
            video.caption = "Secret film"
            video.hlsURL = "/media/videos/vs/m/index.m3u8"
            video.posterURL = "/media/videos/vs/m/poster.jpg"
            video.subtitles = [Subtitle(language: "en", url: "/media/videos/vs/m/en.vtt")]
            (video.products, video.interactions) = (["p1"], ["i1"])
        }
        try await service.addVideo("elsewhere", minute: 6) { ($0.caption, $0.hlsURL) = ("Secret film", "/media/films/secret/index.m3u8") }
        var poll = Interaction(id: "i1", type: .poll, prompt: "Secret question")
        (poll.videoID, poll.state) = ("vs", .active)
        poll.options = [InteractionOption(id: "a", text: "A"), InteractionOption(id: "b", text: "B")]
        try await resources.save(poll, at: now)
        try await service.addLive("l1", .live) { stream in
            stream.title = "Secret show"
            stream.playback.hls = "/media/live/l1/t/index.m3u8"
            stream.primaryURL = "https://origin.example/live/l1/main.m3u8"
            stream.subtitles = [Subtitle(language: "en", url: "/media/live/l1/t/en.vtt")]
            stream.scheduledAt = now
        }
        try await change("v-l1") { $0.caption = "Secret show" }
        var playlist = Playlist(id: "pl1", channelID: "c1", name: "List")
        playlist.items = ["open0", "open1", "vs", "v-l1"].enumerated().map { PlaylistItem(videoID: $1, position: $0) }
        var group = PlaylistGroup(id: "g1", businessID: "b1", name: "Group")
        group.playlistIDs = ["pl1"]
        try await resources.save(playlist, at: now)
        try await resources.save(group, at: now)
        guard let files else { return }
        for file in ["videos/vs/m/index.m3u8", "videos/vs/m/poster.jpg", "live/l1/t/index.m3u8", "films/secret/hd/0.m4s"] {
            let url = files.appending(path: file)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("Secret \(file)".utf8).write(to: url)
        }
    }

    static let videos = ["vs", "elsewhere", "v-l1"]

    func change(_ id: String, _ change: @escaping @Sendable (inout Video) -> Void) async throws {
        _ = try await service.catalogue.resources.update(Video.self, id: id, at: service.clock.now, change)
    }

    private static var sources: [FeedSource] {
        var list = FeedSource(type: .playlist)
        list.playlistID = "pl1"
        var ads = FeedSource(type: .videoAds)
        ads.adChannelID = "c1"
        return [
            .discover, .channel("c1"), .channel("c1", isPersonal: false), list, .playlistGroup("g1"),
            .dynamic(channel: "c1", parameters: [:]),
            .hashtag(channel: "c1", filter: "tag"), .sku(channel: "c1", productIDs: ["p1"]), .single("vs"), .single("l1"), .following, ads,
        ]
    }

    /// - Parameter next: A later page of a feed that was created before.
    func questions(next: String?) throws -> [Question] {
        func ask(_ operation: String?, _ path: String, _ method: HTTPMethod = .GET, _ json: String? = nil) -> Question {
            Question(operation: operation, path: path, method: method, json: json)
        }
        let feeds = try Self.sources.map {
            ask("makeFeed", "/v1/feeds", .POST, try ContractJSON.text(FeedRequest(source: $0, pageSize: 50)))
        }
        let video = [
            ask("video", "/v1/videos/vs"), ask("video", "/v1/videos/v-l1"), ask("videoProducts", "/v1/videos/vs/products"),
            ask("videoInteractions", "/v1/videos/vs/interactions"),
            ask("unlockVideo", "/v1/videos/vs/unlock", .POST, #"{"password":"x"}"#), ask("productVideos", "/v1/products/p1/videos"),
            ask("productVideos", "/v1/products/p1/videos?channel_id=c1"), ask("product", "/v1/products/p1"),
            ask("product", "/v1/products/e1?store_id=s1"), ask("channel", "/v1/channels/c1"), ask("playlist", "/v1/playlists/pl1"),
            ask("playlistGroup", "/v1/playlist_groups/g1"), ask("followedChannels", "/v1/guests/me/follows"),
            ask("composition", "/v1/compositions/urn:windowbox:video:vs"), ask("composition", "/v1/compositions/urn:windowbox:video:v-l1"),
            ask("composition", "/v1/compositions/urn:windowbox:live:l1"),
            ask("searchVideos", "/v1/search?q=secret"), ask("searchVideos", "/v1/search?q=secret&channel_id=c1"),
            ask("makeShare", "/v1/share", .POST, #"{"video_id":"vs"}"#),
            ask("videoLikes", "/v1/videos/vs/likes"), ask("likeVideo", "/v1/videos/vs/likes/me", .PUT),
            ask("unlikeVideo", "/v1/videos/vs/likes/me", .DELETE), ask("comments", "/v1/videos/vs/comments"),
            ask("writeComment", "/v1/videos/vs/comments", .POST, #"{"text":"x"}"#),
            ask("deleteComment", "/v1/videos/vs/comments/none", .DELETE),
            ask("reportVideo", "/v1/videos/vs/reports", .POST, #"{"reason":"spam"}"#),
            ask("reportComment", "/v1/videos/vs/comments/none/reports", .POST, #"{"reason":"spam"}"#),
            ask("enterInteraction", "/v1/videos/vs/interactions/i1/entries", .POST, #"{"option_id":"a"}"#),
        ]
        let live: [(String, String, HTTPMethod, String?)] = [
            ("liveStream", "", .GET, nil), ("unlockLiveStream", "/unlock", .POST, #"{"code":"x"}"#), ("liveSocket", "/socket", .GET, nil),
            ("joinLiveStream", "/join", .POST, nil), ("leaveLiveStream", "/leave", .POST, nil), ("likeLiveStream", "/likes", .POST, nil),
            ("sendMessage", "/messages", .POST, #"{"text":"x"}"#), ("setUsername", "/me", .PATCH, #"{"username":"x"}"#),
            ("remind", "/reminders", .POST, #"{"channel":"ics"}"#), ("calendar", "/calendar.ics", .GET, nil),
        ]
        let address = service.address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let pages = [
            "/", "/?channel=c1", "/search?q=secret", "/rss.xml?channel=c1", "/sitemap.xml", "/watch/vs", "/watch/v-l1", "/watch/l1",
            "/embed/vs", "/embed/l1",
            "/oembed?url=\(address)%2Fwatch%2Fvs",
            "/media/videos/vs/m/index.m3u8", "/media/videos/vs/m/poster.jpg", "/media/live/l1/t/index.m3u8",
            "/media/films/secret/hd/0.m4s",
        ].map { ask(nil, $0) }
        return feeds + [next].compactMap { $0 }.map { ask("feedPage", $0) } + video
            + live.map { ask($0, "/v1/live_streams/l1\($1)", $2, $3) } + pages
    }

    /// A later page, to be requested afterwards.
    func openFeed(_ client: Client) async throws -> String {
        try #require(try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 1)).json(FeedPage.self).next)
    }

    /// The response to each request.
    func replies(to client: Client, next: String?) async throws -> [(question: Question, reply: Reply)] {
        var replies: [(Question, Reply)] = []
        for question in try questions(next: next) {
            let reply =
                question.operation == nil
                ? try await service.get(question.path) : try await client.send(question.method, question.path, json: question.json)
            replies.append((question, reply))
        }
        return replies
    }
}

extension Reply {
    /// The first of the texts that it contains.
    func reported(_ texts: [String]) -> String? { texts.first { text.replacing("\\/", with: "/").contains($0) } }
}
