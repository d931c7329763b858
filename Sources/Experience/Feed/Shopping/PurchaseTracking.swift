// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Decimal

/// A line of an order.
public struct PurchasedItem: Hashable, Sendable {
    /// SKU, barcode, GTIN, MPN, or the shop's identifier of the variant or product.
    public var sku: String?
    /// Used if there is no ``sku``.
    public var externalProductID: String?
    /// Price per unit.
    public var price: Decimal
    /// At least 1.
    public var quantity: Int
    /// The name for reports; nil if it doesn't matter.
    public var productName: String?

    public init(sku: String, price: Decimal, quantity: Int, productName: String? = nil) {
        (self.sku, self.price, self.quantity, self.productName) = (sku, price, quantity, productName)
    }

    /// For hosts that use product IDs.
    public init(externalProductID: String, price: Decimal, quantity: Int) {
        (self.externalProductID, self.price, self.quantity) = (externalProductID, price, quantity)
    }
}

/// An order reported by the host. Hosts report all orders; the service attributes them to videos.
public struct TrackedPurchase: Hashable, Sendable {
    /// The shop's order ID; repeated reports count once.
    public var orderID: String
    /// What the customer pays, in currency units.
    public var orderValue: Decimal
    /// ISO 4217.
    public var currencyCode: String
    /// ISO 3166-1 alpha-2.
    public var countryCode: String?
    /// In currency units; nil if unknown.
    public var shippingPrice: Decimal?
    /// The sum of the items before discounts and shipping, in currency units.
    public var subtotal: Decimal
    /// In currency units, not cents.
    public var totalDiscounts: Decimal?
    /// What was bought.
    public var lineItems: [PurchasedItem]
    /// Keys that duplicate the members above are ignored.
    public var extra: [String: String]

    public init(
        orderID: String, orderValue: Decimal, currencyCode: String, countryCode: String? = nil, shippingPrice: Decimal? = nil,
        subtotal: Decimal, totalDiscounts: Decimal? = nil, lineItems: [PurchasedItem], extra: [String: String] = [:]
    ) {
        (self.orderID, self.orderValue, self.currencyCode, self.countryCode) = (orderID, orderValue, currencyCode, countryCode)
        (self.shippingPrice, self.subtotal, self.totalDiscounts) = (shippingPrice, subtotal, totalDiscounts)
        (self.lineItems, self.extra) = (lineItems, extra)
    }

    /// The order in the API's format, with exact amounts.
    public func request() throws(PurchaseError) -> PurchaseRequest {
        guard !orderID.isEmpty, orderID.utf8.count <= 128 else { throw PurchaseError(.orderID, "An order's ID must have 1 to 128 bytes.") }
        let currency = currencyCode.uppercased()
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw PurchaseError(.currency, "\"\(currencyCode.prefix(16))\" isn't an ISO 4217 currency code, such as EUR.")
        }
        var items: [LineItem] = []
        for (index, item) in lineItems.enumerated() {
            guard let sku = item.sku ?? item.externalProductID, !sku.isEmpty else {
                throw PurchaseError(.lineItem, "Line item \(index) has no product; give its SKU.")
            }
            guard item.quantity >= 1 else { throw PurchaseError(.lineItem, "Line item \(index) has a quantity below 1.") }
            let price = try Self.amount(item.price, "lineItems[\(index)].price")
            items.append(LineItem(sku: sku, price: price, quantity: item.quantity, productName: item.productName))
        }
        var request = PurchaseRequest(
            orderID: orderID, orderValue: try Self.amount(orderValue, "orderValue"), currency: currency,
            subtotal: try Self.amount(subtotal, "subtotal"), lineItems: items)
        if let totalDiscounts { request.totalDiscounts = try Self.amount(totalDiscounts, "totalDiscounts") }
        if let shippingPrice { request.shippingPrice = try Self.amount(shippingPrice, "shippingPrice") }
        request.country = countryCode.flatMap { $0.isEmpty ? nil : $0.uppercased() }
        let kept = extra.filter { !PurchaseRequest.reservedExtraKeys.contains($0.key) }
        request.extra = kept.isEmpty ? nil : kept
        return request
    }

    private static func amount(_ decimal: Decimal, _ field: String) throws(PurchaseError) -> Amount {
        guard let amount = Amount(decimal) else {
            throw PurchaseError(
                .amount, "\(field) is \(decimal), which has more than 12 digits before or 6 after the decimal point, or isn't a number.")
        }
        return amount
    }
}

/// Why an order can't be reported.
public struct PurchaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }

        /// The order ID is empty or longer than 128 bytes.
        public static let orderID = Code("orderID")
        /// The currency isn't a code of ISO 4217.
        public static let currency = Code("currency")
        /// An amount isn't a number, or has more than 12 digits before or 6 after the decimal point.
        public static let amount = Code("amount")
        /// An item has no product, or a quantity below 1.
        public static let lineItem = Code("lineItem")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// Matches by code, as in `catch let error as PurchaseError where .amount ~= error`.
    public static func ~= (code: Code, error: PurchaseError) -> Bool { error.code == code }
}
