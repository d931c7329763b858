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

/// A video from an address or from an upload, with what is to be known of it.
public struct VideoImportRequest: Codable, Hashable, Sendable {
    public var channelID: String
    public var url: String?
    public var uploadID: String?
    public var caption: String?
    public var description: String?
    public var hashtags: [String]?
    /// Answers at once, while the import goes on.
    public var isAsync: Bool?

    enum CodingKeys: String, CodingKey {
        case url, caption, description, hashtags, channelID = "channel_id", uploadID = "upload_id", isAsync = "async"
    }
}

public struct VideoImport: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var status: VideoStatus
    public var videoID: String
    /// 0...1.
    public var progress: Double
    /// Why it failed.
    public var error: String?

    public init(id: String, status: VideoStatus, videoID: String, progress: Double, error: String? = nil) {
        self.id = id
        self.status = status
        self.videoID = videoID
        self.progress = progress
        self.error = error
    }

    enum CodingKeys: String, CodingKey { case id, status, progress, error, videoID = "video_id" }
}

public struct UploadRequest: Codable, Hashable, Sendable {
    public var fileName: String
    /// Bytes.
    public var size: Int64
    enum CodingKeys: String, CodingKey { case size, fileName = "file_name" }
}

/// A file on its way; parts may come in any order and again.
public struct Upload: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Bytes of each part but the last.
    public var partSize: Int64
    /// Bytes.
    public var size: Int64
    /// Numbers of the parts that are kept, from 1.
    public var parts: [Int]

    public init(id: String, partSize: Int64, size: Int64, parts: [Int] = []) {
        self.id = id
        self.partSize = partSize
        self.size = size
        self.parts = parts
    }

    enum CodingKeys: String, CodingKey { case id, size, parts, partSize = "part_size" }
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

/// One line of an insight.
public struct InsightRow: Codable, Hashable, Sendable {
    /// What it is about, by the names of what was grouped by.
    public var group: [String: String]
    public var value: Double
    /// The same exactly, where it is money.
    public var amount: Amount?
    public var currency: String?

    public init(group: [String: String], value: Double, amount: Amount? = nil, currency: String? = nil) {
        self.group = group
        self.value = value
        self.amount = amount
        self.currency = currency
    }
}

public struct InsightMetric: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let known: [Self] = [
        "views", "starts", "first_quartile", "midpoint", "third_quartile", "completions", "watch_time", "ctr", "product_ctr", "purchases",
        "gmv", "aov", "lift",
    ].map(Self.init(rawValue:))
}
