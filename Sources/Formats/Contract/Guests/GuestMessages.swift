// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

public struct GuestRequest: Codable, Hashable, Sendable {
    public var appID: String
    /// Identifies an existing guest; nil creates a new one.
    public var deviceID: String?
    public var packageID: String
    /// The secret returned when this device's guest was created. Without it, a token allows watching but neither reading nor erasing stored
    /// data, because a device id is no secret.
    public var guestSecret: String?

    public init(appID: String, deviceID: String? = nil, packageID: String, guestSecret: String? = nil) {
        self.appID = appID
        self.deviceID = deviceID
        self.packageID = packageID
        self.guestSecret = guestSecret
    }

    enum CodingKeys: String, CodingKey {
        case appID = "app_id", deviceID = "device_id", packageID = "package_id", guestSecret = "guest_secret"
    }
}

public struct GuestToken: Codable, Hashable, Sendable {
    public var guestID: String
    public var accessToken: String
    /// Seconds.
    public var expiresIn: Int
    /// Returned only when the guest is created. The device stores it and sends it with later token requests.
    public var guestSecret: String?

    public init(guestID: String, accessToken: String, expiresIn: Int, guestSecret: String? = nil) {
        self.guestID = guestID
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.guestSecret = guestSecret
    }

    enum CodingKeys: String, CodingKey {
        case guestID = "guest_id", accessToken = "access_token", expiresIn = "expires_in", guestSecret = "guest_secret"
    }
}

public struct TrackingRequest: Codable, Hashable, Sendable {
    public var tracking: TrackingLevel
    public init(tracking: TrackingLevel) { self.tracking = tracking }
}

/// A viewer, identified only by an id.
public struct Guest: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var appID: String
    public var deviceID: String?
    public var tracking: TrackingLevel = .all
    public var createdAt: Date

    public init(id: String, appID: String, deviceID: String? = nil, createdAt: Date) {
        self.id = id
        self.appID = appID
        self.deviceID = deviceID
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey { case id, tracking, appID = "app_id", deviceID = "device_id", createdAt = "created_at" }
}

/// The configuration an app loads when it starts.
public struct AppConfiguration: Codable, Hashable, Sendable {
    public var featureFlags: [String: Bool]
    public var adConfigs: [AdConfiguration]
    /// Whether each ad is shown once per feed; nil from older services means no.
    public var dedupeDirectAds: Bool?
    public var providers: ClientApp.Providers
    public var privacy: [String: JSONValue]
    public var languages: [String]

    public init(featureFlags: [String: Bool], adConfigs: [AdConfiguration], providers: ClientApp.Providers, languages: [String]) {
        self.featureFlags = featureFlags
        self.adConfigs = adConfigs
        self.providers = providers
        privacy = [:]
        self.languages = languages
    }

    enum CodingKeys: String, CodingKey {
        case providers, privacy, languages, featureFlags = "feature_flags", adConfigs = "ad_configs", dedupeDirectAds = "dedupe_direct_ads"
    }
}

public struct ShareRequest: Codable, Hashable, Sendable {
    public var feedID: String?
    public var videoID: String
    public var baseURL: String?

    public init(feedID: String? = nil, videoID: String, baseURL: String? = nil) {
        self.feedID = feedID
        self.videoID = videoID
        self.baseURL = baseURL
    }

    enum CodingKeys: String, CodingKey { case feedID = "feed_id", videoID = "video_id", baseURL = "base_url" }
}

public struct ShareAnswer: Codable, Hashable, Sendable {
    public var url: String
    public var token: String

    public init(url: String, token: String) {
        self.url = url
        self.token = token
    }
}

public struct AdAnswer: Codable, Hashable, Sendable {
    public var ad: AdConfiguration?
    public init(ad: AdConfiguration?) { self.ad = ad }
}
