// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

public import struct Foundation.Decimal

/// What a person wants to buy, kept by the program itself. A value.
public struct ShoppingCart: Hashable, Sendable {
    /// So many of one variant.
    public struct Line: Hashable, Sendable, Identifiable {
        public let variant: SelectedProductVariant
        /// 1...999.
        public fileprivate(set) var quantity = 1

        public var id: String { variant.variant.id }
        public var currency: String { variant.product.currency.uppercased() }
        /// Of all of them.
        public var price: Decimal { variant.variant.price.decimal * Decimal(quantity) }
    }

    /// Of all lines of one currency.
    public struct Total: Hashable, Sendable {
        /// ISO 4217, as the shop has it.
        public var currency: String
        public var amount: Amount
    }

    /// In the order in which they came.
    public private(set) var lines: [Line] = []

    public static let mostLines = 100
    public static let mostOfOne = 999

    public init() {}

    /// Of all lines together.
    public var count: Int { lines.reduce(0) { $0 + $1.quantity } }

    /// One more of a variant, at the price that it has now.
    /// - Returns: false where the cart takes no more: of this one, of others, or of money.
    @discardableResult public mutating func add(_ variant: SelectedProductVariant) -> Bool {
        var changed = self
        if let place = lines.firstIndex(where: { $0.id == variant.variant.id }) {
            guard lines[place].quantity < Self.mostOfOne else { return false }
            changed.lines[place] = Line(variant: variant, quantity: lines[place].quantity + 1)
        } else {
            guard lines.count < Self.mostLines else { return false }
            changed.lines.append(Line(variant: variant))
        }
        guard changed.sums.allSatisfy({ Amount($0.amount) != nil }) else { return false }
        self = changed
        return true
    }

    /// All of one variant, by the id of its line.
    public mutating func remove(_ id: String) { lines.removeAll { $0.id == id } }

    public mutating func clear() { lines = [] }

    /// One for each currency, in the order in which they came.
    public var totals: [Total] { sums.compactMap { sum in Amount(sum.amount).map { Total(currency: sum.currency, amount: $0) } } }

    private var sums: [(currency: String, amount: Decimal)] {
        var sums: [(currency: String, amount: Decimal)] = []
        for line in lines {
            if let place = sums.firstIndex(where: { $0.currency == line.currency }) {
                sums[place].amount += line.price
            } else {
                sums.append((line.currency, line.price))
            }
        }
        return sums
    }

    /// What the service is told when all of it is ordered: an order for each currency.
    /// - Parameter orderID: of the order; a second one in another currency has that behind it.
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
