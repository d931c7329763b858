// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Decimal

/// The built-in shopping cart. A value.
public struct ShoppingCart: Hashable, Sendable {
    /// A quantity of one variant.
    public struct Line: Hashable, Sendable, Identifiable {
        /// The product and the variant.
        public let variant: SelectedProductVariant
        /// 1...999.
        public fileprivate(set) var quantity = 1

        public var id: String { variant.variant.id }
        /// ISO 4217, in upper case.
        public var currency: String { variant.product.currency.uppercased() }
        /// Price of the complete line.
        public var price: Decimal { variant.variant.price.decimal * Decimal(quantity) }
    }

    /// The sum of all lines in one currency.
    public struct Total: Hashable, Sendable {
        /// ISO 4217, as given by the shop.
        public var currency: String
        /// The sum of all lines in that currency.
        public var amount: Amount
    }

    /// In order of insertion.
    public private(set) var lines: [Line] = []

    /// The maximum number of lines.
    public static let maxLines = 100
    /// The maximum quantity of one line.
    public static let maxOfOne = 999

    public init() {}

    /// The total quantity of all lines.
    public var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// Adds one unit of a variant at its current price.
    /// - Returns: false if a limit is reached: the quantity, the number of lines, or the total amount.
    @discardableResult public mutating func add(_ variant: SelectedProductVariant) -> Bool {
        var changed = self
        if let index = lines.firstIndex(where: { $0.id == variant.variant.id }) {
            guard lines[index].quantity < Self.maxOfOne else { return false }
            changed.lines[index] = Line(variant: variant, quantity: lines[index].quantity + 1)
        } else {
            guard lines.count < Self.maxLines else { return false }
            changed.lines.append(Line(variant: variant))
        }
        guard changed.sums.allSatisfy({ Amount($0.amount) != nil }) else { return false }
        self = changed
        return true
    }

    /// Removes a line by its ID.
    public mutating func remove(_ id: String) { lines.removeAll { $0.id == id } }

    /// Removes all lines.
    public mutating func clear() { lines = [] }

    /// One per currency, in order of insertion.
    public var totals: [Total] { sums.compactMap { sum in Amount(sum.amount).map { Total(currency: sum.currency, amount: $0) } } }

    private var sums: [(currency: String, amount: Decimal)] {
        var sums: [(currency: String, amount: Decimal)] = []
        for line in lines {
            if let index = sums.firstIndex(where: { $0.currency == line.currency }) {
                sums[index].amount += line.price
            } else {
                sums.append((line.currency, line.price))
            }
        }
        return sums
    }

    /// The orders to report for the contents of the cart, one per currency.
    /// - Parameter orderID: of the order; further currencies append a suffix.
    public func purchases(orderID: String) -> [TrackedPurchase] {
        totals.enumerated().map { index, total in
            let own = lines.filter { $0.currency == total.currency }
            let items = own.map { line in
                PurchasedItem(
                    sku: line.variant.variant.sku ?? line.variant.unitID, price: line.variant.variant.price.decimal,
                    quantity: line.quantity,
                    productName: line.variant.product.name)
            }
            return TrackedPurchase(
                orderID: index == 0 ? orderID : "\(orderID)-\(total.currency)", orderValue: total.amount.decimal,
                currencyCode: total.currency, subtotal: total.amount.decimal, lineItems: items)
        }
    }
}
