// SPDX-License-Identifier: Apache-2.0

/// The placement and provider of ads in an app.
public struct AdConfiguration: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var appID: String
    public var placement: AdPlacement
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

public struct AdPlacement: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let feed = Self(rawValue: "feed")
    public static let interstitial = Self(rawValue: "interstitial")
    public static let storyBlock = Self(rawValue: "story_block")
    public static let deck = Self(rawValue: "deck")
    public static let thumbnail = Self(rawValue: "thumbnail")
    public static let known: [Self] = [feed, interstitial, storyBlock, deck, thumbnail]
}

public struct AdProvider: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ima = Self(rawValue: "ima")
    public static let gam = Self(rawValue: "gam")
    public static let vast = Self(rawValue: "vast")
    public static let known: [Self] = [ima, gam, vast]
}
