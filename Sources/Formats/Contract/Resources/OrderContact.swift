// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Whom an order is for and where it is sent. Only shops without a checkout need it from the service: the others ask for it themselves.
public struct OrderContact: Codable, Hashable, Sendable {
    /// The customer's name.
    public var name: String
    /// The customer's email address.
    public var email: String
    /// A telephone number; nil if none was given.
    public var phone: String?
    /// Street and number, or a post office box.
    public var street: String
    /// Nil in places without postal codes.
    public var postalCode: String?
    /// The town.
    public var city: String
    /// A state or another part of the country.
    public var region: String?
    /// ISO 3166-1 alpha-2 code.
    public var country: String

    public init(name: String, email: String, street: String, city: String, country: String) {
        self.name = name
        self.email = email
        self.street = street
        self.city = city
        self.country = country
    }

    enum CodingKeys: String, CodingKey { case name, email, phone, street, city, region, country, postalCode = "postal_code" }

    /// The permitted lengths in Unicode scalars, by member name.
    static let lengths: [String: ClosedRange<Int>] = [
        "name": 1...200, "email": 3...254, "phone": 0...40, "street": 1...200, "postal_code": 0...20, "city": 1...100, "region": 0...100,
        "country": 2...2,
    ]

    /// The contact without surrounding blanks; empty optional fields become nil.
    /// - Throws: the error that the service returns, for `contact`.
    public func checked() throws(APIError) -> OrderContact {
        var contact = self
        contact.name = try Self.text(name, "name")
        contact.email = try Self.text(email, "email")
        contact.phone = try Self.optional(phone, "phone")
        contact.street = try Self.text(street, "street")
        contact.postalCode = try Self.optional(postalCode, "postal_code")
        contact.city = try Self.text(city, "city")
        contact.region = try Self.optional(region, "region")
        contact.country = try Self.text(country, "country")
        let parts = contact.email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !contact.email.unicodeScalars.contains(where: \.properties.isWhitespace)
        else { throw APIError(.emailInvalid, "This is not a valid email address.", field: "contact.email") }
        guard contact.country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw APIError(
                .invalidField, "Enter a country code of two capital letters, such as DE (ISO 3166-1).", field: "contact.country")
        }
        return contact
    }

    /// Joiners are part of the spelling of several languages.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        let kinds: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
        return kinds.contains(scalar.properties.generalCategory) && scalar != "\u{200C}" && scalar != "\u{200D}"
    }

    private static func optional(_ text: String?, _ member: String) throws(APIError) -> String? {
        guard let text else { return nil }
        let found = try Self.text(text, member)
        return found.isEmpty ? nil : found
    }

    private static func text(_ text: String, _ member: String) throws(APIError) -> String {
        // Line breaks and invisible controls could forge parts of a printed label.
        guard !text.unicodeScalars.contains(where: isForbidden) else {
            throw APIError(.invalidField, "It must be one line without control characters.", field: "contact.\(member)")
        }
        let blanks = text.unicodeScalars.split(omittingEmptySubsequences: true) { $0.properties.isWhitespace }
        let found = blanks.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        guard let length = lengths[member], length.contains(found.unicodeScalars.count) else {
            let maxLength = lengths[member]?.upperBound ?? 0
            throw APIError(
                .invalidField, found.isEmpty ? "Fill this in (up to \(maxLength) characters)." : "Enter up to \(maxLength) characters.",
                field: "contact.\(member)")
        }
        return found
    }
}

/// An order that a guest placed or reported, not confirmed by a shop. Its prices are those that the guest's app sent.
public struct ClaimedOrder: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the app in which the order was made.
    public var appID: String
    /// nil if the guest does not allow it, or after the guest was erased.
    public var guestID: String?
    /// The order as reported by the app.
    public var order: PurchaseRequest
    /// nil if none was asked for, or after the guest was erased.
    public var contact: OrderContact?
    /// When the app reported it.
    public var madeAt: Date
    /// Whether the business has confirmed an order with this order id.
    public var isConfirmed: Bool
    /// The video that the order is attributed to; nil if none.
    public var attribution: PurchaseAttribution?

    public init(id: String, appID: String, order: PurchaseRequest, madeAt: Date, isConfirmed: Bool) {
        self.id = id
        self.appID = appID
        self.order = order
        self.madeAt = madeAt
        self.isConfirmed = isConfirmed
    }

    enum CodingKeys: String, CodingKey {
        case id, order, contact, attribution, appID = "app_id", guestID = "guest_id", madeAt = "made_at", isConfirmed = "is_confirmed"
    }
}
