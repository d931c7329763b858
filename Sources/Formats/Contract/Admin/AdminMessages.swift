// SPDX-License-Identifier: Apache-2.0

/// OAuth 2.0 (RFC 6749, 4.4), sent as a form.
public struct ClientCredentials: Codable, Hashable, Sendable {
    public var grantType: String
    public var clientID: String
    public var clientSecret: String
    /// Separated by spaces; nil: all that the client has.
    public var scope: String?

    enum CodingKeys: String, CodingKey { case scope, grantType = "grant_type", clientID = "client_id", clientSecret = "client_secret" }
}

public struct AdminToken: Codable, Hashable, Sendable {
    public var accessToken: String
    public var tokenType: String
    /// Seconds.
    public var expiresIn: Int
    public var scope: String

    public init(accessToken: String, expiresIn: Int, scope: String) {
        self.accessToken = accessToken
        tokenType = "Bearer"
        self.expiresIn = expiresIn
        self.scope = scope
    }

    enum CodingKeys: String, CodingKey { case scope, accessToken = "access_token", tokenType = "token_type", expiresIn = "expires_in" }
}

public struct HashtagsRequest: Codable, Hashable, Sendable { public var hashtags: [String] }

public struct CohortsRequest: Codable, Hashable, Sendable { public var cohorts: [String: [String]] }

public struct ProductsRequest: Codable, Hashable, Sendable { public var products: [String] }

public struct PlaylistItemsRequest: Codable, Hashable, Sendable { public var items: [PlaylistItem] }

public struct LiveProductsRequest: Codable, Hashable, Sendable { public var products: [LiveProduct] }

/// A product or an interaction.
public struct PinRequest: Codable, Hashable, Sendable { public var id: String }

/// Nil takes the announcement away.
public struct AnnouncementRequest: Codable, Hashable, Sendable { public var text: String? }

/// Words of a live stream as they are spoken, from whoever writes them down.
public struct LiveSubtitleRequest: Codable, Hashable, Sendable {
    /// BCP 47.
    public var language: String
    /// Empty takes away what is shown.
    public var text: String
    /// Milliseconds for which they are shown; nil: until others come.
    public var durationMS: Int64?

    public init(language: String, text: String, durationMS: Int64? = nil) {
        self.language = language
        self.text = text
        self.durationMS = durationMS
    }

    enum CodingKeys: String, CodingKey { case text, language = "lang", durationMS = "duration_ms" }
}

/// What a host writes to all, or in answer to one.
public struct HostMessageRequest: Codable, Hashable, Sendable {
    public var text: String
    /// The id of a message; what answers a private one is private too.
    public var replyTo: String?
    public var couponCode: String?

    public init(text: String, replyTo: String? = nil, couponCode: String? = nil) {
        self.text = text
        self.replyTo = replyTo
        self.couponCode = couponCode
    }

    enum CodingKeys: String, CodingKey { case text, replyTo = "reply_to", couponCode = "coupon_code" }
}
