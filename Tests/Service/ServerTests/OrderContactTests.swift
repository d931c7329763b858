// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxContract

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("Contacts of orders", .onEachDatabase) struct OrderContactTests {
    private static let contact: [String: String] = [
        "name": " Ada  Lovelace ", "email": "ada@a.test", "phone": "+44 1", "street": "12 St James's Sq", "postal_code": "SW1Y 4JH",
        "city": "London", "region": "", "country": "GB",
    ]

    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            for business in ["b1", "b2"] {
                var app = ClientApp(id: "app-\(business)", name: "x", createdAt: service.clock.now)
                app.businessID = business
                try await service.catalogue.resources.save(app, at: service.clock.now)
                let store = BusinessStore(id: "s-\(business)", businessID: business, name: "Shop", currency: "EUR")
                try await service.catalogue.resources.save(store, at: service.clock.now)
            }
            try await body(service, Manager(service))
        }
    }

    private static func order(_ id: String, _ contact: [String: String]? = OrderContactTests.contact) throws -> String {
        let extra = try contact.map { #","contact":\#(try ContractJSON.text($0))"# } ?? ""
        return #"{"order_id":"\#(id)","order_value":"10","currency":"EUR","subtotal":"10","line_items":[]\#(extra)}"#
    }

    private static func ask(_ manager: Manager) async throws {
        let reply = try await manager.send(.PATCH, "/v1/admin/business_stores/s-b1", json: #"{"collects_contact":true}"#)
        #expect(reply.status == 200, "\(reply.text)")
    }

    private static func text(_ service: RunningService, _ statement: SQL) async throws -> String {
        let store = try #require(service.catalogue.resources as? SQLResources).store
        return try await store.read { try $0.rows(statement).map { $0.text(0) }.joined(separator: "\n") }
    }

    @Test("Contact data is accepted only if a store without a checkout collects it") func need() async throws {
        try await Self.with { service, manager in
            let guest = try await service.client(app: "app-b1")
            func refused(_ id: String) async throws -> Bool {
                let reply = try await guest.send(.POST, "/v1/purchases", json: Self.order(id))
                return reply.status == 422 && reply.error?.field == "contact"
            }
            #expect(try await refused("1"))
            #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order("1", nil)).status == 202)
            // Another business's store asks for nothing here.
            let other = try await Manager(service, business: "b2")
            let asks = #"{"collects_contact":true}"#
            #expect(try await other.send(.PATCH, "/v1/admin/business_stores/s-b2", json: asks).status == 200)
            #expect(try await refused("2"))
            try await Self.ask(manager)
            #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order("2")).status == 202)
            let checkout = #"{"checkout_url":"https://shop.test/"}"#
            #expect(try await manager.send(.PATCH, "/v1/admin/business_stores/s-b1", json: checkout).status == 200)
            #expect(try await refused("3"))
        }
    }

    @Test(
        "Invalid contact data is refused with its field",
        arguments: [
            ("name", nil), ("name", " "), ("name", String(repeating: "a", count: 201)), ("name", "Ada\nLovelace"), ("name", "\u{202E}adA"),
            ("email", "ada"), ("email", "@a.test"), ("email", "a b@a.test"), ("email", "a@b@c.test"), ("phone", "1\u{7}"),
            ("phone", String(repeating: "1", count: 41)), ("street", ""), ("street", "x\u{2028}y"), ("city", nil),
            ("postal_code", String(repeating: "1", count: 21)), ("region", String(repeating: "r", count: 101)), ("country", "gb"),
            ("country", "GBR"), ("country", ""), ("country", "12"),
        ] as [(String, String?)]) func refused(member: String, value: String?) async throws
    {
        try await Self.with { service, manager in
            try await Self.ask(manager)
            var contact = Self.contact
            contact[member] = value
            let reply = try await service.client(app: "app-b1").send(.POST, "/v1/purchases", json: Self.order("1", contact))
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == "contact.\(member)", "\(reply.text)")
            #expect(try await Self.text(service, "SELECT id FROM purchase").isEmpty)
        }
    }

    @Test("Contact data is shown only to the business of the order, and is stored apart from it") func shown() async throws {
        try await Self.with { service, manager in
            try await Self.ask(manager)
            let guest = try await service.client(app: "app-b1")
            for id in ["1", "2"] {
                service.clock.advance(by: 1)
                #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order(id)).status == 202)
                // The first of an order is kept.
                let other = Self.contact.merging(["name": "Eve"]) { $1 }
                #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order(id, other)).status == 202)
            }
            let path = "/v1/admin/purchases"
            let first = try await manager.send(.GET, path + "?page_size=1").json(ResourceList<ClaimedOrder>.self)
            let rest = try await manager.send(.GET, #require(first.paging.next)).json(ResourceList<ClaimedOrder>.self)
            let claims = first.data + rest.data
            #expect(claims.map(\.order.orderID) == ["2", "1"])
            #expect(rest.paging.next == nil)
            #expect(try await manager.send(.GET, "\(path)?before_id=none").error?.field == "before_id")
            var expected = OrderContact(
                name: "Ada Lovelace", email: "ada@a.test", street: "12 St James's Sq", city: "London", country: "GB")
            (expected.phone, expected.postalCode) = ("+44 1", "SW1Y 4JH")
            #expect(claims.allSatisfy { $0.contact == expected && $0.order.contact == nil && !$0.isConfirmed })
            #expect(try await !Self.text(service, "SELECT document FROM purchase").contains("Ada"))
            let claim = try #require(claims.first)
            #expect(try await manager.send(.GET, "\(path)/\(claim.id)").json(ClaimedOrder.self) == claim)
            #expect(try await manager.send(.GET, "\(path)?order_id=1").json(ResourceList<ClaimedOrder>.self).data == [claims[1]])
            let stranger = try await Manager(service, business: "b2")
            #expect(try await stranger.send(.GET, path).json(ResourceList<ClaimedOrder>.self).data == [])
            #expect(try await stranger.send(.GET, "\(path)/\(claim.id)").code == .notFound)
            #expect(try await Manager(service, scopes: ["products:read"]).send(.GET, path).code == .insufficientScope)
            #expect(try await guest.send(.GET, path).code == .invalidToken)
            // Once confirmed, the order says so; the confirmation keeps no contact that could not be erased.
            let confirmed = try await manager.send(.POST, "/v1/admin/orders", json: #"{"order":\#(Self.order("2"))}"#)
            #expect(confirmed.status == 201, "\(confirmed.text)")
            #expect(try await manager.send(.GET, "\(path)/\(claim.id)").json(ClaimedOrder.self).isConfirmed)
            #expect(try await !Self.text(service, "SELECT document FROM shop_order").contains("Ada"))
        }
    }

    @Test("Contact data is exported and erased with its guest, also without tracking") func erased() async throws {
        try await Self.with { service, manager in
            try await Self.ask(manager)
            let guests = [try await service.client(app: "app-b1"), try await service.client(app: "app-b1")]
            #expect(try await guests[1].send(.PATCH, "/v1/guests/me", json: #"{"tracking":"none"}"#).status == 200)
            for (number, guest) in guests.enumerated() {
                #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order("\(number)")).status == 202)
                let export = try await guest.get("/v1/guests/me").json(JSONValue.self)
                #expect(export["contacts"]?.elements?.first?["contact"]?["city"] == "London", "\(export)")
                #expect(try await guest.send(.DELETE, "/v1/guests/me").status == 204)
            }
            #expect(try await Self.text(service, "SELECT document FROM order_contact").isEmpty)
            let left = try await manager.send(.GET, "/v1/admin/purchases").json(ResourceList<ClaimedOrder>.self).data
            #expect(left.count == 2)
            #expect(left.allSatisfy { $0.contact == nil && $0.guestID == nil })
        }
    }

    @Test("Studio shows contact data as text, with a button that confirms the order") func studio() async throws {
        try await Self.with { service, manager in
            try await Self.ask(manager)
            let hostile = Self.contact.merging(["name": "</dd><script>alert(1)</script>", "city": "<u>x"]) { $1 }
            let guest = try await service.client(app: "app-b1")
            #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order("<i>1", hostile)).status == 202)
            let id = try #require(
                try await manager.send(.GET, "/v1/admin/purchases").json(ResourceList<ClaimedOrder>.self).data.first?.id)
            let browsing = try await StudioBrowsing.signedIn(service)
            for path in ["/studio/purchases", "/studio/purchases/\(id)"] {
                let page = try await browsing.get(path)
                #expect(page.status == 200, "\(page.text)")
                #expect(page.text.contains("&lt;/dd&gt;&lt;script&gt;"), "\(page.text)")
                #expect(!page.text.contains("<script>alert"))
                #expect(!page.text.contains("<i>1"))
                #expect(!page.text.contains("<u>x"))
            }
            let page = try await browsing.get("/studio/purchases/\(id)")
            #expect(page.text.contains("ada@a.test"))
            #expect(page.text.contains("SW1Y 4JH"))
            #expect(page.text.contains("data-path=\"/v1/admin/orders\""))
            #expect(try await browsing.get("/studio/orders").text.contains("/studio/purchases"))
            #expect(try await browsing.get("/studio/stores/s-b1").text.contains("collects_contact"))
            let stranger = try await StudioBrowsing.signedIn(service, business: "b2")
            #expect(try await stranger.get("/studio/purchases/\(id)").status == 404)
            #expect(try await !stranger.get("/studio/purchases").text.contains("&lt;script"))
        }
    }

    @Test("Who may see orders but not contacts gets them without names and addresses, everywhere") func withoutContacts() async throws {
        try await Self.with { service, manager in
            try await Self.ask(manager)
            let guest = try await service.client(app: "app-b1")
            #expect(try await guest.send(.POST, "/v1/purchases", json: Self.order("1")).status == 202)
            let id = try #require(
                try await manager.send(.GET, "/v1/admin/purchases").json(ResourceList<ClaimedOrder>.self).data.first?.id)
            let analyst = try await StudioPerson.signedIn(service, .analyst)
            let paths = ["/v1/admin/purchases", "/v1/admin/purchases/\(id)", "/v1/admin/purchases.csv"]
            let narrow = try await Manager(service, scopes: ["orders:write"])
            for path in paths {
                #expect(try await manager.send(.GET, path).text.contains("Ada"), "\(path)")
                for reply in [try await narrow.send(.GET, path), try await analyst.send(.GET, path)] {
                    #expect(reply.status == 200 && reply.text.contains("EUR"), "\(reply.text)")
                    for word in Self.contact.values { #expect(!reply.text.contains(word), "\(path): \(word)") }
                }
            }
            #expect(try await !analyst.send(.GET, "/v1/admin/purchases.csv").text.contains("postal_code"))
            let pages = ["/studio/purchases", "/studio/purchases/\(id)", "/studio/purchases.csv", "/studio/orders"]
            for path in pages {
                let page = try await analyst.browsing.get(path)
                #expect(page.status == 200)
                for word in Self.contact.values where word.count > 2 { #expect(!page.text.contains(word), "\(path): \(word)") }
            }
            let owner = try await StudioPerson.signedIn(service, .owner)
            #expect(try await owner.browsing.get("/studio/purchases/\(id)").text.contains("Ada"))
        }
    }
}
