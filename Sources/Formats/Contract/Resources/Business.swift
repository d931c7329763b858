// SPDX-License-Identifier: Apache-2.0

/// The owner of channels, stores and playlist groups.
public struct Business: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The name for display.
    public var name: String
    /// The IANA time zone for daily figures, such as `Europe/Berlin`; nil uses the service's.
    public var timeZone: String?
    /// Nil: comments can't be written.
    public var comments: CommentSettings?
    /// Whether people need a second factor to sign in to Studio. Nil is false.
    public var requiresTwoSteps: Bool?

    public init(id: String, name: String, timeZone: String? = nil) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
    }

    enum CodingKeys: String, CodingKey { case id, name, comments, timeZone = "time_zone", requiresTwoSteps = "requires_two_steps" }
}

/// Changes a business; nil members stay unchanged.
public struct BusinessRequest: Codable, Hashable, Sendable {
    /// The name for display.
    public var name: String?
    /// An IANA time zone, such as `Europe/Berlin`, or `UTC`. Existing figures keep the days they were counted in.
    public var timeZone: String?
    /// Replaces all rules for comments.
    public var comments: CommentSettings?
    /// Whether people need a second factor to sign in to Studio. They set it up at the next sign-in. It can be required once an owner has an
    /// account; nobody signs in to Studio with client credentials then.
    public var requiresTwoSteps: Bool?

    public init(
        name: String? = nil, timeZone: String? = nil, comments: CommentSettings? = nil, requiresTwoSteps: Bool? = nil
    ) {
        self.requiresTwoSteps = requiresTwoSteps
        self.comments = comments
        self.name = name
        self.timeZone = timeZone
    }

    enum CodingKeys: String, CodingKey { case name, comments, timeZone = "time_zone", requiresTwoSteps = "requires_two_steps" }
}

/// A shop of a business.
public struct BusinessStore: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the business that owns it.
    public var businessID: String
    /// The name for display.
    public var name: String
    /// The shop software, such as `shopify`; empty if unknown.
    public var platform = ""
    /// ISO 4217 code.
    public var currency: String
    /// The URL of the shop; nil if it has no page.
    public var url: String?
    /// The shop's URL for carts, see ``CartContent``; nil if it accepts none.
    public var checkoutURL: String?
    /// The key that signs carts, visible to the owners only. The service creates it with ``checkoutURL``; null generates a new one.
    public var checkoutKey: String?
    /// Whether buyers are asked for a contact and an address, if the store has no checkout.
    public var collectsContact: Bool?

    /// Whether the store needs buyers' contacts with their orders.
    public var needsContact: Bool { collectsContact == true && checkoutURL == nil }

    public init(id: String, businessID: String, name: String, currency: String) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.currency = currency
    }

    enum CodingKeys: String, CodingKey {
        case id, name, platform, currency, url
        case businessID = "business_id", checkoutURL = "checkout_url", checkoutKey = "checkout_key"
        case collectsContact = "collects_contact"
    }
}
