// SPDX-License-Identifier: Apache-2.0

/// The placement and provider of ads in an app.
public struct AdConfiguration: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the app that shows the ad.
    public var appID: String
    /// Where the ad is shown.
    public var placement: AdPlacement
    /// The kind of ad server.
    public var provider: AdProvider
    /// The URL of a VAST document or an ad server.
    public var tagURL: String
    /// The number of items between two ads.
    public var interval = 0
    /// The maximum number of ads per session; nil is unlimited.
    public var maxPerSession: Int?
    /// Added to the tag URL's query.
    public var vastAttributes: [String: String] = [:]

    public init(id: String, appID: String, placement: AdPlacement, provider: AdProvider, tagURL: String) {
        self.id = id
        self.appID = appID
        self.placement = placement
        self.provider = provider
        self.tagURL = tagURL
    }

    enum CodingKeys: String, CodingKey {
        case id, placement, provider, interval, appID = "app_id", tagURL = "tag_url", maxPerSession = "max_per_session"
        case vastAttributes = "vast_attributes"
    }
}

/// Where ads are shown.
public struct AdPlacement: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Between the items of a feed.
    public static let feed = Self(rawValue: "feed")
    /// Between two videos in the player.
    public static let interstitial = Self(rawValue: "interstitial")
    /// In a story block.
    public static let storyBlock = Self(rawValue: "story_block")
    /// In a player deck.
    public static let deck = Self(rawValue: "deck")
    /// Over a thumbnail.
    public static let thumbnail = Self(rawValue: "thumbnail")
    public static let known: [Self] = [feed, interstitial, storyBlock, deck, thumbnail]
}

/// The kinds of ad servers.
public struct AdProvider: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Google's IMA, whose tags return VAST.
    public static let ima = Self(rawValue: "ima")
    /// Google Ad Manager, whose tags return VAST.
    public static let gam = Self(rawValue: "gam")
    /// Any ad server that returns VAST, or a VAST document.
    public static let vast = Self(rawValue: "vast")
    public static let known: [Self] = [ima, gam, vast]
}
