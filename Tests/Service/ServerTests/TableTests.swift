// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Tables to download", .onEachDatabase) struct TableTests {
    private static func with(_ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { service in
            var business = Business(id: "b1", name: "b1")
            business.timeZone = "Asia/Kolkata"
            try await service.catalogue.resources.save(business, at: service.clock.now)
            var app = ClientApp(id: "app1", name: "app1", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            try await service.addChannel("c1")
            try await body(service)
        }
    }

    private static func lines(_ manager: Manager, _ path: String) async throws -> [String] {
        let reply = try await manager.send(.GET, path)
        #expect(reply.status == 200, "\(path): \(reply.text)")
        #expect(reply["Content-Type"]?.hasPrefix("text/csv") == true)
        #expect(reply["Content-Disposition"]?.hasPrefix("attachment; filename=\"") == true)
        #expect(reply["Cache-Control"] == "no-store")
        return reply.text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    }

    private static func confirm(_ manager: Manager, _ id: String, at date: Date) async throws {
        let order = PurchaseRequest(orderID: id, orderValue: try #require(Amount("19.90")), currency: "EUR", subtotal: .zero, lineItems: [])
        var confirmation = OrderConfirmation(order: order)
        (confirmation.appID, confirmation.madeAt) = ("app1", date)
        let reply = try await manager.send(.POST, "/v1/admin/orders", json: ContractJSON.text(confirmation))
        #expect(reply.status == 201, "\(reply.text)")
    }

    @Test("Orders have times in the business's time zone, and only those of the period") func orders() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            let noon = service.clock.now
            for (number, id) in ["=first", "second", "third"].enumerated() {
                try await Self.confirm(manager, id, at: noon.addingTimeInterval(Double(number * 60 - 600)))
            }
            let all = try await Self.lines(manager, "/v1/admin/orders.csv")
            #expect(all.count == 4)
            #expect(all[0].hasPrefix(#""id","order_id","placed_at""#))
            #expect(all[1].contains(#""third","2025-11-22T17:22:00+05:30""#), "\(all[1])")
            #expect(all[1].contains(#""EUR","19.90""#) || all[1].contains(#""EUR","19.9""#), "\(all[1])")
            // It opens in a spreadsheet without being evaluated.
            #expect(all[3].contains(#""'=first""#), "\(all[3])")
            let some = try await Self.lines(
                manager,
                "/v1/admin/orders.csv?from=\(Timestamp.text(noon.addingTimeInterval(-560)))&to=\(Timestamp.text(noon.addingTimeInterval(-500)))"
            )
            #expect(some.count == 2)
            #expect(some[1].contains(#""second""#))
            #expect(try await Self.lines(Manager(service, business: "b2"), "/v1/admin/orders.csv").count == 1)
            let wrong = try await manager.send(.GET, "/v1/admin/orders.csv?from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z")
            #expect(wrong.code == .invalidField)
        }
    }

    @Test("Analytics have the business's days and their time zone") func insights() async throws {
        try await Self.with { service in
            try await service.addVideo("v1")
            let client = try await service.client()
            // After half past six in the evening it is the next day in India.
            service.clock.advance(by: 8 * 3600)
            let event = ViewerEvent(id: "e1", name: .start, ts: service.clock.now, videoID: "v1")
            _ = try await service.catalogue.events.record(
                [event], of: Viewer(guestID: client.guestID, appID: "app1"), at: service.clock.now)
            let manager = try await Manager(service)
            let lines = try await Self.lines(manager, "/v1/admin/insights.csv?metric=starts&group_by=day,video_id")
            #expect(lines == [#""day","video_id","starts","currency","time_zone""#, #""2025-11-23","v1","1","","Asia/Kolkata""#])
            #expect(try await manager.send(.GET, "/v1/admin/insights.csv?metric=starts&group_by=x").code == .invalidField)
            let narrow = try await Manager(service, scopes: ["videos:read"])
            #expect(try await narrow.send(.GET, "/v1/admin/insights.csv?metric=starts").code == .insufficientScope)
            let studio = try await StudioBrowsing.signedIn(service)
            let table = try await studio.get("/studio/figures.csv?metric=starts&group_by=day&days=7")
            #expect(table.status == 200)
            #expect(table.text.contains(#""2025-11-23","1""#), "\(table.text)")
            #expect(try await studio.get("/studio/figures").text.contains("action=\"/studio/figures.csv\""))
        }
    }

    @Test("All videos of a business are in their table, whoever may see them") func videos() async throws {
        try await Self.with { service in
            try await service.addChannel("other", business: "b2")
            try await service.addVideo("foreign", channel: "other")
            for number in 0..<3 {
                service.clock.advance(by: 1)
                try await service.addVideo("v\(number)", ["a", "b"]) { $0.access = number == 1 ? .unlisted : .owners }
            }
            let lines = try await Self.lines(Manager(service), "/v1/admin/videos.csv")
            #expect(lines.count == 4)
            #expect(lines[2].contains(#""v1","Video v1","c1","video","ready","unlisted","2025-11-22T17:29:00+05:30""#), "\(lines[2])")
            #expect(lines[2].contains(#""a b""#))
        }
    }
}
