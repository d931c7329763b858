// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores the orders that shops confirm, by business and the shop's own order id.
public protocol OrderRepository: Sendable {
    /// Stores an order, or updates the one with its id.
    /// - Returns: the order, and whether it is new.
    /// - Throws: `APIError` if it is invalid, or if the business has no app for it.
    func confirm(_ confirmation: OrderConfirmation, business: String, at now: Date) async throws -> (order: ShopOrder, isNew: Bool)
    /// - Parameter refunded: the total amount.
    /// - Returns: nil if there is no such order.
    func refund(_ id: String, business: String, refunded: Amount, at now: Date) async throws -> ShopOrder?
    /// Nil also for an order of another business.
    /// - Throws: `CatalogueError` if it can't be read. Confirming it again repairs it.
    func order(id: String, business: String) async throws -> ShopOrder?
    /// Newest first.
    /// - Parameters:
    ///   - orderID: the shop's order id; nil for all.
    ///   - before: an id; only the orders after it in the list are returned.
    /// - Throws: ``CursorExpired`` if the business has no order with the id `before`.
    func orders(business: String, orderID: String?, before: String?, limit: Int) async throws -> [OrderEntry]
}

/// An entry in a list of orders.
public enum OrderEntry: Hashable, Sendable {
    case whole(ShopOrder)
    /// The record can't be read.
    case damaged(UnreadableRecord)

    /// Nil if it can't be read.
    public var order: ShopOrder? { if case .whole(let order) = self { order } else { nil } }

    public var id: String {
        switch self {
        case .whole(let order): order.id
        case .damaged(let damaged): damaged.id
        }
    }
}

struct SQLOrders: OrderRepository {
    let store: any SQLStore

    func confirm(_ confirmation: OrderConfirmation, business: String, at now: Date) async throws -> (order: ShopOrder, isNew: Bool) {
        var confirmation = confirmation
        confirmation.order = try confirmation.order.checked()
        // The shop knows its customer, and a contact stored here could not be erased with the guest.
        confirmation.order.contact = nil
        let incoming = confirmation
        return try await store.write { connection in
            let records = OrderRecords(connection: connection, business: business, now: now)
            try records.lock(incoming.order.orderID)
            let before = try records.order(named: incoming.order.orderID, orElse: incoming.order)
            let order = try records.order(from: incoming, before: before)
            try records.write(order)
            return (order, before == nil)
        }
    }

    func refund(_ id: String, business: String, refunded: Amount, at now: Date) async throws -> ShopOrder? {
        try await store.write { connection in
            let records = OrderRecords(connection: connection, business: business, now: now)
            guard let orderID = try records.order(id: id)?.order.orderID else { return nil }
            try records.lock(orderID)
            guard var order = try records.order(id: id) else { return nil }
            order.refunded = try OrderRecords.checked(refunded, of: order.order)
            order.changedAt = now
            try records.write(order)
            return order
        }
    }

    func order(id: String, business: String) async throws -> ShopOrder? {
        try await store.read { try OrderRecords(connection: $0, business: business, now: .distantPast).order(id: id) }
    }

    func orders(business: String, orderID: String?, before: String?, limit: Int) async throws -> [OrderEntry] {
        try await store.read { connection in
            var conditions: [SQL] = ["business = \(business)"]
            if let orderID { conditions.append("order_id = \(orderID)") }
            if let before {
                let place = try connection.rows("SELECT made FROM shop_order WHERE id = \(before) AND business = \(business)").first
                guard let made = place?.integer(0) else { throw CursorExpired() }
                conditions.append("(made, id) < (\(made), \(before))")
            }
            return try connection.rows(
                """
                SELECT document, id FROM shop_order WHERE \(SQL.joined(conditions, by: " AND ")) ORDER BY made DESC, id DESC LIMIT \(limit)
                """
            ).map { row in
                (try? ContractJSON.decode(ShopOrder.self, from: row.text(0))).map(OrderEntry.whole)
                    ?? .damaged(UnreadableRecord(id: row.text(1), parentID: business, document: row.text(0)))
            }
        }
    }
}

/// Reads and writes orders of a business within one transaction.
private struct OrderRecords {
    let connection: any SQLConnection
    let business: String
    let now: Date

