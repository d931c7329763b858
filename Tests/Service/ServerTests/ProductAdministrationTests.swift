// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Products and businesses", .onEachDatabase) struct ProductAdministrationTests {
    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            for (id, business) in [("s1", "b1"), ("s2", "b1"), ("s9", "b2")] {
                try await service.catalogue.resources.save(
                    BusinessStore(id: id, businessID: business, name: id, currency: "EUR"), at: service.clock.now)
            }
            try await body(service, Manager(service))
        }
    }

    private static func shoe(_ more: String = "", store: String = "s1") -> String {
        #"{"store_id":"\#(store)","external_id":"shoe","name":"Shoe","currency":"EUR"\#(more)}"#
    }

    @Test("A product sent again is updated, not duplicated") func upserts() async throws {
        try await Self.with { _, manager in
            let path = "/v1/admin/products"
            let first = try await manager.send(.POST, path, json: Self.shoe(#","subtitle":"Red","description":"Long""#))
            #expect(first.status == 201)
            let made = try first.json(Product.self)
            let again = try await manager.send(.POST, path, json: Self.shoe(#","subtitle":"Blue""#))
            #expect(again.status == 200)
            let changed = try again.json(Product.self)
            #expect(changed.id == made.id)
            #expect(changed.subtitle == "Blue")
            #expect(changed.description == "Long")
            // Omitted members stay, including those required for a new product.
            let bare = try await manager.send(.POST, path, json: #"{"store_id":"s1","external_id":"shoe","description":""}"#)
            #expect(try bare.json(Product.self).description.isEmpty && bare.json(Product.self).name == "Shoe")
            #expect(try await manager.send(.POST, path, json: Self.shoe(store: "s2")).status == 201)
            #expect(try await manager.send(.GET, path).json(ResourceList<Product>.self).data.count == 2)
            // If-None-Match allows only creation.
            let only = try await manager.send(.POST, path, json: Self.shoe(), [("If-None-Match", "*")])
            #expect(only.code == .conflict)
            #expect(only.error?.field == "external_id")
        }
    }

    @Test("Products can't be put into another business's store, or take another product's name") func refusals() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/products"
            let theirs = try await Manager(service, business: "b2").send(.POST, path, json: Self.shoe(store: "s9")).json(Product.self)
            let foreign = try await manager.send(.POST, path, json: Self.shoe(#","name":"Mine""#, store: "s9"))
            #expect(foreign.code == .invalidField)
            #expect(foreign.error?.field == "store_id")
            #expect(try await service.catalogue.resources.find(Product.self, id: theirs.id) == theirs)
            for body in [Self.shoe(store: "none"), #"{"external_id":"x","name":"x","currency":"EUR"}"#] {
                #expect(try await manager.send(.POST, path, json: body).error?.field == "store_id")
            }
            let one = try await manager.send(.POST, path, json: Self.shoe()).json(Product.self)
            let other = try await manager.send(
                .POST, path, json: #"{"store_id":"s1","external_id":"hat","name":"Hat","currency":"EUR"}"#
            ).json(Product.self)
            let taken = try await manager.send(.PATCH, "\(path)/\(other.id)", json: #"{"external_id":"shoe"}"#)
            #expect(taken.code == .conflict)
            #expect(taken.error?.field == "external_id")
            #expect(try await manager.send(.PATCH, "\(path)/\(one.id)", json: #"{"name":"Boot","external_id":"shoe"}"#).status == 200)
            // Invalid requests are refused whether the product exists or not, and change nothing.
            let wrong = try await manager.send(.POST, path, json: #"{"store_id":"s1","external_id":"shoe","currency":"euro"}"#)
            #expect(wrong.status == 422)
            #expect(wrong.error?.field == "currency")
            #expect(try await manager.send(.GET, "\(path)/\(one.id)").json(Product.self).currency == "EUR")
        }
    }

    @Test("A business has a name that its clients can read and change") func names() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/business"
            // It was never given a name.
            #expect(try await manager.send(.GET, path).json(Business.self) == Business(id: "b1", name: "b1"))
            let named = try await manager.send(.PATCH, path, json: #"{"name":"Shoes & Söhne"}"#)
            #expect(try named.status == 200 && named.json(Business.self) == Business(id: "b1", name: "Shoes & Söhne"))
            #expect(try await manager.send(.GET, path).json(Business.self).name == "Shoes & Söhne")
            #expect(try await Manager(service, business: "b2").send(.GET, path).json(Business.self).name == "b2")
            for body in [#"{"name":""}"#, #"{"name":7}"#, "{}", #"{"name":"\#(String(repeating: "x", count: 201))"}"#] {
                #expect(try await manager.send(.PATCH, path, json: body).error?.field == "name")
            }
            let reader = try await Manager(service, scopes: ["businesses:read"])
            #expect(try await reader.send(.GET, path).status == 200)
            #expect(try await reader.send(.PATCH, path, json: #"{"name":"x"}"#).code == .insufficientScope)
        }
    }
}
