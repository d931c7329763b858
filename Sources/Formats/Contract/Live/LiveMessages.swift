// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A message on a live stream's WebSocket. After a lost connection, clients resume with `?after=` and the last number.
public struct SocketMessage: Codable, Hashable, Sendable {
    /// The sequence number within the stream, from 1. There are gaps where a later message replaced an earlier one, or where a message was
    /// sent to another client only.
    public var seq: Int64
    public var type: SocketMessageType
    public var at: Date
    public var data: JSONValue

    public init(seq: Int64, type: SocketMessageType, at: Date, data: JSONValue) {
        self.seq = seq
        self.type = type
        self.at = at
        self.data = data
    }
}

public struct SocketMessageType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let status = Self(rawValue: "status")
    public static let viewers = Self(rawValue: "viewers")
    public static let likes = Self(rawValue: "likes")
    public static let pinned = Self(rawValue: "pinned")
    public static let chatAdded = Self(rawValue: "chat.added")
    public static let chatRemoved = Self(rawValue: "chat.removed")
    public static let chatRestored = Self(rawValue: "chat.restored")
    public static let interactionLaunched = Self(rawValue: "interaction.launched")
    public static let interactionResults = Self(rawValue: "interaction.results")
    public static let interactionEnded = Self(rawValue: "interaction.ended")
    public static let winner = Self(rawValue: "winner")
    public static let announcement = Self(rawValue: "announcement")
    public static let coupon = Self(rawValue: "coupon")
    public static let productUpdated = Self(rawValue: "product.updated")
    public static let subtitle = Self(rawValue: "subtitle")
    public static let known: [Self] = [
        status, viewers, likes, pinned, chatAdded, chatRemoved, chatRestored, interactionLaunched, interactionResults, interactionEnded,
        winner, announcement, coupon, productUpdated, subtitle,
    ]
}

public struct UnlockRequest: Codable, Hashable, Sendable {
    public var code: String
    public init(code: String) { self.code = code }
}

public struct UnlockAnswer: Codable, Hashable, Sendable {
    public var unlockToken: String
    public init(unlockToken: String) { self.unlockToken = unlockToken }
    enum CodingKeys: String, CodingKey { case unlockToken = "unlock_token" }
}

public struct MessageRequest: Codable, Hashable, Sendable {
    public var text: String
    public var isPrivate: Bool?
    public var username: String?

    public init(text: String, isPrivate: Bool? = nil, username: String? = nil) {
        self.text = text
        self.isPrivate = isPrivate
        self.username = username
    }

    enum CodingKeys: String, CodingKey { case text, username, isPrivate = "private" }
}

public struct UsernameRequest: Codable, Hashable, Sendable {
    public var username: String
    public init(username: String) { self.username = username }
}

public struct ReminderRequest: Codable, Hashable, Sendable {
    /// `ics` or `webhook`.
    public var channel: String
    public init(channel: String) { self.channel = channel }
}

public struct EntryRequest: Codable, Hashable, Sendable {
    public var optionID: String?
    public var answer: String?
    public var email: String?
    public var termsAccepted: Bool?

    public init(optionID: String? = nil, answer: String? = nil, email: String? = nil, termsAccepted: Bool? = nil) {
        self.optionID = optionID
        self.answer = answer
        self.email = email
        self.termsAccepted = termsAccepted
    }

    enum CodingKeys: String, CodingKey { case answer, email, optionID = "option_id", termsAccepted = "terms_accepted" }
}

public struct LikesAnswer: Codable, Hashable, Sendable {
    public var likes: Int
    public init(likes: Int) { self.likes = likes }
}
