// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A page of feed items, with the path of the next page.
public struct FeedPage: Codable, Hashable, Sendable {
    /// The id of the feed's session, for events and share links.
    public var feedID: String
    /// The kind of all items.
    public var type: FeedItemKind
    /// The items in order.
    public var items: [FeedItem]
    /// The path of the next page; null on the last page.
    public var next: String?
    /// The time until which the next page can be requested.
    public var expiresAt: Date

    public init(feedID: String, type: FeedItemKind, items: [FeedItem], next: String?, expiresAt: Date) {
        self.feedID = feedID
        self.type = type
        self.items = items
        self.next = next
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey { case type, items, next, feedID = "feed_id", expiresAt = "expires_at" }

    // `next` is always present, even if null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(feedID, forKey: .feedID)
        try container.encode(type, forKey: .type)
        try container.encode(items, forKey: .items)
        try container.encode(next, forKey: .next)
        try container.encode(expiresAt, forKey: .expiresAt)
    }
}

/// A video or a playlist, depending on ``kind``.
public struct FeedItem: Codable, Hashable, Sendable {
    /// Which of the members is used.
    public var kind: FeedItemKind
    /// The video; nil for playlists.
    public var video: FeedVideo?
    /// Why the video is in the feed.
    public var reason: FeedReason?
    /// The playlist; nil for videos.
    public var playlist: FeedPlaylist?
    /// Why the video is recommended; nil unless requested, and for other items.
    public var explanation: FeedExplanation?

    /// An item with a video.
    public static func video(_ video: FeedVideo, reason: FeedReason, explanation: FeedExplanation? = nil) -> FeedItem {
        FeedItem(kind: .video, video: video, reason: reason, playlist: nil, explanation: explanation)
    }

    /// An item with a playlist.
    public static func playlist(_ playlist: FeedPlaylist) -> FeedItem {
        FeedItem(kind: .playlist, video: nil, reason: nil, playlist: playlist)
    }
}

/// Why a video is recommended to a viewer. It describes the viewer, not other people, so it has no figures.
public struct FeedExplanation: Codable, Hashable, Sendable {
    /// The reasons for the recommendation, most important first.
    public var factors: [FeedFactor]
    /// The video's hashtags that this viewer likes more than others do, most liked first.
    public var hashtags: [String]

    public init(factors: [FeedFactor], hashtags: [String]) {
        self.factors = factors
        self.hashtags = hashtags
    }
}

/// A reason for a recommendation.
public struct FeedFactor: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The viewer likes its hashtags.
    public static let hashtags = Self(rawValue: "hashtags")
    /// The viewer likes its channel.
    public static let channel = Self(rawValue: "channel")
    /// Its viewers watched more of it than usual.
    public static let popular = Self(rawValue: "popular")
    /// It was published in the last week.
    public static let new = Self(rawValue: "new")
    /// Few viewers have seen it, so it is shown to some to find out who likes it.
    public static let exploration = Self(rawValue: "exploration")
    public static let known: [Self] = [hashtags, channel, popular, new, exploration]
}

/// The kinds of feed items.
public struct FeedItemKind: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A video or a live stream.
    public static let video = Self(rawValue: "video")
    /// A playlist.
    public static let playlist = Self(rawValue: "playlist")
    public static let known: [Self] = [video, playlist]
}

/// Why a video is in a feed.
public struct FeedReason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The viewer hasn't seen it.
    public static let unseen = Self(rawValue: "unseen")
    /// It is similar to what the viewer has seen.
    public static let similar = Self(rawValue: "similar")
    /// It is in the requested playlist.
    public static let playlist = Self(rawValue: "playlist")
    /// It is meant for a group that the viewer belongs to.
    public static let cohort = Self(rawValue: "cohort")
    /// Its hashtags match.
    public static let hashtag = Self(rawValue: "hashtag")
    /// It shows one of the products.
    public static let sku = Self(rawValue: "sku")
    /// It was requested by its id.
    public static let single = Self(rawValue: "single")
    /// The service recommends it.
    public static let discover = Self(rawValue: "discover")
    /// It is an ad.
    public static let ad = Self(rawValue: "ad")
    /// From a list of all videos of a channel.
    public static let channel = Self(rawValue: "channel")
    /// From a channel that the viewer follows.
    public static let following = Self(rawValue: "following")
    /// Seen before; shown because nothing else is left.
    public static let replay = Self(rawValue: "replay")
    public static let known: [Self] = [unseen, similar, playlist, cohort, hashtag, sku, single, discover, ad, channel, following, replay]
}

