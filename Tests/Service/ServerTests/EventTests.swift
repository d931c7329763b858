// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Events and purchases over HTTP", .onEachDatabase) struct EventTests {
    private func event(_ id: String, _ name: String = "fw:video:start", more: String = "") -> String {
        #"{"id":"\#(id)","name":"\#(name)","ts":"2025-11-22T12:00:00Z","tracking":"all","video_id":"v1"\#(more)}"#
    }

    @Test("An invalid event does not affect the others, and a repeated one counts once") func batches() async throws {
        try await RunningService.with { service in
            let client = try await service.client()
            let events = [
                event("e1"), event("e1"), #"{"id":"e2"}"#, "7", event("e3", more: #","progress_ms":-1"#),
                event("e4", more: #","pass":"x""#),
                event("", "x"), event("e5", "host:own-event"), #"{"id":"e6","name":"x","ts":"yesterday","tracking":"all"}"#, "null",
                event("e7", more: #","position":9e99"#),
            ]
            let reply = try await client.send(.POST, "/v1/events", json: #"{"events":[\#(events.joined(separator: ","))]}"#)
            #expect(reply.status == 202)
            let receipt = try reply.json(EventReceipt.self)
            #expect(receipt.accepted == 3)
            let rejected = receipt.rejected.map { "\($0.id) \($0.field ?? "-")" }.sorted()
            #expect(rejected == [" -", " -", " id", "e2 name", "e3 progress_ms", "e4 pass", "e6 ts", "e7 -"])
            #expect(receipt.rejected.allSatisfy { $0.code == .invalidField })
            let kept = try await client.get("/v1/guests/me").json(JSONValue.self)["events"]?.elements ?? []
            #expect(kept.compactMap { $0["id"]?.text }.sorted() == ["e1", "e5"])
        }
    }

    @Test("An invalid or oversized batch is refused as a whole") func limits() async throws {
        try await RunningService.with { service in
            let client = try await service.client()
            let many = (0..<201).map { event("e\($0)") }.joined(separator: ",")
            for (body, status) in [(#"{"events":[\#(many)]}"#, 422), ("{}", 422), (#"{"events":{}}"#, 422), ("[", 400)] {
                #expect(try await client.send(.POST, "/v1/events", json: body).status == status)
            }
            let largest = (0..<200).map { event("e\($0)") }.joined(separator: ",")
            let receipt = try await client.send(.POST, "/v1/events", json: #"{"events":[\#(largest)]}"#).json(EventReceipt.self)
            #expect(receipt == EventReceipt(accepted: 200))
        }
    }

    @Test("Nothing beyond the maximum number of events is decoded, and huge batches are counted without parsing") func decoding()
        async throws
    {
        try await RunningService.with { service in
            let client = try await service.client()
            // The item after the 200th is not even an event, and each of them would otherwise be reported as rejected.
            let events = (0..<200).map { event("e\($0)") } + ["7"]
            let reply = try await client.send(.POST, "/v1/events", json: #"{"events":[\#(events.joined(separator: ","))]}"#)
            #expect(reply.status == 422)
            #expect(reply.error?.field == "events")
            // It isn't even JSON, which only parsing would show.
            let many = String(repeating: "0,", count: 50_000)
            let counted = try await client.send(.POST, "/v1/events", json: #"{"events":[\#(many)"#)
            #expect(counted.status == 413, "\(counted.text)")
            #expect(counted.code == .tooLarge, "\(counted.text)")
        }
    }

    @Test("An order is exact and says whether a video led to it") func purchases() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.products = ["p1"] }
            var product = Product(id: "p1", storeID: "s1", externalID: "x1", name: "Shoe", currency: "EUR")
            var unit = ProductUnit(id: "u1", externalID: "u1", name: "M", price: try #require(Amount("5.28")))
            unit.sku = "sku1"
            product.units = [unit]
            try await service.catalogue.resources.save(product, at: service.clock.now)
            let client = try await service.client()
            func order(_ id: String, value: String = #""0.1""#) -> String {
                #"{"order_id":"\#(id)","order_value":\#(value),"currency":"EUR","subtotal":"0.10","line_items":[{"sku":"sku1","price":"0.1","quantity":1}]}"#
            }
            let before = try await client.send(.POST, "/v1/purchases", json: order("o1"))
            #expect(before.status == 202)
            #expect(try before.json(PurchaseAccepted.self) == PurchaseAccepted(attributed: false))
            let click = event("e1", "fw:shopping:product-clicked")
            _ = try await client.send(.POST, "/v1/events", json: #"{"events":[\#(click)]}"#)
            #expect(try await client.send(.POST, "/v1/purchases", json: order("o2")).json(PurchaseAccepted.self).attributed)
            let (from, to) = (service.clock.now.addingTimeInterval(-1), service.clock.now.addingTimeInterval(1))
            let revenue = try await service.catalogue.purchases.revenue(app: "app1", from: from, to: to, isAttributedOnly: false)
            #expect(revenue == ["EUR": try #require(Amount("0.2"))])
            for (value, code) in [
                (#""1e3""#, ErrorCode.invalidAmount), (#""0.1234567""#, .invalidAmount), (#""-1""#, .invalidAmount), ("0.1", .invalidField),
                (#""""#, .invalidAmount), (#""NaN""#, .invalidAmount),
            ] {
                let reply = try await client.send(.POST, "/v1/purchases", json: order("o3", value: value))
                #expect(reply.status == 422, "\(value)")
                #expect(reply.code == code, "\(value)")
                #expect(reply.error?.field == "order_value", "\(value)")
            }
        }
    }

    @Test("A call with an idempotency key is done once, and its response is repeated") func idempotency() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<3 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let key = [("Idempotency-Key", "6f1c")]
            let request = FeedRequest(source: .channel("c1"), pageSize: 1)
            let first = try await client.post("/v1/feeds", request, key)
            let again = try await client.post("/v1/feeds", request, key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(again["Idempotency-Replayed"] == "true")
            #expect(first["Idempotency-Replayed"] == nil)
            let other = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 2), key)
            #expect(other.status == 409)
            #expect(other.code == .idempotencyMismatch)
            // Another guest's key is another key.
            #expect(try await service.client().post("/v1/feeds", request, key)["Idempotency-Replayed"] == nil)
            // What was wrong stays wrong, and is told again.
            let wrong = try await client.send(.POST, "/v1/feeds", [("Idempotency-Key", "x")], json: "{}")
            let still = try await client.send(.POST, "/v1/feeds", [("Idempotency-Key", "x")], json: "{}")
            #expect(wrong.status == 422)
            #expect(still.status == 422)
            #expect(still["Idempotency-Replayed"] == "true")
            #expect(try await client.post("/v1/feeds", request, [("Idempotency-Key", "a b")]).error?.field == "Idempotency-Key")
            service.clock.advance(by: 86401)
            #expect(try await service.client().get("/v1/config").status == 200)
            #expect(try await service.catalogue.idempotency.forgetExpiredKeys(at: service.clock.now) == 3)
        }
    }

    @Test("Of simultaneous calls with one key one is done") func race() async throws {
        try await RunningService.with { service in
            let client = try await service.client()
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await client.send(.POST, "/v1/feeds", [("Idempotency-Key", "k")], json: #"{"source":{"type":"discover"}}"#)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let done = replies.filter { $0.status == 200 }
            #expect(!done.isEmpty)
            #expect(Set(done.map(\.body)).count == 1)
            #expect(replies.allSatisfy { $0.status == 200 || $0.code == .conflict })
        }
    }
}
