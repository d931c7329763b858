// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Attribution", .serialized) struct AttributionTests {
    private static let noon = OpenedCatalogue.noon

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

    private static func act(
        _ opened: OpenedCatalogue, _ name: EventName, _ video: String, stream: String? = nil, ago seconds: Double = 60,
        app: String = "app-b1"
    ) async throws {
        var event = ViewerEvent(id: UUID().uuidString, name: name, ts: noon.addingTimeInterval(-seconds), videoID: video)
        event.liveStreamID = stream
        _ = try await opened.catalogue.events.record([event], of: Viewer(guestID: "guest1", appID: app), at: noon)
    }

    private static func buy(_ opened: OpenedCatalogue, guest: String = "guest1", sku: String = "shoe") async throws -> PurchaseAttribution?
    {
        let amount = try #require(Amount("1"))
        let order = PurchaseRequest(
            orderID: UUID().uuidString, orderValue: amount, currency: "EUR", subtotal: amount,
            lineItems: [LineItem(sku: "other", price: amount, quantity: 1), LineItem(sku: sku, price: amount, quantity: 1)])
        return try await opened.catalogue.purchases.record(order, of: Viewer(guestID: guest, appID: "app-b1"), at: noon).attribution
    }

    @Test("Only clicks, opened pages and engaged views count for attribution", arguments: Make.available) func events(make: Make)
        async throws
    {
        for name in EventName.known {
            guard make == .sqlite || EventName.attributable.contains(name) else { continue }
            try await Self.with(make) { opened in
                try await Self.act(opened, name, "v-b1")
                let found = try await Self.buy(opened)
                let counts = [
                    EventName.productClicked, .productListItemClicked, .productCardClicked, .pinnedProductClicked,
                    .productPrimaryCTAClicked,
                    .engagedView,
                ].contains(name)
                #expect((found != nil) == counts, "\(name.rawValue)")
                if counts {
                    #expect(
                        found
                            == PurchaseAttribution(
                                videoID: "v-b1", window: 30, matchedSKU: "shoe", ruleVersion: AttributionRule.version))
                }
            }
        }
    }

    @Test("A purchase is attributed to the guest's newest event of the last thirty days", arguments: Make.available) func newest(make: Make)
        async throws
    {
        try await Self.with(make) { opened in
            try await opened.addVideo("v3", channel: "c-b1", minute: 2) { $0.products = ["p-b1"] }
            try await Self.act(opened, .productClicked, "v-b1", ago: 30 * 86400 + 1)
            #expect(try await Self.buy(opened) == nil)
            try await Self.act(opened, .engagedView, "v-b1", ago: 30 * 86400)
            #expect(try await Self.buy(opened)?.videoID == "v-b1")
            try await Self.act(opened, .productClicked, "v3", ago: 500)
            try await Self.act(opened, .engagedView, "v-b1", ago: 1000)
            #expect(try await Self.buy(opened)?.videoID == "v3")
            #expect(try await Self.buy(opened, guest: "guest2") == nil)
            #expect(try await Self.buy(opened, sku: "unknown") == nil)
        }
    }

    @Test("Repeated views of one video do not hide others", arguments: Make.available) func many(make: Make) async throws {
        try await Self.with(make) { opened in
            try await opened.addVideo("v9", channel: "c-b1", minute: 2)
            try await Self.act(opened, .productClicked, "v-b1", ago: 10_000)
            for start in stride(from: 0, to: 800, by: 200) {
                let events = (start..<start + 200).map {
                    ViewerEvent(id: "w\($0)", name: .engagedView, ts: Self.noon.addingTimeInterval(-Double($0)), videoID: "v9")
                }
                _ = try await opened.catalogue.events.record(events, of: Viewer(guestID: "guest1", appID: "app-b1"), at: Self.noon)
            }
            #expect(try await Self.buy(opened)?.videoID == "v-b1")
        }
    }

    @Test("A product of another business with the same name is a different product", arguments: Make.available) func others(make: Make)
        async throws
    {
        try await Self.with(make) { opened in
            try await Self.act(opened, .productClicked, "v-b2")
            #expect(try await Self.buy(opened) == nil)
        }
    }

    @Test("A product sold in a live stream counts as shown in the stream's video", arguments: Make.available) func streams(make: Make)
        async throws
    {
        try await Self.with(make) { opened in
            try await opened.addVideo("v5", channel: "c-b1", minute: 2)
            var stream = LiveStream(id: "l1", videoID: "v5", channelID: "c-b1", title: "x")
            stream.products = [LiveProduct(productID: "p-b1")]
            try await opened.catalogue.resources.save(stream, at: Self.noon)
            try await Self.act(opened, .pinnedProductClicked, "v5")
            #expect(try await Self.buy(opened) == nil)
            try await Self.act(opened, .pinnedProductClicked, "v5", stream: "l1", ago: 90)
            let found = try await Self.buy(opened)
            #expect(found?.videoID == "v5")
            #expect(found?.liveStreamID == "l1")
            // A stream that isn't the video's proves nothing.
            try await opened.addVideo("v6", channel: "c-b1", minute: 2)
            try await Self.act(opened, .pinnedProductClicked, "v6", stream: "l1", ago: 30)
            #expect(try await Self.buy(opened)?.videoID == "v5")
        }
    }
}
