// SPDX-License-Identifier: Apache-2.0

/// A product of a store, with one or more variants.
public struct Product: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var storeID: String
    /// The store's own id.
    public var externalID: String
    public var name: String
    public var subtitle = ""
    public var description = ""
    /// ISO 4217 code.
    public var currency: String
    public var isAvailable = true
    public var hidden = false
    public var hidePrice = false
    public var hidePrimaryCTA = false
    public var images: [ProductImage] = []
    public var customCTA: CallToAction?
    public var units: [ProductUnit] = []

    public init(id: String, storeID: String, externalID: String, name: String, currency: String) {
        self.id = id
        self.storeID = storeID
        self.externalID = externalID
        self.name = name
        self.currency = currency
    }

    enum CodingKeys: String, CodingKey {
        case id, name, subtitle, description, currency, hidden, images, units
        case storeID = "store_id", externalID = "external_id", isAvailable = "is_available", hidePrice = "hide_price"
        case hidePrimaryCTA = "hide_primary_cta", customCTA = "custom_cta"
    }
}

/// A purchasable variant of a product.
public struct ProductUnit: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var externalID: String
    public var sku: String?
    public var gtin: String?
    public var mpn: String?
    public var name: String
    public var url: String?
    public var price: Amount
    /// The price before a discount.
    public var originalPrice: Amount?
    public var isAvailable = true
    public var options: [ProductOption] = []
    public var imageID: String?
    public var position = 0

    public init(id: String, externalID: String, name: String, price: Amount) {
        self.id = id
        self.externalID = externalID
        self.name = name
        self.price = price
    }

    enum CodingKeys: String, CodingKey {
        case id, sku, gtin, mpn, name, url, price, options, position
        case externalID = "external_id", originalPrice = "original_price", isAvailable = "is_available", imageID = "image_id"
    }
}

/// An option of a variant, such as size M.
public struct ProductOption: Codable, Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

public struct ProductImage: Codable, Hashable, Sendable {
    public var externalID: String
    public var url: String
    public var title = ""
    public var position = 0
    /// Whether it is the main image.
    public var primary = false

    public init(externalID: String, url: String) {
        self.externalID = externalID
        self.url = url
    }

    enum CodingKeys: String, CodingKey { case url, title, position, primary, externalID = "external_id" }
}
