// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A guest's cart, with items of one store.
public struct CartRequest: Codable, Hashable, Sendable {
    /// A quantity of one variant.
    public struct Item: Codable, Hashable, Sendable {
        /// The service's id of the product.
        public var productID: String
        /// The service's id of the variant.
        public var unitID: String
        /// 1...999.
        public var quantity: Int

        public init(productID: String, unitID: String, quantity: Int) {
            self.productID = productID
            self.unitID = unitID
            self.quantity = quantity
        }

        enum CodingKeys: String, CodingKey { case quantity, productID = "product_id", unitID = "unit_id" }
    }

    /// 1 to ``maxItems`` items, with unique units.
    public var items: [Item]
    /// The video in which the items were chosen.
    public var videoID: String?

    /// The maximum number of items.
    public static let maxItems = 100
    /// The possible quantities of an item.
    public static let quantities = 1...999

    public init(items: [Item], videoID: String? = nil) {
        self.items = items
        self.videoID = videoID
    }

    enum CodingKeys: String, CodingKey { case items, videoID = "video_id" }
}

/// A link that hands a cart over to the shop.
public struct CartLink: Codable, Hashable, Sendable {
    /// The shop's checkout URL, with the cart and its signature in the query.
    public var url: String
    /// When the shop starts to reject the link.
    public var expiresAt: Date

    public init(url: String, expiresAt: Date) {
        self.url = url
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey { case url, expiresAt = "expires_at" }
}

/// The `cart` parameter of a ``CartLink``: JSON in base64url (RFC 4648 5) without padding.
///
/// The `signature` parameter is the HMAC-SHA-256 of that text with the store's `checkout_key`, in the same encoding. The shop verifies it
/// and ``expiresAt``, collects delivery and payment details, and confirms the order at `POST /v1/admin/orders` with ``guestID``.
public struct CartContent: Codable, Hashable, Sendable, Identifiable {
    /// A quantity of one variant, with the store's ids and the price of the catalogue.
    public struct Item: Codable, Hashable, Sendable {
        /// The store's id of the product.
        public var externalID: String
        /// The store's id of the variant.
        public var unitExternalID: String
        /// The stock keeping unit; nil if the variant has none.
        public var sku: String?
        /// The name of the product.
        public var name: String
        /// The name of the variant.
        public var unitName: String
        /// The unit price in the catalogue.
        public var price: Amount
        /// 1...999.
        public var quantity: Int

        public init(externalID: String, unitExternalID: String, sku: String?, name: String, unitName: String, price: Amount, quantity: Int)
        {
            self.externalID = externalID
            self.unitExternalID = unitExternalID
            self.sku = sku
            self.name = name
            self.unitName = unitName
            self.price = price
            self.quantity = quantity
        }

        enum CodingKeys: String, CodingKey {
            case sku, name, price, quantity, externalID = "external_id", unitExternalID = "unit_external_id", unitName = "unit_name"
        }
    }

    /// The id of this link; a shop accepts each once.
    public var id: String
    /// The id of the store.
    public var storeID: String
    /// nil if the guest does not allow identification.
    public var guestID: String?
    /// The id of the video that led to the cart; nil if unknown.
    public var videoID: String?
    /// ISO 4217.
    public var currency: String
    /// The sum of all items, in currency units.
    public var total: Amount
    /// The items in the order of the cart.
    public var items: [Item]
    /// When the shop has to refuse the link.
    public var expiresAt: Date

    public init(id: String, storeID: String, currency: String, total: Amount, items: [Item], expiresAt: Date) {
        self.id = id
        self.storeID = storeID
        self.currency = currency
        self.total = total
        self.items = items
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id, currency, total, items, storeID = "store_id", guestID = "guest_id", videoID = "video_id", expiresAt = "expires_at"
    }
}
