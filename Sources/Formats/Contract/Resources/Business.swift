// SPDX-License-Identifier: Apache-2.0

/// Who owns channels, stores and playlist groups.
public struct Business: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var name: String
    /// Whose days its figures are told by, as the IANA calls it, such as `Europe/Berlin`; nil: that of the service.
    public var timeZone: String?

    public init(id: String, name: String, timeZone: String? = nil) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
    }

    enum CodingKeys: String, CodingKey { case id, name, timeZone = "time_zone" }
}

/// What changes of a business; what is nil stays.
public struct BusinessRequest: Codable, Hashable, Sendable {
    public var name: String?
    /// As the IANA calls it, such as `Europe/Berlin`, or `UTC`. What was counted before stays in the days in which it was counted.
    public var timeZone: String?

    public init(name: String? = nil, timeZone: String? = nil) {
        self.name = name
        self.timeZone = timeZone
    }

    enum CodingKeys: String, CodingKey { case name, timeZone = "time_zone" }
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
    /// Where the shop takes carts that are handed to it, see ``CartContent``; nil: it takes none.
    public var checkoutURL: String?
    /// Its owners alone see it. The service makes it when there is a ``checkoutURL``, and signs carts with it; null makes it anew.
    public var checkoutKey: String?

    public init(id: String, businessID: String, name: String, currency: String) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.currency = currency
    }

    enum CodingKeys: String, CodingKey {
        case id, name, platform, currency, url
        case businessID = "business_id", checkoutURL = "checkout_url", checkoutKey = "checkout_key"
    }
}
