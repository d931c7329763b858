// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Catalogue records", .serialized) struct RecordTests {
    private static let noon = OpenedCatalogue.noon
    private static let day = noon.addingTimeInterval(-86400)
    private static let tomorrow = noon.addingTimeInterval(86400)

    private static func event(
        _ id: String, _ name: EventName = .start, video: String? = "v1", _ change: (inout ViewerEvent) -> Void = { _ in }
    )
        -> ViewerEvent
    {
        var event = ViewerEvent(id: id, name: name, ts: noon, videoID: video)
        change(&event)
        return event
    }

    @Test("An event counts once, and an invalid one does not affect the others", arguments: Make.available) func events(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            let events = opened.catalogue.events
            let batch = [
                Self.event("e1"), Self.event("e2", .complete), Self.event("e1"), Self.event("", .start), Self.event("e3", video: "../x"),
                Self.event("e4") { $0.properties = ["text": "'\u{0}\u{1F}; DROP"] },
            ]
            let receipt = try await events.record(batch, of: opened.viewer, at: Self.noon)
            #expect(receipt.accepted == 4)
            #expect(receipt.rejected.map(\.field) == ["id", "video_id"])
            #expect(try await events.record(batch, of: opened.viewer, at: Self.noon).accepted == 4)
            #expect(try await events.count(of: .start, video: "v1", from: Self.day, to: Self.tomorrow) == 2)
            // Another guest's event with the same ID is a different event.
            _ = try await events.record([batch[0]], of: Viewer(guestID: "guest2", appID: "app1"), at: Self.noon)
            #expect(try await events.count(of: .start, video: nil, from: Self.day, to: Self.tomorrow) == 3)
            await #expect(throws: APIError.self) {
                try await events.record((0..<201).map { Self.event("x\($0)") }, of: opened.viewer, at: Self.noon)
            }
            #expect(try await events.forgetEvents(before: Self.tomorrow, limit: 2) == 2)
        }
    }

    @Test("Simultaneous batches are all recorded", arguments: Make.available) func intake(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for batch in 0..<40 {
                    group.addTask {
                        let viewer = Viewer(guestID: "guest\(batch % 5)", appID: "app1")
                        return try await opened.catalogue.events.record(
                            (0..<20).map { Self.event("e\(batch)-\($0)", .pause) }, of: viewer, at: Self.noon
                        ).accepted
                    }
                }
                let accepted = try await group.reduce(0, +)
                #expect(accepted == 800)
            }
            #expect(try await opened.catalogue.events.count(of: .pause, video: nil, from: Self.day, to: Self.tomorrow) == 800)
        }
    }

    @Test("Only what a viewer allows is recorded", arguments: Make.available) func tracking(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1)
            let events = opened.catalogue.events
            let batch = [Self.event("e1"), Self.event("e2", .pause), Self.event("e3", .impression) { $0.properties = ["a": "b"] }]
            var viewer = opened.viewer
            viewer.tracking = .none
            #expect(try await events.record(batch, of: viewer, at: Self.noon).accepted == 3)
            #expect(try await events.count(of: .start, video: nil, from: Self.day, to: Self.tomorrow) == 0)
            viewer.tracking = .essentialOnly
            #expect(try await events.record(batch, of: viewer, at: Self.noon).accepted == 3)
            #expect(try await events.count(of: .start, video: nil, from: Self.day, to: Self.tomorrow) == 1)
            #expect(try await events.count(of: .pause, video: nil, from: Self.day, to: Self.tomorrow) == 0)
            #expect(try await events.seen(by: viewer.guestID, limit: 10) == [])
            let guest = try await opened.catalogue.guests.guest(app: "app1", device: "d1", at: Self.noon)
            let export = try await opened.catalogue.guests.export(guest.id)
            #expect(export?["events"] == [])
            // Autoplayed videos count as seen after three seconds.
            _ = try await events.record([Self.event("e5") { $0.isAutoplay = true }], of: opened.viewer, at: Self.noon)
            #expect(try await events.seen(by: opened.viewer.guestID, limit: 10) == [])
            let watched = Self.event("e6", .session) { ($0.isAutoplay, $0.progressMS) = (true, 3000) }
            _ = try await events.record([watched], of: opened.viewer, at: Self.noon)
            #expect(try await events.seen(by: opened.viewer.guestID, limit: 10) == ["v1"])
        }
    }

    private static func order(_ id: String, _ value: String = "19.9", sku: String = "sku1") throws -> PurchaseRequest {
        let amount = try #require(Amount(value))
        var order = PurchaseRequest(
            orderID: id, orderValue: amount, currency: "EUR", subtotal: amount,
            lineItems: [LineItem(sku: sku, price: amount, quantity: 1, productName: "Shoe")])
        order.extra = ["note": "x", "currency": "USD"]
        return order
    }

    @Test("Purchases are exact, count once, and are attributed to a video", arguments: Make.available)
    func purchases(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1) { $0.products = ["p1"] }
            try await opened.addVideo("v2", minute: 2) { $0.products = ["p1"] }
            try await opened.addVideo("v3", minute: 3)
            var product = Product(id: "p1", storeID: "s1", externalID: "e1", name: "Shoe", currency: "EUR")
            var unit = ProductUnit(id: "u1", externalID: "eu1", name: "M", price: try #require(Amount("19.90")))
            unit.sku = "sku1"
            product.units = [unit]
            try await catalogue.resources.save(product, at: Self.noon)
            func click(_ id: String, _ video: String, days: Double, _ name: EventName = .productClicked) async throws {
                let event = Self.event(id, name, video: video) { $0.ts = Self.noon.addingTimeInterval(-86400 * days) }
                _ = try await catalogue.events.record([event], of: opened.viewer, at: Self.noon)
            }
            #expect(try await catalogue.purchases.record(Self.order("o1"), of: opened.viewer, at: Self.noon).attribution == nil)
            try await click("c1", "v1", days: 31)
            #expect(try await catalogue.purchases.record(Self.order("o2"), of: opened.viewer, at: Self.noon).attribution == nil)
            try await click("c2", "v2", days: 29, .engagedView)
            try await click("c3", "v1", days: 29.5)
            try await click("c4", "v3", days: 1)
            try await click("c5", "v1", days: 1, .impression)
            let purchase = try await catalogue.purchases.record(Self.order("o3", "0.1"), of: opened.viewer, at: Self.noon)
            #expect(purchase.attribution == PurchaseAttribution(videoID: "v2", window: 30, matchedSKU: "sku1", ruleVersion: 1))
            #expect(purchase.order.extra == ["note": "x"])
            #expect(try await catalogue.purchases.record(Self.order("o3", "7"), of: opened.viewer, at: Self.noon) == purchase)
            var stranger = opened.viewer
            stranger.tracking = .essentialOnly
            let anonymous = try await catalogue.purchases.record(Self.order("o4", "0.2"), of: stranger, at: Self.noon)
            #expect(anonymous.attribution == nil)
            #expect(anonymous.guestID == nil)
            #expect(
                try await catalogue.purchases.record(Self.order("o5", sku: "none"), of: opened.viewer, at: Self.noon).attribution == nil)
            let revenue = try await catalogue.purchases.revenue(app: "app1", from: Self.day, to: Self.tomorrow, isAttributedOnly: false)
            #expect(revenue == ["EUR": try #require(Amount("60"))])
            let attributed = try await catalogue.purchases.revenue(app: "app1", from: Self.day, to: Self.tomorrow, isAttributedOnly: true)
            #expect(attributed == ["EUR": try #require(Amount("0.1"))])
            var wrong = try Self.order("o6")
            wrong.lineItems[0].quantity = 0
            let error = await #expect(throws: APIError.self) {
                try await catalogue.purchases.record(wrong, of: opened.viewer, at: Self.noon)
            }
            #expect(error?.error.field == "line_items[0].quantity")
        }
    }

    @Test("A guest's data is exported completely, then erased", arguments: Make.available) func guests(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let catalogue = opened.catalogue
            try await opened.addChannel("c1")
            for number in 0..<3 { try await opened.addVideo("v\(number)", minute: number) }
            let guest = try await catalogue.guests.guest(app: "app1", device: "d1", at: Self.noon)
            #expect(try await catalogue.guests.guest(app: "app1", device: "d1", at: Self.tomorrow) == guest)
            #expect(try await catalogue.guests.guest(app: "app2", device: "d1", at: Self.noon).id != guest.id)
            let nobody = try await catalogue.guests.guest(app: "app1", device: nil, at: Self.noon)
            #expect(try await catalogue.guests.guest(app: "app1", device: nil, at: Self.noon).id != nobody.id)
            let viewer = Viewer(guestID: guest.id, appID: "app1")
            try await opened.see("v1", at: Self.noon, viewer: viewer)
            _ = try await catalogue.purchases.record(Self.order("o1"), of: viewer, at: Self.noon)
            let feed = try await catalogue.feeds.makeFeed(FeedRequest(source: .channel("c1"), pageSize: 1), for: viewer, at: Self.noon)
            let export = try #require(try await catalogue.guests.export(guest.id))
            #expect(export["guest"]?["id"]?.text == guest.id)
            #expect(export["events"]?.elements?.count == 1)
            #expect(export["purchases"]?.elements?.count == 1)
            #expect(export["seen"]?.elements?.first?["video_id"] == "v1")
            #expect(try await catalogue.guests.erase(guest.id))
            #expect(try await !catalogue.guests.erase(guest.id))
            #expect(try await catalogue.guests.export(guest.id) == nil)
            #expect(try await catalogue.events.count(of: .start, video: nil, from: Self.day, to: Self.tomorrow) == 0)
            #expect(try await catalogue.events.seen(by: guest.id, limit: 10) == [])
            let orders = try await catalogue.purchases.purchases(app: "app1", from: Self.day, to: Self.tomorrow, limit: 10)
            #expect(orders.map(\.guestID) == [nil])
            #expect(orders.map(\.order.extra) == [nil])
            await #expect(throws: APIError.self) {
                try await catalogue.feeds.page(of: feed.feedID, cursor: "1", for: viewer, at: Self.noon)
            }
        }
    }
}
