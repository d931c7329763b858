// SPDX-License-Identifier: Apache-2.0

/// An order, reported by a guest's app or confirmed by the shop. The service attributes it to a video.
public struct PurchaseRequest: Codable, Hashable, Sendable {
    /// The shop's order id; each order counts once.
    public var orderID: String
    /// What the customer pays, in currency units.
    public var orderValue: Amount
    /// ISO 4217 code.
    public var currency: String
    /// The sum of the items before discounts and shipping, in currency units.
    public var subtotal: Amount
    /// An amount in the currency's main unit, not cents.
    public var totalDiscounts: Amount?
    /// ISO 3166-1 alpha-2 code.
    public var country: String?
    /// In currency units; nil if unknown.
    public var shippingPrice: Amount?
    /// What was bought.
    public var lineItems: [LineItem]
    /// Further data of the shop, by name.
    public var extra: [String: String]?
    /// For shops without a checkout that ask for it (``BusinessStore/collectsContact``); others refuse it. It is kept apart from the order
    /// and erased with the guest. A shop's confirmation ignores it.
    public var contact: OrderContact?

    public init(orderID: String, orderValue: Amount, currency: String, subtotal: Amount, lineItems: [LineItem]) {
        self.orderID = orderID
        self.orderValue = orderValue
        self.currency = currency
        self.subtotal = subtotal
        self.lineItems = lineItems
    }

    enum CodingKeys: String, CodingKey {
        case currency, subtotal, country, extra, contact, orderID = "order_id", orderValue = "order_value"
        case totalDiscounts = "total_discounts"
        case shippingPrice = "shipping_price", lineItems = "line_items"
    }

    /// Keys of ``extra`` that are ignored, because the purchase has members with these names.
    public static let reservedExtraKeys: Set<String> = [
        "order_id", "order_value", "value", "currency", "country", "shipping_price", "subtotal", "total_discounts", "line_items", "product",
    ]
}

/// A quantity of one product in an order.
public struct LineItem: Codable, Hashable, Sendable {
    /// SKU, barcode, GTIN, MPN or one of the external ids.
    public var sku: String
    /// The unit price.
    public var price: Amount
    /// 1 or more.
    public var quantity: Int
    /// The name for reports; nil if unknown.
    public var productName: String?

    public init(sku: String, price: Amount, quantity: Int, productName: String? = nil) {
        self.sku = sku
        self.price = price
        self.quantity = quantity
        self.productName = productName
    }

    enum CodingKeys: String, CodingKey { case sku, price, quantity, productName = "product_name" }
}

/// A purchase reported by a guest. Reports are not verified: ``ShopOrder`` is an order confirmed by the shop.
public struct Purchase: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// nil after the guest was erased.
    public var guestID: String?
    /// The order as reported.
    public var order: PurchaseRequest
    /// The video that it is attributed to; nil if none.
    public var attribution: PurchaseAttribution?

    public init(id: String, guestID: String?, order: PurchaseRequest, attribution: PurchaseAttribution? = nil) {
        self.id = id
        self.guestID = guestID
        self.order = order
        self.attribution = attribution
    }

    enum CodingKeys: String, CodingKey { case id, order, attribution, guestID = "guest_id" }
}

/// The video that a purchase is attributed to.
public struct PurchaseAttribution: Codable, Hashable, Sendable {
    /// The id of the video.
    public var videoID: String
    /// The id of the live stream; nil for other videos.
    public var liveStreamID: String?
    /// The attribution window in days.
    public var window: Int
    /// The line item that matched a product of the video.
    public var matchedSKU: String
    /// The version of the attribution rule.
    public var ruleVersion: Int

    public init(videoID: String, liveStreamID: String? = nil, window: Int, matchedSKU: String, ruleVersion: Int) {
        self.videoID = videoID
        self.liveStreamID = liveStreamID
        self.window = window
        self.matchedSKU = matchedSKU
        self.ruleVersion = ruleVersion
    }

    enum CodingKeys: String, CodingKey {
        case window, videoID = "video_id", liveStreamID = "live_stream_id", matchedSKU = "matched_sku", ruleVersion = "rule_version"
    }
}

/// The service's answer to a reported order.
public struct PurchaseAccepted: Codable, Hashable, Sendable {
    /// Whether it is attributed to a video.
    public var attributed: Bool
    public init(attributed: Bool) { self.attributed = attributed }
}
