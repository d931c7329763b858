// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxOrigin
import WindowboxServiceKit

@testable import WindowboxServer

@Suite("Webhooks", .onEachDatabase) struct WebhookTests {
    /// Accepts requests, and responds as configured.
    private struct Receiver: Sendable {
        private final class Kept: Sendable { let requests = Mutex<[OriginRequest]>([]) }

        let origin: Origin
        private let kept: Kept
        var requests: [OriginRequest] { kept.requests.withLock { $0 } }

        /// - Parameter answers: Receives the number of the request, from 1.
        init(_ answers: @escaping @Sendable (Int) -> OriginResponse = { _ in OriginResponse(status: 204) }) async throws {
            let kept = Kept()
            self.kept = kept
            origin = try await Origin { request in
                answers(
                    kept.requests.withLock { requests in
                        requests.append(request)
                        return requests.count
                    })
            }
        }
    }

    private static func with(
        _ receiver: Receiver, types: String = #"["*"]"#,
        _ body: @escaping @Sendable (RunningService, Manager, Webhook, WebhookDeliveries) async throws -> Void
    ) async throws {
        try await RunningService.taking({ $0.reachesPrivateNetworks = true }) { service in
            let manager = try await Manager(service)
            let made = try await manager.send(
                .POST, "/v1/admin/webhooks", json: #"{"url":"\#(receiver.origin.address)/hook","types":\#(types)}"#)
            try #require(made.status == 201, "\(made.text)")
            let deliveries = WebhookDeliveries(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }) { 0 }
            try await body(service, manager, made.json(Webhook.self), deliveries)
        }
        await receiver.origin.stop()
    }

    private static func sendAll(_ deliveries: WebhookDeliveries, _ service: RunningService) async throws {
        while try await deliveries.sendOne(at: service.clock.now) {}
    }

    private static func log(_ manager: Manager, _ webhook: Webhook) async throws -> [WebhookDelivery] {
        try await manager.send(.GET, "/v1/admin/webhooks/\(webhook.id)/deliveries?page_size=100").json(ResourceList.self).data
    }

