// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WindowboxContract

/// Stores purchases claimed by guests, with exact amounts, and attributes them to videos.
public protocol PurchaseRepository: Sendable {
    /// Stores a claim; when this returns, it is on disk. If the same guest has claimed it before, the earlier claim is returned. Claims of
    /// other guests for the same order id don't matter.
    func record(_ order: PurchaseRequest, of viewer: Viewer, at now: Date) async throws -> Purchase
    /// An app's claims, newest first.
    func purchases(app: String, from: Date, to: Date, limit: Int) async throws -> [Purchase]
    /// The claimed revenue by currency, as exact amounts.
    func revenue(app: String, from: Date, to: Date, isAttributedOnly: Bool) async throws -> [String: Amount]
}

/// The rule for attributing purchases.
public enum AttributionRule {
    public static let version = 1
    /// Days to look back.
    public static let window = 30
    /// The limit of videos to consider, most recent first.
    static let mostVideos = 500
    /// The limit of products that one order line may match in a business's stores.
    static let mostProducts = 20
}

struct SQLPurchases: PurchaseRepository {
    let store: any SQLStore

    func record(_ order: PurchaseRequest, of viewer: Viewer, at now: Date) async throws -> Purchase {
        let order = try order.checked()
        return try await store.write { connection in
            let claimant = Self.claimant(viewer, order.orderID)
            if let kept = try Self.kept(order.orderID, app: viewer.appID, by: claimant, connection) { return kept }
            let isTracked = viewer.tracking == .all
            var purchase = Purchase(id: OpaqueID.make(), guestID: isTracked ? viewer.guestID : nil, order: order)
            if isTracked { purchase.attribution = try PurchaseOrigin(connection: connection).attribution(of: order, viewer, at: now) }
            try connection.execute(
                """
                INSERT INTO purchase (id, app, guest, claimant, order_id, currency, value, made, attributed_video, document)
                VALUES (\(purchase.id), \(viewer.appID), \(purchase.guestID), \(claimant), \(order.orderID), \(order.currency),
                    \(order.orderValue.millionths), \(Timestamp.milliseconds(now)), \(purchase.attribution?.videoID),
                    \(try ContractJSON.text(purchase)))
                ON CONFLICT (app, order_id, claimant) DO NOTHING
                """)
            return try Self.kept(order.orderID, app: viewer.appID, by: claimant, connection) ?? purchase
        }
    }

    /// Deterministic per guest and order. For guests who don't allow tracking, it reveals neither the
    /// guest nor which claims are by the same guest.
    private static func claimant(_ viewer: Viewer, _ order: String) -> String {
        guard viewer.tracking != .all else { return viewer.guestID }
        return Data(SHA256.hash(data: Data("\(viewer.guestID) \(order)".utf8))).base64EncodedString()
    }

    func purchases(app: String, from: Date, to: Date, limit: Int) async throws -> [Purchase] {
        try await store.read { connection in
            try connection.rows(
                """
                SELECT document FROM purchase WHERE app = \(app) AND made >= \(Timestamp.milliseconds(from))
                AND made < \(Timestamp.milliseconds(to)) ORDER BY made DESC, id LIMIT \(limit)
                """
            ).compactMap { try? ContractJSON.decode(Purchase.self, from: $0.text(0)) }
        }
    }

    func revenue(app: String, from: Date, to: Date, isAttributedOnly: Bool) async throws -> [String: Amount] {
        try await store.read { connection in
            let only: SQL = isAttributedOnly ? "AND attributed_video IS NOT NULL" : ""
            let rows = try connection.rows(
                """
                SELECT currency, SUM(value / 1000000), SUM(value % 1000000) FROM purchase WHERE app = \(app) AND made >= \(Timestamp.milliseconds(from))
                AND made < \(Timestamp.milliseconds(to)) \(only) GROUP BY currency
                """)
            return Dictionary(
                rows.compactMap { row in
                    PurchaseInsight.amount(units: row.integer(1), millionths: row.integer(2), dividedBy: 1).map { (row.text(0), $0) }
                }
            ) { first, _ in first }
        }
    }

    private static func kept(
        _ order: String, app: String, by claimant: String, _ connection: any SQLConnection
    ) throws -> Purchase? {
        try connection.rows(
            "SELECT document FROM purchase WHERE app = \(app) AND order_id = \(order) AND claimant = \(claimant)"
        ).first.flatMap { try? ContractJSON.decode(Purchase.self, from: $0.text(0)) }
    }
}

extension PurchaseRequest {
    /// The validated request, without unknown fields.
    func checked() throws(APIError) -> PurchaseRequest {
        func isFit(_ text: String, _ limit: Int) -> Bool { (1...limit).contains(text.utf8.count) && !text.utf8.contains(0) }
        guard isFit(orderID, 128) else { throw APIError(.invalidField, "An order's id has 1 to 128 bytes.", field: "order_id") }
        guard Currency.isKnown(currency) else {
            throw APIError(.invalidField, "A currency is a code of ISO 4217, such as EUR.", field: "currency")
        }
        if let country, country.utf8.count != 2 || !country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
            throw APIError(.invalidField, "A country is two capital letters (ISO 3166-1).", field: "country")
        }
        guard lineItems.count <= 500 else { throw APIError(.invalidField, "An order has at most 500 lines.", field: "line_items") }
        for (index, item) in lineItems.enumerated() {
            guard isFit(item.sku, 128) else {
                throw APIError(.invalidField, "A SKU has 1 to 128 bytes.", field: "line_items[\(index)].sku")
            }
            guard (1...1_000_000).contains(item.quantity) else {
                throw APIError(.invalidField, "It is 1 to 1000000.", field: "line_items[\(index)].quantity")
            }
            guard item.price.millionths >= 0 else {
                throw APIError(.invalidAmount, "A price is not negative.", field: "line_items[\(index)].price")
            }
        }
        let parts: [(Amount?, String)] = [
            (orderValue, "order_value"), (subtotal, "subtotal"), (totalDiscounts, "total_discounts"), (shippingPrice, "shipping_price"),
        ]
        for (amount, field) in parts where (amount?.millionths ?? 0) < 0 {
            throw APIError(
                .invalidAmount, "It must not be negative. A refund is told by the shop: PUT /v1/admin/orders/{id}/refunded.", field: field)
        }
        var order = self
        order.extra = extra?.filter { !Self.reservedExtraKeys.contains($0.key) }
        let size = (order.extra ?? [:]).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard size <= 16384 else { throw APIError(.invalidField, "It has at most 16 KiB.", field: "extra") }
        return order
    }
}
