// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Carts handed over to a shop", .onEachDatabase) struct CartTests {
    private static let checkout = "https://shop.test/cart?from=video"

    private static func with(_ body: @escaping @Sendable (RunningService, Manager, Client) async throws -> Void) async throws {
        try await RunningService.with { service in
            let (resources, now) = (service.catalogue.resources, service.clock.now)
            for business in ["b1", "b2"] {
                var app = ClientApp(id: "app-\(business)", name: "x", createdAt: now)
                app.businessID = business
                try await resources.save(app, at: now)
                try await resources.save(BusinessStore(id: "s-\(business)", businessID: business, name: "x", currency: "EUR"), at: now)
            }
            for (id, store) in [("mug", "s-b1"), ("lamp", "s-b1"), ("boot", "s-b2")] {
                var product = Product(id: id, storeID: store, externalID: "ext-\(id)", name: "A \(id)", currency: "EUR")
                var unit = ProductUnit(id: "\(id)-u", externalID: "unit-\(id)", name: "Large", price: try #require(Amount("19.95")))
                unit.sku = "sku-\(id)"
                var sold = ProductUnit(id: "\(id)-sold", externalID: "x", name: "Small", price: .zero)
                sold.isAvailable = false
                product.units = [unit, sold]
                try await resources.save(product, at: now)
            }
            try await body(service, Manager(service), service.client(app: "app-b1"))
        }
    }

    private static func cart(_ items: (String, String, Int)...) -> CartRequest {
        CartRequest(items: items.map { CartRequest.Item(productID: $0.0, unitID: $0.1, quantity: $0.2) })
    }

    private static func content(_ link: CartLink, key: String) throws -> CartContent {
        let query = try #require(URLComponents(string: link.url)?.queryItems)
        let (cart, signature) = (query.first { $0.name == "cart" }?.value ?? "", query.first { $0.name == "signature" }?.value ?? "")
        let code = HMAC<SHA256>.authenticationCode(for: Data(cart.utf8), using: SymmetricKey(data: Data(key.utf8)))
        #expect(Data(code).base64URL == signature)
        return try ContractJSON.decode(CartContent.self, from: #require(Data(base64URL: cart)))
    }

    @Test("A store's checkout key is made by the service, shown to its owners, and never stored in plain text") func keys() async throws {
        try await Self.with { service, manager, _ in
            let path = "/v1/admin/business_stores/s-b1"
            #expect(try await manager.send(.GET, path).json(BusinessStore.self).checkoutKey == nil)
            for wrong in ["http://shop.test/", "shop.test", "https://shop.test/#cart"] {
                let reply = try await manager.send(.PATCH, path, json: #"{"checkout_url":"\#(wrong)"}"#)
                #expect(reply.status == 422, "\(wrong)")
                #expect(reply.error?.field == "checkout_url", "\(wrong)")
            }
            let set = try await manager.send(.PATCH, path, json: #"{"checkout_url":"\#(Self.checkout)"}"#).json(BusinessStore.self)
            let key = try #require(set.checkoutKey)
            #expect(key.utf8.count == 43)
            let kept = try #require(try await service.catalogue.resources.find(BusinessStore.self, id: "s-b1")?.checkoutKey)
            #expect(kept != key)
            #expect(service.service.vault.open(kept) == key)
            #expect(try await manager.send(.PATCH, path, json: #"{"name":"y"}"#).json(BusinessStore.self).checkoutKey == key)
            #expect(try await manager.send(.PATCH, path, json: #"{"checkout_key":"short"}"#).error?.field == "checkout_key")
            let other = try await manager.send(.PATCH, path, json: #"{"checkout_key":null}"#).json(BusinessStore.self).checkoutKey
            #expect(other != nil)
            #expect(other != key)
            #expect(try await manager.send(.PATCH, path, json: #"{"checkout_url":null}"#).json(BusinessStore.self).checkoutKey == nil)
        }
    }

    @Test("A cart link has the catalogue's data of its items, and the guest's as far as allowed") func content() async throws {
        try await Self.with { service, manager, client in
            let set = try await manager.send(
                .PATCH, "/v1/admin/business_stores/s-b1", json: #"{"checkout_url":"\#(Self.checkout)"}"#)
            let key = try #require(set.json(BusinessStore.self).checkoutKey)
            let reply = try await client.post("/v1/carts", Self.cart(("mug", "mug-u", 2), ("lamp", "lamp-u", 1)))
            let link = try reply.json(CartLink.self)
            #expect(reply.status == 201)
            #expect(link.url.hasPrefix(Self.checkout + "&cart="))
            #expect(link.expiresAt == service.clock.now.addingTimeInterval(1800))
            let content = try Self.content(link, key: key)
            #expect(content.total == Amount("59.85"))
            #expect(content.currency == "EUR")
            #expect(content.storeID == "s-b1")
            #expect(content.guestID == client.guestID)
            #expect(content.expiresAt == link.expiresAt)
            #expect(content.items.map(\.quantity) == [2, 1])
            #expect(content.items.map(\.unitExternalID) == ["unit-mug", "unit-lamp"])
            #expect(content.items.first?.price == Amount("19.95"))
            #expect(content.items.first?.sku == "sku-mug")
            // Each link is another cart: a shop accepts one once.
            let again = try await client.post("/v1/carts", Self.cart(("mug", "mug-u", 2), ("lamp", "lamp-u", 1))).json(CartLink.self)
            #expect(try Self.content(again, key: key).id != content.id)
            #expect(try await client.send(.PATCH, "/v1/guests/me", json: #"{"tracking":"none"}"#).status == 200)
            let silent = try await client.post("/v1/carts", Self.cart(("mug", "mug-u", 1))).json(CartLink.self)
            #expect(try Self.content(silent, key: key).guestID == nil)
        }
    }

    @Test("An invalid cart is refused without revealing other businesses") func refusals() async throws {
        try await Self.with { _, manager, client in
            #expect(try await client.post("/v1/carts", Self.cart(("mug", "mug-u", 1))).code == .conflict)
            _ = try await manager.send(.PATCH, "/v1/admin/business_stores/s-b1", json: #"{"checkout_url":"\#(Self.checkout)"}"#)
            let wrong: [(CartRequest, Int, String?)] = [
                (Self.cart(), 422, "items"), (Self.cart(("mug", "mug-u", 1), ("mug", "mug-u", 1)), 422, "items"),
                (Self.cart(("mug", "mug-u", 0)), 422, "items[0].quantity"), (Self.cart(("mug", "mug-u", 1000)), 422, "items[0].quantity"),
                (Self.cart(("mug", "lamp-u", 1)), 422, "items[0].unit_id"), (Self.cart(("mug", "mug-sold", 1)), 409, "items[0].unit_id"),
                (Self.cart(("mug", "mug-u", 1), ("boot", "boot-u", 1)), 422, "items[1].product_id"),
                (Self.cart(("mug", "mug-u", 1), ("none", "u", 1)), 422, "items[1].product_id"),
                (Self.cart(("boot", "boot-u", 1)), 404, nil), (Self.cart(("none", "u", 1)), 404, nil),
                (CartRequest(items: [.init(productID: "mug", unitID: "mug-u", quantity: 1)], videoID: "none"), 404, nil),
            ]
            for (request, status, field) in wrong {
                let reply = try await client.post("/v1/carts", request)
                #expect(reply.status == status, "\(request): \(reply.text)")
                #expect(reply.error?.field == field, "\(request): \(reply.text)")
            }
        }
    }
}