    /// Serialises confirmations of an order until the transaction ends. SQLite has only one writer anyway.
    func lock(_ orderID: String) throws {
        guard connection.dialect == .postgres else { return }
        _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtextextended(\(business + " " + orderID), 7813594))")
    }

    /// - Parameter incoming: the request to combine with the row's columns if its document can't be read.
    func order(named orderID: String, orElse incoming: PurchaseRequest) throws -> ShopOrder? {
        guard let row = try row("order_id = \(orderID)") else { return nil }
        if let order = try? ContractJSON.decode(ShopOrder.self, from: row.text(0)) { return order }
        var order = ShopOrder(
            id: row.text(1), appID: row.text(2), order: incoming, refunded: Amount(millionths: row.integer(4)) ?? .zero,
            madeAt: Timestamp.date(row.integer(5)))
        order.guestID = row.optionalText(3)
        return order
    }

    /// - Throws: `CatalogueError` if it can't be read.
    func order(id: String) throws -> ShopOrder? {
        try row("id = \(id)").map { row in
            guard let order = try? ContractJSON.decode(ShopOrder.self, from: row.text(0)) else {
                throw CatalogueError.malformed("order", id: id)
            }
            return order
        }
    }

    private func row(_ condition: SQL) throws -> SQLRow? {
        try connection.rows(
            "SELECT document, id, app, guest, refunded, made FROM shop_order WHERE business = \(business) AND \(condition)"
        ).first
    }

    static func checked(_ refunded: Amount, of order: PurchaseRequest) throws(APIError) -> Amount {
        guard (0...order.orderValue.millionths).contains(refunded.millionths) else {
            throw APIError(.invalidAmount, "Enter an amount from 0 to \(order.orderValue), which was paid.", field: "refunded")
        }
        return refunded
    }

    /// The order to store.
    func order(from incoming: OrderConfirmation, before: ShopOrder?) throws -> ShopOrder {
        let apps = try connection.rows(
            "SELECT id FROM resource WHERE kind = \(ClientApp.kind) AND parent = \(business) ORDER BY created, id"
        ).map { $0.text(0) }
        let guest = try guest(of: incoming, apps: apps)
        if let app = incoming.appID, !apps.contains(app) {
            throw APIError(.invalidField, "Your business has no app with this id.", field: "app_id")
        }
        guard let app = incoming.appID ?? before?.appID ?? guest?.app ?? apps.first else {
            throw APIError(.conflict, "Your business has no app. Create one first: POST \(APIRoute.path("createApp")).", field: "app_id")
        }
        let refunded = try Self.checked(incoming.refunded ?? before?.refunded ?? .zero, of: incoming.order)
        let made = before?.madeAt ?? incoming.madeAt.map { min($0, now) } ?? now
        var order = ShopOrder(id: before?.id ?? OpaqueID.make(), appID: app, order: incoming.order, refunded: refunded, madeAt: made)
        order.changedAt = now
        order.guestID = guest?.id ?? (incoming.guestID == nil ? before?.guestID : nil)
        // The events may be deleted by now, so an earlier attribution is kept while guest and items are the same.
        if let before, before.guestID == order.guestID, before.order.lineItems == order.order.lineItems {
            order.attribution = before.attribution
        } else if let id = order.guestID {
            let viewer = Viewer(guestID: id, appID: app)
            order.attribution = try PurchaseAttributor(connection: connection).attribution(of: order.order, viewer, at: made)
        }
        return order
    }

    /// The buyer, if that guest allows tracking: the guest whom the shop names, or else the only guest who claims exactly this order.
    private func guest(of incoming: OrderConfirmation, apps: [String]) throws -> (id: String, app: String)? {
        let among = SQL.list(apps.map(SQLValue.text))
        var id = incoming.guestID
        if id == nil {
            let claims = try connection.rows(
                """
                SELECT guest FROM purchase WHERE order_id = \(incoming.order.orderID) AND app IN \(among)
                AND value = \(incoming.order.orderValue.millionths) AND currency = \(incoming.order.currency) LIMIT 2
                """)
            id = claims.count == 1 ? claims[0].optionalText(0) : nil
        }
        guard let id else { return nil }
        return try connection.rows(
            "SELECT id, app FROM guest WHERE id = \(id) AND app IN \(among) AND tracking = \(TrackingLevel.all.rawValue)"
        ).first.map { ($0.text(0), $0.text(1)) }
    }

    func write(_ order: ShopOrder) throws {
        try connection.execute(
            """
            INSERT INTO shop_order (id, business, app, guest, order_id, currency, value, refunded, made, attributed_video, document)
            VALUES (\(order.id), \(business), \(order.appID), \(order.guestID), \(order.order.orderID), \(order.order.currency),
                \(order.order.orderValue.millionths), \(order.refunded.millionths), \(Timestamp.milliseconds(order.madeAt)),
                \(order.attribution?.videoID), \(try ContractJSON.text(order)))
            ON CONFLICT (id) DO UPDATE SET app = excluded.app, guest = excluded.guest, currency = excluded.currency,
                value = excluded.value, refunded = excluded.refunded, attributed_video = excluded.attributed_video,
                document = excluded.document
            """)
    }
}
