// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WindowboxContract

/// Stores purchases claimed by guests, with exact amounts, and attributes them to videos.
public protocol PurchaseRepository: Sendable {
    /// Stores a claim; when this returns, it is on disk. If the same guest has claimed it before, the earlier claim is returned. Claims of
    /// other guests for the same order id don't matter.
    func record(_ order: PurchaseRequest, of viewer: Viewer, at now: Date) async throws -> Purchase
    /// The claims of a business's apps, newest first, with their contacts.
    /// - Parameters:
    ///   - orderID: the order's id; nil for all.
    ///   - before: an id; only the claims after it in the list are returned.
    /// - Throws: ``CursorExpired`` if the business has no claim with the id `before`.
    func claims(business: String, orderID: String?, before: String?, limit: Int) async throws -> [ClaimEntry]
    /// Nil also for a claim of another business.
    /// - Throws: `CatalogueError` if it can't be read.
    func claim(id: String, business: String) async throws -> ClaimedOrder?
    /// An app's claims, newest first.
    func purchases(app: String, from: Date, to: Date, limit: Int) async throws -> [Purchase]
    /// The claimed revenue by currency, as exact amounts.
    func revenue(app: String, from: Date, to: Date, isAttributedOnly: Bool) async throws -> [String: Amount]
}

/// An entry in a list of claims.
public enum ClaimEntry: Hashable, Sendable {
    case whole(ClaimedOrder)
    /// The record can't be read.
    case damaged(UnreadableRecord)

    /// Nil if it can't be read.
    public var claim: ClaimedOrder? { if case .whole(let claim) = self { claim } else { nil } }

    public var id: String {
        switch self {
        case .whole(let claim): claim.id
        case .damaged(let damaged): damaged.id
        }
    }
}

/// The rule for attributing purchases.
public enum AttributionRule {
    public static let version = 1
    /// Days to look back.
    public static let window = 30
    /// The limit of videos to consider, most recent first.
    static let maxVideos = 500
    /// The limit of products that one order line may match in a business's stores.
    static let maxProducts = 20
}

struct SQLPurchases: PurchaseRepository {
    let store: any SQLStore

    func record(_ order: PurchaseRequest, of viewer: Viewer, at now: Date) async throws -> Purchase {
        var order = try order.checked()
        let contact = order.contact
        order.contact = nil
        return try await store.write { [order] connection in
            let claimant = Self.claimant(viewer, order.orderID)
            if let kept = try Self.kept(order.orderID, app: viewer.appID, by: claimant, connection) { return kept }
            let isTracked = viewer.tracking == .all
            var purchase = Purchase(id: OpaqueID.make(), guestID: isTracked ? viewer.guestID : nil, order: order)
            if isTracked { purchase.attribution = try PurchaseAttributor(connection: connection).attribution(of: order, viewer, at: now) }
            let isNew =
                try connection.execute(
                    """
                    INSERT INTO purchase (id, app, guest, claimant, order_id, currency, value, made, attributed_video, document)
                    VALUES (\(purchase.id), \(viewer.appID), \(purchase.guestID), \(claimant), \(order.orderID), \(order.currency),
                        \(order.orderValue.millionths), \(Timestamp.milliseconds(now)), \(purchase.attribution?.videoID),
                        \(try ContractJSON.text(purchase)))
                    ON CONFLICT (app, order_id, claimant) DO NOTHING
                    """) == 1
            if isNew, let contact { try Self.write(contact, of: purchase.id, viewer.guestID, connection) }
            return try Self.kept(order.orderID, app: viewer.appID, by: claimant, connection) ?? purchase
        }
    }

    /// Only for a guest who hasn't been erased meanwhile, because the record could never be erased after that.
    private static func write(_ contact: OrderContact, of purchase: String, _ guest: String, _ connection: any SQLConnection) throws {
        let lock: SQL = connection.dialect == .postgres ? " FOR SHARE" : ""
        guard try !connection.rows("SELECT id FROM guest WHERE id = \(guest)\(lock)").isEmpty else { return }
        try connection.execute(
            "INSERT INTO order_contact (purchase, guest, document) VALUES (\(purchase), \(guest), \(try ContractJSON.text(contact)))")
    }

