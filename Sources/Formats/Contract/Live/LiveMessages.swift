// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A message on a live stream's WebSocket. After a lost connection, clients resume with `?after=` and the last number.
public struct SocketMessage: Codable, Hashable, Sendable {
    /// The sequence number within the stream, from 1. There are gaps where a later message replaced an earlier one, or where a message was
    /// sent to another client only.
    public var seq: Int64
    /// What the message is about, which determines ``data``.
    public var type: SocketMessageType
    /// When it was sent, by the service's clock.
    public var at: Date
    /// The content; its members depend on ``type``.
    public var data: JSONValue

    public init(seq: Int64, type: SocketMessageType, at: Date, data: JSONValue) {
        self.seq = seq
        self.type = type
        self.at = at
        self.data = data
    }
}

/// The kinds of messages that viewers of a live stream receive.
public struct SocketMessageType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The status has changed.
    public static let status = Self(rawValue: "status")
    /// The number of viewers has changed.
    public static let viewers = Self(rawValue: "viewers")
    /// The number of likes has changed.
    public static let likes = Self(rawValue: "likes")
    /// The pinned products and interactions have changed.
    public static let pinned = Self(rawValue: "pinned")
    /// A chat message was written.
    public static let chatAdded = Self(rawValue: "chat.added")
    /// The hosts have removed a chat message.
    public static let chatRemoved = Self(rawValue: "chat.removed")
    /// The hosts have restored a removed chat message.
    public static let chatRestored = Self(rawValue: "chat.restored")
    /// A poll, a question or another interaction has begun.
    public static let interactionLaunched = Self(rawValue: "interaction.launched")
    /// The results of an interaction have changed.
    public static let interactionResults = Self(rawValue: "interaction.results")
    /// An interaction has ended.
    public static let interactionEnded = Self(rawValue: "interaction.ended")
    /// The viewer, or somebody else, has won a giveaway.
    public static let winner = Self(rawValue: "winner")
    /// The text above the chat has changed.
    public static let announcement = Self(rawValue: "announcement")
    /// The hosts have shared a coupon code.
    public static let coupon = Self(rawValue: "coupon")
    /// A product is sold out, hidden, or available again.
    public static let productUpdated = Self(rawValue: "product.updated")
    /// A live caption.
    public static let subtitle = Self(rawValue: "subtitle")
    public static let known: [Self] = [
        status, viewers, likes, pinned, chatAdded, chatRemoved, chatRestored, interactionLaunched, interactionResults, interactionEnded,
        winner, announcement, coupon, productUpdated, subtitle,
    ]
}

/// Unlocks a stream with an access code.
public struct UnlockRequest: Codable, Hashable, Sendable {
    /// The access code as entered by the viewer.
    public var code: String
    public init(code: String) { self.code = code }
}

/// The service's answer to the right access code.
public struct UnlockAnswer: Codable, Hashable, Sendable {
    /// Sent with requests about the stream in the header `X-Unlock-Token`.
    public var unlockToken: String
    public init(unlockToken: String) { self.unlockToken = unlockToken }
    enum CodingKeys: String, CodingKey { case unlockToken = "unlock_token" }
}

/// Writes a chat message.
public struct MessageRequest: Codable, Hashable, Sendable {
    /// The text of the message.
    public var text: String
    /// Whether only the hosts see it; nil means no.
    public var isPrivate: Bool?
    /// The name to write under from now on; nil keeps the current one.
    public var username: String?

    public init(text: String, isPrivate: Bool? = nil, username: String? = nil) {
        self.text = text
        self.isPrivate = isPrivate
        self.username = username
    }

    enum CodingKeys: String, CodingKey { case text, username, isPrivate = "private" }
}

/// Sets the name under which a guest writes in a stream.
public struct UsernameRequest: Codable, Hashable, Sendable {
    /// The name; the service refuses names that are taken or not allowed.
    public var username: String
    public init(username: String) { self.username = username }
}

/// Asks for a reminder of the start of a stream.
public struct ReminderRequest: Codable, Hashable, Sendable {
    /// `ics` or `webhook`.
    public var channel: String
    public init(channel: String) { self.channel = channel }
}

/// Answers an interaction. Which members are needed depends on its type.
public struct EntryRequest: Codable, Hashable, Sendable {
    /// The id of the chosen option; for polls and quizzes.
    public var optionID: String?
    /// The text of the answer; for questions.
    public var answer: String?
    /// The email address, if the interaction collects it.
    public var email: String?
    /// Whether the viewer has accepted the terms, if there are any.
    public var termsAccepted: Bool?

    public init(optionID: String? = nil, answer: String? = nil, email: String? = nil, termsAccepted: Bool? = nil) {
        self.optionID = optionID
        self.answer = answer
        self.email = email
        self.termsAccepted = termsAccepted
    }

    enum CodingKeys: String, CodingKey { case answer, email, optionID = "option_id", termsAccepted = "terms_accepted" }
}

/// The service's answer to a like.
public struct LikesAnswer: Codable, Hashable, Sendable {
    /// The number of likes of the stream.
    public var likes: Int
    public init(likes: Int) { self.likes = likes }
}
