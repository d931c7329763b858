// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A webhook: a URL that receives events.
public struct Webhook: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the business that owns it.
    public var businessID: String
    /// The URL that messages are sent to by POST.
    public var url: String
    /// The types of messages that are sent.
    public var types: [String]
    /// The signing secret; returned only when the webhook is created.
    public var secret: String?

    public init(id: String, businessID: String, url: String, types: [String], secret: String? = nil) {
        self.id = id
        self.businessID = businessID
        self.url = url
        self.types = types
        self.secret = secret
    }

    enum CodingKeys: String, CodingKey { case id, url, types, secret, businessID = "business_id" }
}

/// The payload sent to a webhook.
public struct WebhookMessage: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The type of the message, such as `live.winners_drawn`.
    public var type: String
    /// When it happened.
    public var occurredAt: Date
    /// The id of the business.
    public var businessID: String
    /// The content; its members depend on ``type``.
    public var data: JSONValue

    public init(id: String, type: String, occurredAt: Date, businessID: String, data: JSONValue) {
        self.id = id
        self.type = type
        self.occurredAt = occurredAt
        self.businessID = businessID
        self.data = data
    }

    enum CodingKeys: String, CodingKey { case id, type, data, occurredAt = "occurred_at", businessID = "business_id" }
}

/// A webhook delivery, pending or finished.
public struct WebhookDelivery: Codable, Hashable, Sendable, Identifiable {
    /// Whether a delivery is finished.
    public struct State: Vocabulary {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It will be sent, or sent again, at its scheduled time.
        public static let pending = Self(rawValue: "pending")
        /// The receiver has accepted the message.
        public static let delivered = Self(rawValue: "delivered")
        /// All attempts failed.
        public static let failed = Self(rawValue: "failed")
        public static let known: [Self] = [pending, delivered, failed]
    }

    /// A delivery attempt.
    public struct Attempt: Codable, Hashable, Sendable {
        /// When it began.
        public var at: Date
        /// The HTTP status of the response; nil without a response.
        public var status: Int?
        /// Why it failed.
        public var error: String?
        /// Milliseconds until the response or the failure.
        public var durationMS: Int64

        public init(at: Date, status: Int? = nil, error: String? = nil, durationMS: Int64) {
            self.at = at
            self.status = status
            self.error = error
            self.durationMS = durationMS
        }

        enum CodingKeys: String, CodingKey { case at, status, error, durationMS = "duration_ms" }
    }

    public var id: String
    /// The id of the webhook.
    public var webhookID: String
    /// Whether the delivery is finished.
    public var state: State
    /// The message as sent.
    public var message: WebhookMessage
    /// The attempts so far, oldest first.
    public var attempts: [Attempt]
    /// nil when finished.
    public var nextAttemptAt: Date?
    /// When the message was made.
    public var createdAt: Date

    public init(
        id: String, webhookID: String, state: State, message: WebhookMessage, attempts: [Attempt], nextAttemptAt: Date?, createdAt: Date
    ) {
        self.id = id
        self.webhookID = webhookID
        self.state = state
        self.message = message
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, state, message, attempts, webhookID = "webhook_id", nextAttemptAt = "next_attempt_at", createdAt = "created_at"
    }
}
