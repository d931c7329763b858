// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Some items of a feed and where the next are.
public struct FeedPage: Codable, Hashable, Sendable {
    public var feedID: String
    public var type: FeedItemKind
    public var items: [FeedItem]
    /// The path of the next page; null at the end.
    public var next: String?
    /// Until then the next page can be asked for.
    public var expiresAt: Date

    public init(feedID: String, type: FeedItemKind, items: [FeedItem], next: String?, expiresAt: Date) {
        self.feedID = feedID
        self.type = type
        self.items = items
        self.next = next
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey { case type, items, next, feedID = "feed_id", expiresAt = "expires_at" }

    // `next` stands there even when it is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(feedID, forKey: .feedID)
        try container.encode(type, forKey: .type)
        try container.encode(items, forKey: .items)
        try container.encode(next, forKey: .next)
        try container.encode(expiresAt, forKey: .expiresAt)
    }
}

/// A video or a playlist, as ``kind`` says.
public struct FeedItem: Codable, Hashable, Sendable {
    public var kind: FeedItemKind
    public var video: FeedVideo?
    /// Why this video is here.
    public var reason: FeedReason?
    public var playlist: FeedPlaylist?

    public static func video(_ video: FeedVideo, reason: FeedReason) -> FeedItem {
        FeedItem(kind: .video, video: video, reason: reason, playlist: nil)
    }

    public static func playlist(_ playlist: FeedPlaylist) -> FeedItem {
        FeedItem(kind: .playlist, video: nil, reason: nil, playlist: playlist)
    }
}

public struct FeedItemKind: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let video = Self(rawValue: "video")
    public static let playlist = Self(rawValue: "playlist")
    public static let known: [Self] = [video, playlist]
}

/// Why a feed has a video.
public struct FeedReason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let unseen = Self(rawValue: "unseen")
    public static let similar = Self(rawValue: "similar")
    public static let playlist = Self(rawValue: "playlist")
    public static let cohort = Self(rawValue: "cohort")
    public static let hashtag = Self(rawValue: "hashtag")
    public static let sku = Self(rawValue: "sku")
    public static let single = Self(rawValue: "single")
    public static let discover = Self(rawValue: "discover")
    public static let ad = Self(rawValue: "ad")
    /// One of all of a channel's videos.
    public static let channel = Self(rawValue: "channel")
    /// Seen before: there is nothing else.
    public static let replay = Self(rawValue: "replay")
    public static let known: [Self] = [unseen, similar, playlist, cohort, hashtag, sku, single, discover, ad, channel, replay]
}

/// A video as feeds show it.
public struct FeedVideo: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var caption: String
    public var posterURL: String?
    /// The poster in its available sizes, smallest first; nil if there is only one.
    public var posters: [Poster]?
    /// A few seconds of it as an animated picture, for thumbnails; nil where there is none, and while it may not be played.
    public var gifURL: String?
    public var durationMS: Int64
    public var type: VideoType
    public var liveStatus: LiveStatus?
    public var isReplay: Bool?
    /// Nil while it may not be played.
    public var hlsURL: String?
    public var subtitles: [Subtitle]
    public var hashtags: [String]
    public var cta: CallToAction?
    public var products: [ProductPlace]
    public var interactions: [String]
    public var badge: String?
    public var aiGenerated: Bool
    /// Who made it elsewhere.
    public var socialAttribution: SocialAttribution?
    /// It may not be played where the viewer is.
    public var regionBlocked: Bool
    /// It needs an access code.
    public var locked: Bool
    /// Of the stream that is shown under this video: what happens beside it is asked for by this id.
    public var liveStreamID: String?

    /// A product and where it stands among the video's.
    public struct ProductPlace: Codable, Hashable, Sendable, Identifiable {
        public var id: String
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
    ///   - stream: the live stream that is shown under this video.
    ///   - trailer: what plays until that stream begins, where it may be shown.
    ///   - country: where the viewer is, ISO 3166-1 alpha-2; nil when that isn't known.
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
        // What plays before the start is another video, with captions of its own.
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
        // Of a stream that is on, it would show something else.
        let shown = trailer ?? video
        gifURL = hlsURL != nil && hlsURL == shown.hlsURL ? shown.gifURL : nil
    }
}

/// A playlist as feeds show it.
public struct FeedPlaylist: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String
    /// Of its first video.
    public var posterURL: String?
    /// Videos that are to be had.
    public var count: Int

    public init(id: String, name: String, posterURL: String?, count: Int) {
        self.id = id
        self.name = name
        self.posterURL = posterURL
        self.count = count
    }

    enum CodingKeys: String, CodingKey { case id, name, count, posterURL = "poster_url" }
}
