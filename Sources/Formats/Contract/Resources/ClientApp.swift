// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// An application that shows feeds, known by its id.
public struct ClientApp: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Whose app it is; nil for one of the service itself, which any business may be shown in.
    public var businessID: String?
    public var name: String
    /// Bundle identifiers that may use it; empty: any.
    public var packageIDs: [String] = []
    /// Channels whose videos it may show; empty: all.
    public var allowedChannels: [String] = []
    public var discover = DiscoverConstraints()
    public var adsEnabled = false
    /// Each ad is shown once in a feed.
    public var dedupeDirectAds = false
    public var providers = Providers()
    public var featureFlags: [String: Bool] = [:]
    public var createdAt: Date

    /// What is served by others' networks.
    public struct Providers: Codable, Hashable, Sendable {
        public var lowLatency = false
        public var multiHost = false
        public init() {}
        enum CodingKeys: String, CodingKey { case lowLatency = "low_latency", multiHost = "multi_host" }
    }

    public init(id: String, name: String, createdAt: Date) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, name, discover, providers
        case businessID = "business_id", packageIDs = "package_ids", allowedChannels = "allowed_channels", adsEnabled = "ads_enabled"
        case dedupeDirectAds = "dedupe_direct_ads", featureFlags = "feature_flags", createdAt = "created_at"
    }
}

/// What the videos of an app's `discover` feed must be; nothing set: international content.
public struct DiscoverConstraints: Codable, Hashable, Sendable {
    /// BCP 47, such as `pt-BR`: its language and its region bind like ``language`` and ``country``, where those are not set.
    public var locale: String?
    /// Where a video was uploaded, ISO 3166-1 alpha-2.
    public var country: String?
    /// Spoken, BCP 47.
    public var language: String?
    /// One of these hashtags at least; empty: any.
    public var allowTags: [String] = []
    /// None of these.
    public var rejectTags: [String] = []

    public init() {}

    enum CodingKeys: String, CodingKey { case locale, country, language, allowTags = "allow_tags", rejectTags = "reject_tags" }
}
