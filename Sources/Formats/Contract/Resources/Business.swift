// SPDX-License-Identifier: Apache-2.0

/// Who owns channels, stores and playlist groups.
public struct Business: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a business is called from now on.
public struct BusinessRequest: Codable, Hashable, Sendable {
    public var name: String

    public init(name: String) { self.name = name }
}

/// A shop of a business.
public struct BusinessStore: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var businessID: String
    public var name: String
    /// The software that it runs on, such as `shopify`; empty where that isn't known.
    public var platform = ""
    /// ISO 4217.
    public var currency: String
    public var url: String?

    public init(id: String, businessID: String, name: String, currency: String) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.currency = currency
    }

    enum CodingKeys: String, CodingKey { case id, name, platform, currency, url, businessID = "business_id" }
}
