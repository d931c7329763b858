// SPDX-License-Identifier: Apache-2.0

/// The source of a feed. Which other members are used depends on ``type``.
public struct FeedSource: Codable, Hashable, Sendable {
    public var type: FeedType
    public var channelID: String?
    public var playlistID: String?
    public var groupID: String?
    /// Targeting values, by viewer attribute.
    public var parameters: [String: [String]]?
    /// A hashtag expression.
    public var filter: String?
    public var productIDs: [String]?
    /// The id of a video or a live stream.
    public var contentID: String?
    public var vastXML: String?
    public var adChannelID: String?

    public init(type: FeedType) { self.type = type }

    public static let discover = FeedSource(type: .discover)

    public static func channel(_ id: String, isPersonal: Bool = true) -> FeedSource {
        var source = FeedSource(type: isPersonal ? .channelPersonalized : .channel)
        source.channelID = id
        return source
    }

    public static func playlist(_ id: String, channel: String) -> FeedSource {
        var source = FeedSource(type: .playlist)
        (source.playlistID, source.channelID) = (id, channel)
        return source
    }

    public static func playlistGroup(_ id: String) -> FeedSource {
        var source = FeedSource(type: .playlistGroup)
        source.groupID = id
        return source
    }

    public static func dynamic(channel: String, parameters: [String: [String]]) -> FeedSource {
        var source = FeedSource(type: .dynamic)
        (source.channelID, source.parameters) = (channel, parameters)
        return source
    }

    public static func hashtag(channel: String, filter: String) -> FeedSource {
        var source = FeedSource(type: .hashtag)
        (source.channelID, source.filter) = (channel, filter)
        return source
    }

    public static func sku(channel: String, productIDs: [String]) -> FeedSource {
        var source = FeedSource(type: .sku)
        (source.channelID, source.productIDs) = (channel, productIDs)
        return source
    }

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

    public static let discover = Self(rawValue: "discover")
    /// Unseen videos of a channel, then videos similar to those seen.
    public static let channelPersonalized = Self(rawValue: "channel_personalized")
    /// All videos of a channel, newest first.
    public static let channel = Self(rawValue: "channel")
    public static let playlist = Self(rawValue: "playlist")
    public static let playlistGroup = Self(rawValue: "playlist_group")
    public static let dynamic = Self(rawValue: "dynamic")
    public static let hashtag = Self(rawValue: "hashtag")
    public static let sku = Self(rawValue: "sku")
    public static let single = Self(rawValue: "single")
    public static let videoAds = Self(rawValue: "video_ads")
    public static let known: [Self] = [
        discover, channelPersonalized, channel, playlist, playlistGroup, dynamic, hashtag, sku, single, videoAds,
    ]
}