    @Test("A message is signed, and its secret is shown once") func signed() async throws {
        try await Self.with(try await Receiver()) { service, manager, webhook, deliveries in
            let secret = try #require(webhook.secret)
            #expect(secret.utf8.count >= 32)
            let path = "/v1/admin/webhooks/\(webhook.id)"
            #expect(try await manager.send(.GET, path).json(Webhook.self).secret == nil)
            #expect(try await !manager.send(.GET, "/v1/admin/webhooks").text.contains(secret))
            #expect(try await !manager.send(.PATCH, path, json: #"{"types":["video_created"]}"#).text.contains(secret))
            let video = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#).json(Video.self)
            _ = try await manager.send(.PATCH, "/v1/admin/videos/\(video.id)", json: #"{"caption":"x"}"#)
            try await Self.sendAll(deliveries, service)
            // Only the requested types.
            let log = try await Self.log(manager, webhook)
            #expect(log.map(\.message.type) == ["video_created"])
            #expect(log.map(\.state) == [.delivered])
            #expect(log.first?.attempts.map(\.status) == [204])
        }
    }

    @Test("A signature covers the time and the body") func signature() async throws {
        let receiver = try await Receiver()
        try await Self.with(receiver) { service, manager, webhook, deliveries in
            let (webhooks, now) = (service.catalogue.webhooks, service.clock.now)
            #expect(try await webhooks.publish("live.started", business: "b1", data: ["live_stream_id": "l1"], at: now) == 1)
            // Another business's webhooks are not sent.
            #expect(try await webhooks.publish("live.started", business: "b2", data: [:], at: now) == 0)
            try await Self.sendAll(deliveries, service)
            let request = try #require(receiver.requests.first)
            #expect(receiver.requests.count == 1)
            #expect(request.method == "POST")
            #expect(request.path == "/hook")
            let message = try ContractJSON.decode(WebhookMessage.self, from: Data(request.body))
            #expect(message.type == "live.started")
            #expect(message.data["live_stream_id"] == "l1")
            #expect(message.businessID == "b1")
            let parts = try #require(request.header("Windowbox-Signature")).split(separator: ",", maxSplits: 1)
            let time = try #require(parts.first?.dropFirst(2))
            #expect(Int64(time) == Timestamp.milliseconds(service.clock.now))
            let key = SymmetricKey(data: Data(try #require(webhook.secret).utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).".utf8) + Data(request.body), using: key)
            #expect(parts.last.map(String.init) == "v1=\(Data(code).base64EncodedString())")
        }
    }

    @Test("A replayed message is recognized by its time, signature or ID") func replays() async throws {
        let receiver = try await Receiver { OriginResponse(status: $0 == 1 ? 500 : 204) }
        try await Self.with(receiver) { service, manager, webhook, deliveries in
            let key = SymmetricKey(data: Data(try #require(webhook.secret).utf8))
            /// As the operations guide recommends: nothing older than five minutes, and no ID twice.
            var known: Set<String> = []
            func isTaken(_ body: [UInt8], _ field: String, at now: Date) throws -> Bool {
                let parts = field.split(separator: ",", maxSplits: 1).map(String.init)
                let time = try #require(parts.first.flatMap { Int64($0.dropFirst(2)) })
                let code = try #require(parts.last.flatMap { Data(base64Encoded: String($0.dropFirst(3))) })
                guard HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data("\(time).".utf8) + Data(body), using: key),
                    abs(Timestamp.milliseconds(now) - time) <= 300_000
                else { return false }
                return known.insert(try ContractJSON.decode(WebhookMessage.self, from: Data(body)).id).inserted
            }
            _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#)
            try await Self.sendAll(deliveries, service)
            let first = try #require(receiver.requests.first)
            let caught = try #require(first.header("Windowbox-Signature"))
            #expect(try isTaken(first.body, caught, at: service.clock.now))
            #expect(try !isTaken(first.body, caught, at: service.clock.now))
            known = []
            service.clock.advance(by: 3600)
            #expect(try !isTaken(first.body, caught, at: service.clock.now))
            let later = "t=\(Timestamp.milliseconds(service.clock.now)),\(caught.split(separator: ",", maxSplits: 1)[1])"
            #expect(try !isTaken(first.body, later, at: service.clock.now))
            #expect(try !isTaken(first.body + [0x20], caught, at: SetClock.noon))
            // The service's retry has a new time, and the ID of the first attempt.
            try await Self.sendAll(deliveries, service)
            let second = try #require(receiver.requests.last)
            let again = try #require(second.header("Windowbox-Signature"))
            #expect(again != caught)
            #expect(second.body == first.body)
            #expect(try isTaken(second.body, again, at: service.clock.now))
            #expect(try !isTaken(first.body, again, at: service.clock.now))
        }
    }

    @Test("A failed delivery is tried six times at growing intervals") func retries() async throws {
        let receiver = try await Receiver { _ in OriginResponse(status: 500) }
        try await Self.with(receiver) { service, manager, webhook, deliveries in
            _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#)
            try await Self.sendAll(deliveries, service)
            for (count, wait) in WebhookDeliveries.waits.enumerated() {
                service.clock.advance(by: wait - 1)
                try await Self.sendAll(deliveries, service)
                #expect(receiver.requests.count == count + 1)
                service.clock.advance(by: 1)
                try await Self.sendAll(deliveries, service)
                #expect(receiver.requests.count == count + 2)
            }
            service.clock.advance(by: 1_000_000)
            try await Self.sendAll(deliveries, service)
            let log = try await Self.log(try await Manager(service), webhook)
            #expect(log.first?.state == .failed)
            #expect(log.first?.attempts.count == 6)
            #expect(log.first?.nextAttemptAt == nil)
            #expect(Set(receiver.requests.map(\.body)).count == 1)
        }
    }

    @Test("A redirect is not followed, and a message can be sent again on request") func replay() async throws {
        let receiver = try await Receiver { OriginResponse(status: $0 == 1 ? 302 : 200, headers: [("Location", "http://10.0.0.1/")]) }
        try await Self.with(receiver) { service, manager, webhook, deliveries in
            _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#)
            try await Self.sendAll(deliveries, service)
            let first = try #require(try await Self.log(manager, webhook).first)
            // A redirect is not followed, and does not count as success.
            #expect(first.state == .pending)
            #expect(first.attempts.first?.status == 302)
            let path = "/v1/admin/webhooks/\(webhook.id)/deliveries/\(first.id)"
            let again = try await manager.send(.POST, path + "/replay")
            #expect(again.status == 202)
            let made = try again.json(WebhookDelivery.self)
            #expect(made.id != first.id)
            #expect(made.message == first.message)
            try await Self.sendAll(deliveries, service)
            #expect(try await Self.log(manager, webhook).first { $0.id == made.id }?.state == .delivered)
            let other = try await Manager(service, business: "b2")
            #expect(try await other.send(.GET, path).code == .notFound)
            #expect(try await other.send(.POST, path + "/replay").code == .notFound)
            #expect(try await manager.send(.DELETE, "/v1/admin/webhooks/\(webhook.id)").status == 204)
            #expect(try await service.catalogue.webhooks.delivery(id: made.id) == nil)
        }
    }

    @Test("A webhook URL in a private network is refused, in any notation")
    func privateAddresses() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            for host in [
                "127.0.0.1", "localhost", "[::1]", "10.0.0.7", "2130706433", "0x7f.1", "[64:ff9b:1::808:808]", "[::ffff:192.168.1.1]",
            ] {
                let reply = try await manager.send(.POST, "/v1/admin/webhooks", json: #"{"url":"http://\#(host)/hook","types":["*"]}"#)
                #expect(reply.status == 422, "\(host): \(reply.text)")
                #expect(reply.error?.field == "url", "\(host): \(reply.text)")
            }
            let made = try await manager.send(.POST, "/v1/admin/webhooks", json: #"{"url":"https://8.8.8.8/hook","types":["*"]}"#)
            #expect(made.status == 201, "\(made.text)")
            let path = "/v1/admin/webhooks/\(try made.json(Webhook.self).id)"
            #expect(try await manager.send(.PATCH, path, json: #"{"url":"http://192.168.0.1/"}"#).error?.field == "url")
        }
    }

    @Test("Nothing is sent to private networks, or retried") func closed() async throws {
        let receiver = try await Receiver()
        // The name resolved to another address when the webhook was set.
        try await RunningService.taking { service in
            let manager = try await Manager(service)
            var webhook = Webhook(id: "w1", businessID: "b1", url: "\(receiver.origin.address)/hook", types: ["*"])
            webhook.secret = try service.service.vault.seal(String(repeating: "s", count: 32))
            try await service.catalogue.resources.save(webhook, at: service.clock.now)
            let deliveries = WebhookDeliveries(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#)
            try await Self.sendAll(deliveries, service)
            let log = try await Self.log(manager, webhook)
            #expect(log.first?.state == .failed)
            #expect(log.first?.attempts.first?.error?.contains("network") == true)
            #expect(receiver.requests.isEmpty)
        }
        await receiver.origin.stop()
    }

    @Test("Deliveries that failed at the same moment are spread when they are tried again, and none is early") func spread() async throws {
        let receiver = try await Receiver { _ in OriginResponse(status: 500) }
        try await Self.with(receiver) { service, manager, webhook, _ in
            for _ in 0..<8 { _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#) }
            let deliveries = WebhookDeliveries(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            try await Self.sendAll(deliveries, service)
            let times = try await Self.log(manager, webhook).compactMap(\.nextAttemptAt).map { $0.timeIntervalSince(service.clock.now) }
            #expect(times.count == 8 && Set(times).count > 1, "\(times)")
            #expect(times.allSatisfy { (3600...4500).contains($0) }, "\(times)")
        }
    }

    @Test("A delivery begun by a killed process is sent by another") func killed() async throws {
        let receiver = try await Receiver()
        try await Self.with(receiver) { service, manager, webhook, deliveries in
            _ = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#)
            let webhooks = service.catalogue.webhooks
            let taken = try #require(try await webhooks.take(worker: "gone", for: 60, at: service.clock.now))
            try await Self.sendAll(deliveries, service)
            #expect(receiver.requests.isEmpty)
            service.clock.advance(by: 61)
            try await Self.sendAll(deliveries, service)
            #expect(receiver.requests.count == 1)
            // It was only slow: its result comes too late.
            let late = WebhookDelivery.Attempt(at: service.clock.now, durationMS: 0)
            #expect(try await !webhooks.finish(taken, late, isDelivered: false, retryAt: service.clock.now))
            #expect(try await Self.log(try await Manager(service), webhook).first?.state == .delivered)
        }
    }

    @Test(
        "An invalid webhook is refused",
        arguments: [
            (#"{"types":["*"]}"#, "url"), (#"{"url":"file:///etc/passwd","types":["*"]}"#, "url"),
            (#"{"url":"/path","types":["*"]}"#, "url"), (#"{"url":"https://example.org","types":[]}"#, "types"),
            (#"{"url":"https://example.org","types":["A b"]}"#, "types"),
            (#"{"url":"https://example.org","types":["*"],"secret":"short"}"#, "secret"),
            (#"{"url":"https://example.org","types":["*"],"secret":null}"#, "secret"),
        ]) func wrong(body: String, field: String) async throws
    {
        try await RunningService.with { service in
            let reply = try await Manager(service).send(.POST, "/v1/admin/webhooks", json: body)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == field, "\(reply.text)")
        }
    }

    @Test("Pages of deliveries are contiguous") func pages() async throws {
        try await Self.with(try await Receiver()) { service, manager, webhook, _ in
            for number in 0..<7 {
                _ = try await service.catalogue.webhooks.publish("t\(number)", business: "b1", data: [:], at: service.clock.now)
                service.clock.advance(by: 1)
            }
            var path: String? = "/v1/admin/webhooks/\(webhook.id)/deliveries?page_size=3"
            var types: [String] = []
            while let next = path {
                let page = try await manager.send(.GET, next).json(ResourceList<WebhookDelivery>.self)
                types += page.data.map(\.message.type)
                path = page.paging.next
            }
            #expect(types == (0..<7).reversed().map { "t\($0)" })
        }
    }
}
