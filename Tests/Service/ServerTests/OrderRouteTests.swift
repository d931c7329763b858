// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Orders over HTTP", .onEachDatabase) struct OrderRouteTests {
    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            try await body(service, Manager(service))
        }
    }

    private static func body(_ id: String, _ value: String = "10", more: String = "", currency: String = "EUR") -> String {
        #"{"order":{"order_id":"\#(id)","order_value":"\#(value)","currency":"\#(currency)","subtotal":"1","line_items":[]}\#(more)}"#
    }

    @Test("A shop confirms an order once, changes it, refunds it, and lists its orders") func life() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/orders"
            let made = try await manager.send(.POST, path, json: Self.body("o1"))
            #expect(made.status == 201, "\(made.text)")
            let order = try made.json(ShopOrder.self)
            let changed = try await manager.send(.POST, path, json: Self.body("o1", "12"))
            #expect(try changed.status == 200 && changed.json(ShopOrder.self).id == order.id)
            let refund = try await manager.send(.PUT, "\(path)/\(order.id)/refunded", json: #"{"refunded":"2"}"#)
            #expect(try refund.json(ShopOrder.self).refunded == Amount("2"))
            #expect(try await manager.send(.GET, "\(path)/\(order.id)").json(ShopOrder.self).order.orderValue == Amount("12"))
            #expect(try await manager.send(.POST, path, json: Self.body("o2")).status == 201)
            let list = try await manager.send(.GET, path + "?page_size=1").json(ResourceList<ShopOrder>.self)
            let next = try await manager.send(.GET, #require(list.paging.next)).json(ResourceList<ShopOrder>.self)
            #expect(Set((list.data + next.data).map(\.order.orderID)) == ["o1", "o2"])
            #expect(next.paging.next == nil)
            #expect(try await manager.send(.GET, path + "?order_id=o1").json(ResourceList<ShopOrder>.self).data.map(\.id) == [order.id])
            let other = try await Manager(service, business: "b2")
            // A position in another business's list, and one that doesn't exist.
            for (reader, position) in [(other, order.id), (manager, "none")] {
                let lost = try await reader.send(.GET, "\(path)?before_id=\(position)")
                #expect(lost.status == 422, "\(lost.text)")
                #expect(lost.error?.field == "before_id", "\(lost.text)")
            }
            #expect(try await other.send(.GET, "\(path)/\(order.id)").code == .notFound)
            #expect(try await other.send(.PUT, "\(path)/\(order.id)/refunded", json: #"{"refunded":"0"}"#).code == .notFound)
            #expect(try await other.send(.GET, path).json(ResourceList<ShopOrder>.self).data == [])
            // A business without an app can't count it.
            #expect(try await other.send(.POST, path, json: Self.body("o1")).code == .conflict)
            #expect(try await Manager(service, scopes: ["orders:read"]).send(.POST, path, json: Self.body("o3")).code == .insufficientScope)
            #expect(try await service.client().send(.POST, path, json: Self.body("o3")).code == .invalidToken)
        }
    }

    @Test(
        "An invalid order is refused with its field",
        arguments: [
            (body("o1", "-1"), "order.order_value"), (body("o1", currency: "ZZZ"), "order.currency"), (body(""), "order.order_id"),
            (body("o1", more: #","refunded":"10.5""#), "refunded"), (body("o1", more: #","refunded":"-1""#), "refunded"),
            (body("o1", more: #","app_id":"none""#), "app_id"),
        ]) func refused(json: String, field: String) async throws
    {
        try await Self.with { _, manager in
            let reply = try await manager.send(.POST, "/v1/admin/orders", json: json)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == field, "\(reply.text)")
        }
    }
}