/// A video as it appears in feeds.
public struct FeedVideo: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The caption; may be empty.
    public var caption: String
    /// The URL of the poster; nil if there is none.
    public var posterURL: String?
    /// The poster in its available sizes, smallest first; nil if there is only one.
    public var posters: [Poster]?
    /// A short animated GIF for thumbnails; nil if there is none, or if the video may not be played.
    public var gifURL: String?
    /// Milliseconds; 0 if unknown and for live streams.
    public var durationMS: Int64
    /// Whether it is a video, a live stream or an ad.
    public var type: VideoType
    /// The status of a live stream; nil for other videos.
    public var liveStatus: LiveStatus?
    /// Whether it is the recording of a live stream; nil means no.
    public var isReplay: Bool?
    /// nil if the video may not be played.
    public var hlsURL: String?
    /// Subtitle files, besides those in the stream.
    public var subtitles: [Subtitle]
    /// Hashtags without `#`.
    public var hashtags: [String]
    /// The call-to-action button; nil for none.
    public var cta: CallToAction?
    /// The products in the video, in order.
    public var products: [ProductPlace]
    /// The ids of its polls and questions.
    public var interactions: [String]
    /// A label over the video; nil for none.
    public var badge: String?
    /// Whether it was made with generative AI. This is shown to viewers.
    public var aiGenerated: Bool
    /// The original creator on another platform.
    public var socialAttribution: SocialAttribution?
    /// Whether the viewer's region is blocked.
    public var regionBlocked: Bool
    /// Whether an access code is required.
    public var locked: Bool
    /// The id of the live stream shown under this video, for its chat and other live data.
    public var liveStreamID: String?

    /// A product and its position among the video's products.
    public struct ProductPlace: Codable, Hashable, Sendable, Identifiable {
        public var id: String
        /// The index among the video's products, from 0.
        public var position: Int

        public init(id: String, position: Int) {
            self.id = id
            self.position = position
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, caption, posters, type, subtitles, hashtags, cta, products, interactions, badge, locked
        case posterURL = "poster_url", durationMS = "duration_ms", liveStatus = "live_status", isReplay = "is_replay", hlsURL = "hls_url"
        case gifURL = "gif_url"
        case aiGenerated = "ai_generated", regionBlocked = "region_blocked", liveStreamID = "live_stream_id"
        case socialAttribution = "social_attribution"
    }

    /// - Parameters:
    ///   - stream: The live stream shown under this video.
    ///   - trailer: The video played until the stream starts, if it may be shown.
    ///   - country: The viewer's country, ISO 3166-1 alpha-2; nil if unknown.
    public init(_ video: Video, stream: LiveStream? = nil, trailer: Video? = nil, country: String? = nil) {
        id = video.id
        caption = video.caption
        posterURL = video.posterURL ?? stream?.posterURL
        let sizes = video.posterSizes
        posters = sizes.isEmpty ? nil : sizes
        durationMS = video.durationMS
        type = stream == nil ? video.type : .liveStream
        liveStatus = stream?.status
        isReplay = stream.map { $0.status == .replay }
        hashtags = video.hashtags
        cta = video.cta
        products = video.products.enumerated().map { ProductPlace(id: $1, position: $0) }
        interactions = video.interactions
        badge = video.badge
        aiGenerated = video.aiGenerated
        socialAttribution = video.socialAttribution
        regionBlocked = video.regions.isBlocked(in: country)
        locked = stream?.isLocked ?? false
        liveStreamID = stream?.id
        let isClosed = regionBlocked || locked
        // The trailer is a different video, with its own subtitles.
        let trailer = stream?.status == .idle ? trailer.flatMap { $0.regions.isBlocked(in: country) ? nil : $0 } : nil
        let own = stream?.subtitles ?? []
        subtitles = isClosed ? [] : trailer?.subtitles ?? (own.isEmpty ? video.subtitles : own)
        let address: String? =
            switch stream?.status {
            case .live?, .paused?: stream?.playback.lowLatencyHLS ?? stream?.playback.hls ?? video.hlsURL
            case .replay?: stream?.replay?.url ?? video.hlsURL
            case .idle?: trailer?.hlsURL ?? video.hlsURL
            default: video.hlsURL
            }
        hlsURL = isClosed ? nil : address
        // During a live stream, the GIF would show something else.
        let shown = trailer ?? video
        gifURL = hlsURL != nil && hlsURL == shown.hlsURL ? shown.gifURL : nil
    }
}

/// A playlist as it appears in feeds.
public struct FeedPlaylist: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The name for display.
    public var name: String
    /// The poster of its first video.
    public var posterURL: String?
    /// The number of available videos.
    public var count: Int

    public init(id: String, name: String, posterURL: String?, count: Int) {
        self.id = id
        self.name = name
        self.posterURL = posterURL
        self.count = count
    }

    enum CodingKeys: String, CodingKey { case id, name, count, posterURL = "poster_url" }
}
