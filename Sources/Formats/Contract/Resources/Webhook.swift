// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// An address that is told of what happens.
public struct Webhook: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var businessID: String
    public var url: String
    public var types: [String]
    /// Signs what is sent; told once, when it is made.
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

/// What a webhook is sent.
public struct WebhookMessage: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var type: String
    public var occurredAt: Date
    public var businessID: String
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
