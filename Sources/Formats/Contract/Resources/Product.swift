// SPDX-License-Identifier: Apache-2.0

/// A product of a store, with one or more variants.
public struct Product: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the store that sells it.
    public var storeID: String
    /// The store's own id.
    public var externalID: String
    /// The name for display.
    public var name: String
    /// A second line for display; may be empty.
    public var subtitle = ""
    /// A longer text for display; may be empty.
    public var description = ""
    /// ISO 4217 code.
    public var currency: String
    /// Whether it can be bought.
    public var isAvailable = true
    /// Whether viewers don't see it.
    public var hidden = false
    /// Whether its price isn't shown.
    public var hidePrice = false
    /// Whether its main button isn't shown.
    public var hidePrimaryCTA = false
    /// Its images; one is the main image.
    public var images: [ProductImage] = []
    /// Its own button in place of the usual one; nil for the usual one.
    public var customCTA: CallToAction?
    /// Its variants, in order.
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
    /// The store's id of the variant.
    public var externalID: String
    /// The stock keeping unit; nil if not stated.
    public var sku: String?
    /// The Global Trade Item Number; nil if not stated.
    public var gtin: String?
    /// The manufacturer's part number; nil if not stated.
    public var mpn: String?
    /// The name for display.
    public var name: String
    /// The URL of its page in the shop; nil if there is none.
    public var url: String?
    /// The price now, in currency units.
    public var price: Amount
    /// The price before a discount.
    public var originalPrice: Amount?
    /// Whether it can be bought.
    public var isAvailable = true
    /// What distinguishes it from the other variants.
    public var options: [ProductOption] = []
    /// The ``ProductImage/externalID`` of its image; nil uses the main image.
    public var imageID: String?
    /// The place among the variants, from 0.
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
    /// The name, such as `Size`.
    public var name: String
    /// The value, such as `M`.
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// An image of a product.
public struct ProductImage: Codable, Hashable, Sendable {
    /// The store's id of the image.
    public var externalID: String
    /// The URL of the image.
    public var url: String
    /// A description of the image; may be empty.
    public var title = ""
    /// The place among the images, from 0.
    public var position = 0
    /// Whether it is the main image.
    public var primary = false

    public init(externalID: String, url: String) {
        self.externalID = externalID
        self.url = url
    }

    enum CodingKeys: String, CodingKey { case url, title, position, primary, externalID = "external_id" }
}
