// SPDX-License-Identifier: Apache-2.0

/// An OAuth 2.0 client credentials request (RFC 6749, 4.4), sent as a form.
public struct ClientCredentials: Codable, Hashable, Sendable {
    /// Always `client_credentials`.
    public var grantType: String
    /// The id of the client, as issued by the service.
    public var clientID: String
    /// The secret that was issued with the id.
    public var clientSecret: String
    /// Separated by spaces; nil requests all scopes of the client.
    public var scope: String?

    enum CodingKeys: String, CodingKey { case scope, grantType = "grant_type", clientID = "client_id", clientSecret = "client_secret" }
}

/// The service's answer to ``ClientCredentials`` (RFC 6749, 5.1).
public struct AdminToken: Codable, Hashable, Sendable {
    /// Sent with each request in the header `Authorization: Bearer …`.
    public var accessToken: String
    /// Always `Bearer`.
    public var tokenType: String
    /// Seconds.
    public var expiresIn: Int
    /// The scopes that were granted, separated by spaces.
    public var scope: String

    public init(accessToken: String, expiresIn: Int, scope: String) {
        self.accessToken = accessToken
        tokenType = "Bearer"
        self.expiresIn = expiresIn
        self.scope = scope
    }

    enum CodingKeys: String, CodingKey { case scope, accessToken = "access_token", tokenType = "token_type", expiresIn = "expires_in" }
}

/// Replaces all hashtags of a video.
public struct HashtagsRequest: Codable, Hashable, Sendable { public var hashtags: [String] }

/// Replaces all target cohorts of a video: values by viewer attribute.
public struct CohortsRequest: Codable, Hashable, Sendable { public var cohorts: [String: [String]] }

/// Replaces all products of a video, by their ids, in order.
public struct ProductsRequest: Codable, Hashable, Sendable { public var products: [String] }

/// Replaces all items of a playlist.
public struct PlaylistItemsRequest: Codable, Hashable, Sendable { public var items: [PlaylistItem] }

/// Replaces all products of a live stream, in order.
public struct LiveProductsRequest: Codable, Hashable, Sendable { public var products: [LiveProduct] }

/// Pins a product or an interaction.
public struct PinRequest: Codable, Hashable, Sendable { public var id: String }

/// Sets the announcement; nil removes it.
public struct AnnouncementRequest: Codable, Hashable, Sendable { public var text: String? }

/// A live subtitle of a stream, from a captioner.
public struct LiveSubtitleRequest: Codable, Hashable, Sendable {
    /// BCP 47 tag.
    public var language: String
    /// Empty removes the current subtitle.
    public var text: String
    /// How long it is shown, in milliseconds; nil shows it until the next one.
    public var durationMS: Int64?

    public init(language: String, text: String, durationMS: Int64? = nil) {
        self.language = language
        self.text = text
        self.durationMS = durationMS
    }

    enum CodingKeys: String, CodingKey { case text, language = "lang", durationMS = "duration_ms" }
}

/// A message from a host to all viewers, or a reply to one.
public struct HostMessageRequest: Codable, Hashable, Sendable {
    /// The text that viewers see.
    public var text: String
    /// The id of the message it replies to; replies to private messages are private too.
    public var replyTo: String?
    /// A code that viewers can copy; nil for none.
    public var couponCode: String?

    public init(text: String, replyTo: String? = nil, couponCode: String? = nil) {
        self.text = text
        self.replyTo = replyTo
        self.couponCode = couponCode
    }

    enum CodingKeys: String, CodingKey { case text, replyTo = "reply_to", couponCode = "coupon_code" }
}