    func claims(business: String, orderID: String?, before: String?, limit: Int) async throws -> [ClaimEntry] {
        try await store.read { connection in
            var conditions: [SQL] = [Self.isOf(business)]
            if let orderID { conditions.append("p.order_id = \(orderID)") }
            if let before {
                let place = try connection.rows("SELECT p.made FROM purchase p WHERE p.id = \(before) AND \(Self.isOf(business))").first
                guard let made = place?.integer(0) else { throw CursorExpired() }
                conditions.append("(p.made, p.id) < (\(made), \(before))")
            }
            return try connection.rows(
                """
                \(Self.claimed(business)) WHERE \(SQL.joined(conditions, by: " AND ")) ORDER BY p.made DESC, p.id DESC LIMIT \(limit)
                """
            ).map { row in
                Self.claim(row).map(ClaimEntry.whole)
                    ?? .damaged(UnreadableRecord(id: row.text(0), parentID: business, document: row.text(3)))
            }
        }
    }

    func claim(id: String, business: String) async throws -> ClaimedOrder? {
        try await store.read { connection in
            let rows = try connection.rows("\(Self.claimed(business)) WHERE p.id = \(id) AND \(Self.isOf(business))")
            guard let row = rows.first else { return nil }
            guard let claim = Self.claim(row) else { throw CatalogueError.malformed("purchase", id: id) }
            return claim
        }
    }

    private static func isOf(_ business: String) -> SQL {
        "p.app IN (SELECT id FROM resource WHERE kind = \(ClientApp.kind) AND parent = \(business))"
    }

    private static func claimed(_ business: String) -> SQL {
        """
        SELECT p.id, p.app, p.made, p.document, c.document, EXISTS (
            SELECT 1 FROM shop_order o WHERE o.business = \(business) AND o.order_id = p.order_id
        ) FROM purchase p LEFT JOIN order_contact c ON c.purchase = p.id
        """
    }

    private static func claim(_ row: SQLRow) -> ClaimedOrder? {
        guard let kept = try? ContractJSON.decode(Purchase.self, from: row.text(3)) else { return nil }
        // SQLite's truth is a number, PostgreSQL's a letter.
        let isConfirmed = row.values[5] == .integer(1) || row.values[5] == .text("t")
        var claim = ClaimedOrder(
            id: row.text(0), appID: row.text(1), order: kept.order, madeAt: Timestamp.date(row.integer(2)), isConfirmed: isConfirmed)
        (claim.guestID, claim.attribution) = (kept.guestID, kept.attribution)
        claim.contact = row.optionalText(4).flatMap { try? ContractJSON.decode(OrderContact.self, from: $0) }
        return claim
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
        guard isFit(orderID, 128) else { throw APIError(.invalidField, "An order's id needs 1 to 128 bytes.", field: "order_id") }
        guard Currency.isKnown(currency) else {
            throw APIError(.invalidField, "Enter a currency code such as EUR (ISO 4217).", field: "currency")
        }
        if let country, country.utf8.count != 2 || !country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
            throw APIError(.invalidField, "Enter a country code of two capital letters, such as DE (ISO 3166-1).", field: "country")
        }
        guard lineItems.count <= 500 else { throw APIError(.invalidField, "An order can have at most 500 lines.", field: "line_items") }
        for (index, item) in lineItems.enumerated() {
            guard isFit(item.sku, 128) else {
                throw APIError(.invalidField, "A SKU needs 1 to 128 bytes.", field: "line_items[\(index)].sku")
            }
            guard (1...1_000_000).contains(item.quantity) else {
                throw APIError(.invalidField, "Enter a number from 1 to 1000000.", field: "line_items[\(index)].quantity")
            }
            guard item.price.millionths >= 0 else {
                throw APIError(.invalidAmount, "A price can't be negative.", field: "line_items[\(index)].price")
            }
        }
        let parts: [(Amount?, String)] = [
            (orderValue, "order_value"), (subtotal, "subtotal"), (totalDiscounts, "total_discounts"), (shippingPrice, "shipping_price"),
        ]
        for (amount, field) in parts where (amount?.millionths ?? 0) < 0 {
            throw APIError(
                .invalidAmount, "It can't be negative. The shop reports a refund with PUT \(APIRoute.template("setRefunded")).",
                field: field)
        }
        var order = self
        order.contact = try contact?.checked()
        order.extra = extra?.filter { !Self.reservedExtraKeys.contains($0.key) }
        let size = (order.extra ?? [:]).reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard size <= 16384 else { throw APIError(.invalidField, "It can have at most 16 KiB.", field: "extra") }
        return order
    }
}
