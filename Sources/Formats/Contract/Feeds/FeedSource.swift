// SPDX-License-Identifier: Apache-2.0

/// The source of a feed. Which other members are used depends on ``type``.
public struct FeedSource: Codable, Hashable, Sendable {
    /// The kind of source.
    public var type: FeedType
    /// The id of the channel; for all types with a channel.
    public var channelID: String?
    /// The id of the playlist; for `playlist`.
    public var playlistID: String?
    /// The id of the playlist group; for `playlist_group`.
    public var groupID: String?
    /// Targeting values, by viewer attribute.
    public var parameters: [String: [String]]?
    /// A hashtag expression.
    public var filter: String?
    /// The ids of products; for `sku`.
    public var productIDs: [String]?
    /// The id of a video or a live stream.
    public var contentID: String?
    /// A VAST document to use instead of the app's ads; for `video_ads`.
    public var vastXML: String?
    /// The id of the channel that the ads are attributed to; for `video_ads`.
    public var adChannelID: String?

    /// Creates a source without its other members, which the type may require.
    public init(type: FeedType) { self.type = type }

    /// The service's recommendations for the viewer.
    public static let discover = FeedSource(type: .discover)

    /// The videos of the channels that the viewer follows.
    public static let following = FeedSource(type: .following)

    /// - Parameter isPersonal: whether seen videos are left out and similar ones follow; otherwise all videos of the channel, newest first.
    public static func channel(_ id: String, isPersonal: Bool = true) -> FeedSource {
        var source = FeedSource(type: isPersonal ? .channelPersonalized : .channel)
        source.channelID = id
        return source
    }

    /// A playlist of a channel, in its own order.
    public static func playlist(_ id: String, channel: String) -> FeedSource {
        var source = FeedSource(type: .playlist)
        (source.playlistID, source.channelID) = (id, channel)
        return source
    }

    /// The playlists of a group.
    public static func playlistGroup(_ id: String) -> FeedSource {
        var source = FeedSource(type: .playlistGroup)
        source.groupID = id
        return source
    }

    /// The content of a channel for an audience. Values of one attribute are alternatives, and all attributes must match.
    public static func dynamic(channel: String, parameters: [String: [String]]) -> FeedSource {
        var source = FeedSource(type: .dynamic)
        (source.channelID, source.parameters) = (channel, parameters)
        return source
    }

    /// The videos of a channel whose hashtags match an expression.
    public static func hashtag(channel: String, filter: String) -> FeedSource {
        var source = FeedSource(type: .hashtag)
        (source.channelID, source.filter) = (channel, filter)
        return source
    }

    /// The videos of a channel that show at least one of these products.
    public static func sku(channel: String, productIDs: [String]) -> FeedSource {
        var source = FeedSource(type: .sku)
        (source.channelID, source.productIDs) = (channel, productIDs)
        return source
    }

    /// A video or a live stream, by its id.
    public static func single(_ id: String) -> FeedSource {
        var source = FeedSource(type: .single)
        source.contentID = id
        return source
    }

    enum CodingKeys: String, CodingKey {
        case type, parameters, filter, channelID = "channel_id", playlistID = "playlist_id", groupID = "group_id"
        case productIDs = "product_ids", contentID = "content_id", vastXML = "vast_xml", adChannelID = "ad_channel_id"
    }
}

/// The type of a feed, with the names used in share links.
public struct FeedType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service's recommendations for the viewer.
    public static let discover = Self(rawValue: "discover")
    /// Unseen videos of a channel, then videos similar to those seen.
    public static let channelPersonalized = Self(rawValue: "channel_personalized")
    /// All videos of a channel, newest first.
    public static let channel = Self(rawValue: "channel")
    /// A playlist of a channel.
    public static let playlist = Self(rawValue: "playlist")
    /// The playlists of a group.
    public static let playlistGroup = Self(rawValue: "playlist_group")
    /// The content of a channel for an audience.
    public static let dynamic = Self(rawValue: "dynamic")
    /// The videos of a channel whose hashtags match an expression.
    public static let hashtag = Self(rawValue: "hashtag")
    /// The videos of a channel that show certain products.
    public static let sku = Self(rawValue: "sku")
    /// One video or live stream.
    public static let single = Self(rawValue: "single")
    /// The videos of the channels that the viewer follows, newest first.
    public static let following = Self(rawValue: "following")
    /// Only ads.
    public static let videoAds = Self(rawValue: "video_ads")
    public static let known: [Self] = [
        discover, channelPersonalized, channel, playlist, playlistGroup, dynamic, hashtag, sku, single, following,
        videoAds,
    ]
}
