// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Becomes a guest of an app, or returns as one.
public struct GuestRequest: Codable, Hashable, Sendable {
    /// The id of the app.
    public var appID: String
    /// Identifies an existing guest; nil creates a new one.
    public var deviceID: String?
    /// The bundle identifier of the program, which the app must allow.
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

/// The service's answer to a ``GuestRequest``.
public struct GuestToken: Codable, Hashable, Sendable {
    /// The id of the guest.
    public var guestID: String
    /// Sent with each request in the header `Authorization: Bearer …`.
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

/// Sets what the service may store about a guest.
public struct TrackingRequest: Codable, Hashable, Sendable {
    /// What may be stored from now on.
    public var tracking: TrackingLevel
    public init(tracking: TrackingLevel) { self.tracking = tracking }
}

/// A viewer, identified only by an id.
public struct Guest: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the app that the guest uses.
    public var appID: String
    /// The id of the device, as given by the client; nil if none was given.
    public var deviceID: String?
    /// What the service may store about the guest; everything by default.
    public var tracking: TrackingLevel = .all
    /// When the guest was created.
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
    /// Flags by name; the meaning is up to the app.
    public var featureFlags: [String: Bool]
    /// The ads of the app.
    public var adConfigs: [AdConfiguration]
    /// Whether each ad is shown once per feed; nil from older services means no.
    public var dedupeDirectAds: Bool?
    /// The third-party features that are on.
    public var providers: ClientApp.Providers
    /// Privacy settings, whose meaning is up to the app.
    public var privacy: [String: JSONValue]
    /// The languages that the service has texts in, as BCP 47 tags.
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

/// Makes a share link.
public struct ShareRequest: Codable, Hashable, Sendable {
    /// The id of the feed's session, in which the video was found; nil for none.
    public var feedID: String?
    /// The id of the shared video.
    public var videoID: String
    /// The URL that the token is added to; nil uses the service's page.
    public var baseURL: String?

    public init(feedID: String? = nil, videoID: String, baseURL: String? = nil) {
        self.feedID = feedID
        self.videoID = videoID
        self.baseURL = baseURL
    }

    enum CodingKeys: String, CodingKey { case feedID = "feed_id", videoID = "video_id", baseURL = "base_url" }
}

/// The service's answer to a ``ShareRequest``.
public struct ShareAnswer: Codable, Hashable, Sendable {
    /// The link.
    public var url: String
    /// The token in the link, for links of the client's own.
    public var token: String

    public init(url: String, token: String) {
        self.url = url
        self.token = token
    }
}

/// The service's answer to a request for an ad.
public struct AdAnswer: Codable, Hashable, Sendable {
    /// The ad to show; nil for none.
    public var ad: AdConfiguration?
    public init(ad: AdConfiguration?) { self.ad = ad }
}
