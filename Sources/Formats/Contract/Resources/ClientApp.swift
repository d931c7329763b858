// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// An application that shows feeds.
public struct ClientApp: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The owner; nil for an app of the service itself, which may show all businesses.
    public var businessID: String?
    /// The name for display.
    public var name: String
    /// Bundle identifiers allowed to use it; empty allows any.
    public var packageIDs: [String] = []
    /// Ids of channels it may show; empty allows all.
    public var allowedChannels: [String] = []
    /// What the app's recommendations are limited to.
    public var discover = DiscoverConstraints()
    /// Whether feeds show ads.
    public var adsEnabled = false
    /// Whether each ad is shown once per feed.
    public var dedupeDirectAds = false
    /// The third-party features that are on.
    public var providers = Providers()
    /// Flags by name; the meaning is up to the app.
    public var featureFlags: [String: Bool] = [:]
    /// When the app was created.
    public var createdAt: Date

    /// Features provided by third-party networks.
    public struct Providers: Codable, Hashable, Sendable {
        /// Whether streams with low latency are on.
        public var lowLatency = false
        /// Whether streams with several hosts are on.
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

/// Constraints for an app's `discover` feed; without any, it shows international content.
public struct DiscoverConstraints: Codable, Hashable, Sendable {
    /// BCP 47 tag, such as `pt-BR`: its language and region apply if ``language`` and ``country`` are not set.
    public var locale: String?
    /// The country of upload, ISO 3166-1 alpha-2.
    public var country: String?
    /// The spoken language, BCP 47.
    public var language: String?
    /// At least one of these hashtags is required; empty allows any.
    public var allowTags: [String] = []
    /// None of these hashtags are allowed.
    public var rejectTags: [String] = []
    /// The percentage of viewers, 0...50, who get the newest videos instead of recommendations, to measure the effect of recommendations.
    /// They are the same viewers each time; nil means 0.
    public var controlPercent: Int?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case locale, country, language, allowTags = "allow_tags", rejectTags = "reject_tags", controlPercent = "control_percent"
    }
}
