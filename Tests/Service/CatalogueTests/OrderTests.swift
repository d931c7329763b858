// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Orders", .serialized) struct OrderTests {
    private static let noon = OpenedCatalogue.noon
    private static let days = Timestamp.milliseconds(noon) / 86_400_000 - 1..<Timestamp.milliseconds(noon) / 86_400_000 + 1

    private static func with(_ make: Make, _ body: @escaping (OpenedCatalogue) async throws -> Void) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            for business in ["b1", "b2"] {
                var app = ClientApp(id: "app-\(business)", name: "x", createdAt: noon)
                app.businessID = business
                try await resources.save(app, at: noon)
                try await resources.save(BusinessStore(id: "s-\(business)", businessID: business, name: "x", currency: "EUR"), at: noon)
                try await resources.save(
                    Product(id: "p-\(business)", storeID: "s-\(business)", externalID: "shoe", name: "Shoe", currency: "EUR"), at: noon)
                try await opened.addChannel("c-\(business)", business: business)
                try await opened.addVideo("v-\(business)", channel: "c-\(business)", minute: 1) { $0.products = ["p-\(business)"] }
            }
            try await body(opened)
        }
    }

    private static func order(_ id: String, _ value: String = "10") throws -> PurchaseRequest {
        let amount = try #require(Amount(value))
        return PurchaseRequest(
            orderID: id, orderValue: amount, currency: "EUR", subtotal: amount,
            lineItems: [LineItem(sku: "shoe", price: amount, quantity: 1)])
    }

    /// A guest of the first business, who clicked on the product in its video if `clicks`.
    private static func viewer(_ opened: OpenedCatalogue, clicks: Bool = true, app: String = "app-b1") async throws -> Viewer {
        let guest = try await opened.catalogue.guests.guest(app: app, device: nil, at: noon)
        let viewer = Viewer(guestID: guest.id, appID: app)
        if clicks {
            let click = ViewerEvent(id: "c", name: .productClicked, ts: noon.addingTimeInterval(-60), videoID: "v-b1")
            _ = try await opened.catalogue.events.record([click], of: viewer, at: noon)
        }
        return viewer
    }

    private static func confirm(
        _ opened: OpenedCatalogue, _ order: PurchaseRequest, guest: String? = nil, refunded: Amount? = nil, at now: Date = noon
    ) async throws -> ShopOrder {
        let confirmation = OrderConfirmation(order: order, guestID: guest, refunded: refunded)
        return try await opened.catalogue.orders.confirm(confirmation, business: "b1", at: now).order
    }

    private static func ask(_ opened: OpenedCatalogue, _ metric: InsightMetric) async throws -> [InsightRow] {
        try await opened.catalogue.insights.rows(InsightQuestion(metric: metric, groups: [], apps: ["app-b1"], days: days))
    }

    @Test("A guest who claims another's order first takes nothing from the buyer", arguments: Make.available)
    func preempted(make: Make) async throws {
        try await Self.with(make) { opened in
            let (thief, buyer) = (try await Self.viewer(opened, clicks: false), try await Self.viewer(opened))
            let purchases = opened.catalogue.purchases
            #expect(try await purchases.record(Self.order("1001", "1"), of: thief, at: Self.noon).attribution == nil)
            let claim = try await purchases.record(Self.order("1001"), of: buyer, at: Self.noon)
            #expect(claim.guestID == buyer.guestID)
            #expect(claim.attribution?.videoID == "v-b1")
            // The same guest's second claim is ignored.
            #expect(try await purchases.record(Self.order("1001", "99"), of: buyer, at: Self.noon) == claim)
            // Untracked guests also have one claim each, without an identity.
            for guest in ["g1", "g2", "g1"] {
                var silent = Viewer(guestID: guest, appID: "app-b1")
                silent.tracking = .none
                _ = try await purchases.record(Self.order("1002"), of: silent, at: Self.noon)
            }
            let (from, to) = (Self.noon.addingTimeInterval(-1), Self.noon.addingTimeInterval(1))
            let kept = try await purchases.purchases(app: "app-b1", from: from, to: to, limit: 100)
            #expect(kept.map(\.order.orderID).sorted() == ["1001", "1001", "1002", "1002"])
            // The shop knows the buyer, whatever was claimed.
            let order = try await Self.confirm(opened, Self.order("1001"), guest: buyer.guestID)
            #expect(order.guestID == buyer.guestID)
            #expect(order.attribution?.videoID == "v-b1")
        }
    }

    @Test("Without a guest ID a single matching claim counts, and of two neither does", arguments: Make.available)
    func claims(make: Make) async throws {
        try await Self.with(make) { opened in
            let buyer = try await Self.viewer(opened)
            let purchases = opened.catalogue.purchases
            _ = try await purchases.record(Self.order("o1"), of: buyer, at: Self.noon)
            _ = try await purchases.record(Self.order("o1", "11"), of: Self.viewer(opened), at: Self.noon)
            #expect(try await Self.confirm(opened, Self.order("o1")).guestID == buyer.guestID)
            for _ in 0..<2 { _ = try await purchases.record(Self.order("o2"), of: Self.viewer(opened), at: Self.noon) }
            let doubtful = try await Self.confirm(opened, Self.order("o2"))
            #expect(doubtful.guestID == nil)
            #expect(doubtful.attribution == nil)
            #expect(doubtful.appID == "app-b1")
            // Another business's guest and its claims have no effect here.
            let stranger = try await Self.viewer(opened, app: "app-b2")
            _ = try await purchases.record(Self.order("o3"), of: stranger, at: Self.noon)
            #expect(try await Self.confirm(opened, Self.order("o3")).guestID == nil)
            #expect(try await Self.confirm(opened, Self.order("o4"), guest: stranger.guestID).guestID == nil)
        }
    }

    @Test("Claims and confirmed orders are counted separately, and a refund reduces the revenue", arguments: Make.available)
    func figures(make: Make) async throws {
        try await Self.with(make) { opened in
            let buyer = try await Self.viewer(opened)
            for id in ["o1", "o2", "o3"] { _ = try await opened.catalogue.purchases.record(Self.order(id, "5"), of: buyer, at: Self.noon) }
            #expect(try await Self.ask(opened, .purchases).map(\.value) == [0])
            #expect(try await Self.ask(opened, .claimedPurchases).map(\.value) == [3])
            let one = try await Self.confirm(opened, Self.order("o1", "5"))
            _ = try await Self.confirm(opened, Self.order("o2", "7"), guest: buyer.guestID)
            #expect(try await Self.ask(opened, .purchases).map(\.value) == [2])
            #expect(try await Self.ask(opened, .revenue).map(\.amount) == [Amount("12")])
            #expect(try await Self.ask(opened, .claimedRevenue).map(\.amount) == [Amount("5")])
            // A second confirmation changes it, and does not count it twice.
            let later = Self.noon.addingTimeInterval(40 * 86400)
            let changed = try await Self.confirm(opened, Self.order("o2", "8"), refunded: Amount("1"), at: later)
            #expect(changed.madeAt == Self.noon)
            #expect(changed.changedAt == later)
            #expect(changed.guestID == buyer.guestID)
            #expect(changed.attribution?.videoID == nil || changed.attribution?.videoID == "v-b1")
            #expect(try await Self.ask(opened, .revenue).map(\.amount) == [Amount("12")])
            let orders = opened.catalogue.orders
            let refunded = try await orders.refund(one.id, business: "b1", refunded: #require(Amount("5")), at: later)
            #expect(refunded?.refunded == Amount("5"))
            #expect(refunded?.attribution == one.attribution)
            #expect(try await Self.ask(opened, .purchases).map(\.value) == [1])
            #expect(try await Self.ask(opened, .averageOrder).map(\.amount) == [Amount("7")])
            await #expect(throws: APIError.self) {
                try await orders.refund(one.id, business: "b1", refunded: #require(Amount("5.01")), at: later)
            }
            #expect(try await orders.refund(one.id, business: "b2", refunded: .zero, at: later) == nil)
        }
    }

    @Test("Orders are listed newest first, per business, and without erased guests", arguments: Make.available)
    func lists(make: Make) async throws {
        try await Self.with(make) { opened in
            let (orders, buyer) = (opened.catalogue.orders, try await Self.viewer(opened))
            for number in 0..<5 {
                _ = try await Self.confirm(
                    opened, Self.order("o\(number)"), guest: buyer.guestID, at: Self.noon.addingTimeInterval(Double(number)))
            }
            let first = try await orders.orders(business: "b1", orderID: nil, before: nil, limit: 3)
            #expect(first.map(\.order?.order.orderID) == ["o4", "o3", "o2"])
            let rest = try await orders.orders(business: "b1", orderID: nil, before: first.last?.id, limit: 3)
            #expect(rest.map(\.order?.order.orderID) == ["o1", "o0"])
            // Not an empty page, which would look like the end of the list.
            for (business, before) in [("b1", "none"), ("b2", first[0].id)] {
                await #expect(throws: CursorExpired.self) {
                    try await orders.orders(business: business, orderID: nil, before: before, limit: 3)
                }
            }
            #expect(try await orders.orders(business: "b1", orderID: "o3", before: nil, limit: 3).map(\.id) == [first[1].id])
            #expect(try await orders.orders(business: "b2", orderID: nil, before: nil, limit: 3) == [])
            #expect(try await orders.order(id: first[0].id, business: "b2") == nil)
            #expect(try await opened.catalogue.guests.export(buyer.guestID)?["orders"]?.elements?.count == 5)
            #expect(try await opened.catalogue.guests.erase(buyer.guestID))
            let after = try await orders.orders(business: "b1", orderID: nil, before: nil, limit: 10).compactMap(\.order)
            #expect(after.count == 5)
            #expect(after.allSatisfy { $0.guestID == nil && $0.attribution?.videoID == "v-b1" })
        }
    }

    @Test(
        "An invalid amount is refused in every field",
        arguments: ["subtotal", "total_discounts", "shipping_price", "order_value", "currency", "country"])
    func amounts(field: String) async throws {
        try await OpenedCatalogue.with(.sqlite) { opened in
            var order = try Self.order("o1")
            let negative = Amount("-1")
            switch field {
            case "subtotal": order.subtotal = try #require(negative)
            case "total_discounts": order.totalDiscounts = negative
            case "shipping_price": order.shippingPrice = negative
            case "order_value": order.orderValue = try #require(negative)
            case "country": order.country = "Germany"
            default: order.currency = "ZZZ"
            }
            let error = await #expect(throws: APIError.self) {
                try await opened.catalogue.purchases.record(order, of: opened.viewer, at: Self.noon)
            }
            #expect(error?.error.field == field)
        }
    }
}
