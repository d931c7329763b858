// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Connections") struct ConnectionTests {
    private static let host = "Host: localhost\r\n"

    /// The status codes in a response.
    private func statuses(_ received: String) -> [Int] {
        received.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: true).compactMap { Int($0.prefix(3)) }
    }

    @Test(
        "An ambiguous request is refused, and nothing after it is read",
        arguments: [
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
            "Content-Length: +4\r\n", "Content-Length: 4, 4\r\n", "Content-Length: -1\r\n", "Content-Length : 4\r\n",
            "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: chunked, identity\r\n", "Transfer-Encoding : chunked\r\n",
            "Content-Length: 99999999999999999999\r\n", "X: a\rGET / HTTP/1.1\r\n", " folded: yes\r\n", "No colon\r\n",
            "Bad\u{0}name: x\r\n",
        ])
    func smuggling(fields: String) async throws {
        try await RunningService.with { service in
            let request = "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)\(fields)\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\(Self.host)\r\n"
            let received = try await RawConnection.exchange(service.port, request, endsSending: true)
            #expect(!statuses(received).contains(200))
            #expect(statuses(received).count <= 1)
        }
    }

    @Test("Two pipelined requests are answered in order") func pipelining() async throws {
        try await RunningService.with { service in
            let request = "GET /openapi.json HTTP/1.1\r\n\(Self.host)\r\nGET /healthz HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
            let received = try await RawConnection.exchange(service.port, request)
            #expect(statuses(received) == [200, 200])
            #expect(received.contains("\"openapi\""))
            #expect(received.lowercased().contains("content-length: 0"))
        }
    }

    @Test("A request head that is too long is refused") func longHeads() async throws {
        try await RunningService.with { service in
            let field = "X: \(String(repeating: "x", count: 20_000))\r\n"
            let many = (0..<200).map { "X-\($0): y\r\n" }.joined()
            for fields in [field, many] {
                let received = try await RawConnection.exchange(
                    service.port, "GET /healthz HTTP/1.1\r\n\(Self.host)\(fields)\r\n", endsSending: true)
                #expect(!statuses(received).contains(200))
            }
            let line = "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\n\(Self.host)\r\n"
            let received = try await RawConnection.exchange(service.port, line, endsSending: true)
            #expect(!statuses(received).contains(200))
        }
    }

    @Test("A client that begins a request and stops is disconnected") func slowClients() async throws {
        try await RunningService.with({ settings, _ in settings.requestSeconds = 0.2 }) { service in
            // The exchanges end only because the service closes the connections.
            for text in ["GET /healthz HT", ""] {
                let received = try await RawConnection.exchange(service.port, text)
                #expect(received == "")
            }
            let body = "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Content-Length: 100\r\n\r\n{"
            let cut = try await RawConnection.exchange(service.port, body)
            #expect(!statuses(cut).contains(200))
            let reply = try await service.get("/healthz")
            #expect(reply.status == 200)
        }
    }

    @Test(
        "A request's time limit applies even if bytes trickle in, on any route",
        arguments: [
            "GET /healthz HTTP/1.1\r\nX: ", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
            "POST /v1/auth/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
            "POST /none HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n",
        ]) func drips(beginning: String) async throws
    {
        try await RunningService.with({ settings, _ in settings.requestSeconds = 0.5 }) { service in
            // Each byte arrives well before the idle timeout: the exchange ends because the service closes the connection.
            try await RawConnection.drip(service.port, beginning, "x", every: .milliseconds(50))
        }
    }

    @Test("A body's deadline starts at its head, and extends with received bytes by a limited amount") func pace() {
        let start = NIODeadline.now()
        var pace = RequestDeadline(limit: .seconds(30), bytesPerSecond: 1000)
        func at(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }
        #expect(pace.deadline == nil)
        pace.handle(.bytes(10), at: at(0))
        pace.handle(.bytes(10), at: at(29))
        #expect(pace.deadline == at(30))
        pace.handle(.head, at: at(29))
        #expect(pace.deadline == at(59))
        pace.handle(.bytes(1000), at: at(30))
        #expect(pace.deadline == at(60))
        pace.handle(.bytes(1_000_000), at: at(40))
        #expect(pace.deadline == at(100))
        pace.handle(.end, at: at(41))
        #expect(pace.deadline == nil)
    }

    @Test("An address is limited to its share of the connections, and regains them", .timeLimit(.minutes(1)))
    func addresses() async throws {
        let change: (inout ServiceSettings, URL) -> Void = { settings, _ in
            (settings.maxConnectionsPerAddress, settings.uncountedAddresses) = (2, [])
        }
        try await RunningService.with(change) { service in
            var held: [any Channel] = []
            for _ in 0..<2 { held.append(try await SilentConnection.open(service.port, "GET /healthz HTTP/1.1\r\n")) }
            let request = "GET /healthz HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
            func ask() async -> [Int] { statuses((try? await RawConnection.exchange(service.port, request)) ?? "") }
            // A connection is counted slightly after it was opened, and after it was closed.
            while await ask() == [200] { await Task.yield() }
            // On a busy machine the service may have closed them already.
            for channel in held { try? await channel.close() }
            while await ask() != [200] { await Task.yield() }
        }
    }

    @Test("Connections are counted by address, IPv6 by network, and not for proxies") func connectionCounter() throws {
        let connectionCounter = ConnectionCounter(limit: 1, exempt: [NetworkRange("10.0.0.0/8")].compactMap { $0 })
        let leave = try #require(connectionCounter.admit(NetworkAddress("2001:db8::1")))
        #expect(connectionCounter.admit(NetworkAddress("2001:db8::2")) == nil)
        #expect(connectionCounter.admit(NetworkAddress("2001:db8:0:1::1")) != nil)
        for _ in 0..<5 { #expect(connectionCounter.admit(NetworkAddress("10.1.2.3")) != nil && connectionCounter.admit(nil) != nil) }
        leave()
        #expect(connectionCounter.count == 1)
        #expect(connectionCounter.admit(NetworkAddress("2001:db8::2")) != nil)
    }

    @Test(
        "A request with an ambiguous host or transfer coding is refused",
        arguments: [
            ("", 400), ("Host: a\r\nHost: b\r\n", 400), ("Host: \r\n", 400), ("Host: a b\r\n", 400), ("Host: a/b\r\n", 400),
            ("Host: a@b\r\n", 400), ("Host: a:x\r\n", 400), ("Host: [::1\r\n", 400), ("Host: a:999999\r\n", 400),
            ("Host: localhost\r\nTransfer-Encoding: gzip\r\n", 400), ("Host: localhost\r\nTransfer-Encoding: gzip, chunked\r\n", 400),
            ("Host: example.org:80\r\n", 200), ("Host: [2001:db8::1]:443\r\n", 200), ("host: xn--bcher-kva.example\r\n", 200),
        ]) func hosts(fields: String, status: Int) async throws
    {
        try await RunningService.with { service in
            let request = "GET /healthz HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n"
            #expect(statuses(try await RawConnection.exchange(service.port, request, endsSending: true)) == [status])
            // HTTP/1.0 requires no Host.
            let old = try await RawConnection.exchange(service.port, "GET /healthz HTTP/1.0\r\n\r\n", endsSending: true)
            #expect(statuses(old) == [200])
        }
    }

    @Test(
        "Malformed chunks or trailers are the client's fault",
        arguments: [
            "x\r\nabc\r\n0\r\n\r\n", "5\r\nabc\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFFF\r\nabc",
            "2\r\n{}\r\n0\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n", "2\r\n{}\r\n0\r\nNo colon\r\n\r\n",
        ]) func chunks(body: String) async throws
    {
        let log = RecordedLog()
        try await RunningService.with(log: log) { service in
            let request =
                "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            let received = try await RawConnection.exchange(service.port, request + body, endsSending: true)
            #expect(statuses(received).allSatisfy { $0 == 400 }, "\(received.prefix(200))")
            #expect(!statuses(received).isEmpty, "\(received.prefix(200))")
            #expect(!log.lines.contains { $0.contains("fault=") })
        }
    }

    @Test("A large body costs its guest several calls, and other guests none") func costs() async throws {
        try await RunningService.with({ settings, _ in settings.callsPerSecond = 5 }) { service in
            let (one, other) = (try await service.client(), try await service.client())
            // The burst allowance is twenty calls.
            let large = #"{"source":{"type":"discover"},"x":"\#(String(repeating: "x", count: 48 << 10))"}"#
            #expect(try await one.send(.POST, "/v1/feeds", json: large).status == 200)
            let refused = try await one.send(.POST, "/v1/feeds", json: large)
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] != nil)
            #expect(try await other.get("/v1/config").status == 200)
            service.clock.advance(by: 4)
            #expect(try await one.send(.POST, "/v1/feeds", json: large).status == 200)
        }
    }

    @Test("A large body costs its address several calls, too, if nothing is known of the caller") func anonymousCosts() async throws {
        try await RunningService.with({ settings, _ in (settings.callsPerSecond, settings.tokensPerMinute) = (1, 600) }) { service in
            // Two calls each; the burst allowance is four.
            let form = [("Content-Type", "application/x-www-form-urlencoded")]
            let body = "x=" + String(repeating: "x", count: 8190)
            func send() async throws -> Int { try await service.send(.POST, "/oauth/token", form, json: body).status }
            var statuses: [Int] = []
            for _ in 0..<3 { statuses.append(try await send()) }
            #expect(statuses == [422, 422, 429])
            service.clock.advance(by: 2)
            let later = try await send()
            #expect(later == 422)
        }
    }

    @Test(
        "Each route limits the size of its body",
        arguments: [
            ("/v1/auth/guest", 4), ("/v1/feeds", 64), ("/v1/purchases", 128), ("/v1/events", 256), ("/v1/share", 64),
            ("/v1/live_streams/l1/messages", 16), ("/oauth/token", 8),
        ]) func sizes(path: String, kibibytes: Int) async throws
    {
        try await RunningService.with { service in
            let client = try await service.client()
            let type = path == "/oauth/token" ? "application/x-www-form-urlencoded" : "application/json"
            for (size, isTooLarge) in [(kibibytes << 10, false), (kibibytes << 10 + 1, true)] {
                let body = "{" + String(repeating: " ", count: size - 2) + "}"
                let reply = try await client.send(.POST, path, [("Content-Type", type)], json: body)
                #expect((reply.code == .tooLarge) == isTooLarge, "\(path) \(size): \(reply.text)")
                service.clock.advance(by: 60)
            }
        }
    }

    @Test("Expect: 100-continue is answered, and a body announced as too large is refused") func expectations() async throws {
        try await RunningService.with { service in
            let body = #"{"app_id":"none","package_id":"p"}"#
            func request(_ length: Int) -> String {
                "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Expect: 100-continue\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n"
            }
            let received = try await RawConnection.exchange(service.port, request(body.utf8.count) + body)
            #expect(statuses(received) == [100, 401])
            let refused = try await RawConnection.exchange(service.port, request(1 << 30))
            #expect(statuses(refused) == [413])
            #expect(refused.lowercased().contains("connection: close"))
        }
    }

    @Test("An endless body is cut off") func endlessBody() async throws {
        try await RunningService.with { service in
            let chunk = "10000\r\n\(String(repeating: "x", count: 65536))\r\n"
            let request = "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
            let received = try await RawConnection.exchange(service.port, request + String(repeating: chunk, count: 40))
            #expect(statuses(received) == [413])
        }
    }

    @Test("Responses have a date and do not reveal the server software") func fields() async throws {
        try await RunningService.with { service in
            let reply = try await service.get("/healthz")
            #expect(reply["Date"]?.hasSuffix("GMT") == true)
            #expect(reply["Server"] == "windowbox")
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply.body.isEmpty)
        }
    }

    @Test("Calls are rate limited by caller, with a Retry-After") func limits() async throws {
        try await RunningService.with({ settings, _ in (settings.callsPerSecond, settings.tokensPerMinute) = (1, 20) }) { service in
            let (one, other) = (try await service.client(), try await service.client())
            for _ in 0..<4 { #expect(try await one.get("/v1/config").status == 200) }
            let refused = try await one.get("/v1/config")
            #expect(refused.status == 429)
            #expect(refused.code == .rateLimited)
            #expect(refused["Retry-After"] == "1")
            #expect(try await other.get("/v1/config").status == 200)
            service.clock.advance(by: 1.5)
            #expect(try await one.get("/v1/config").status == 200)
            for _ in 0..<8 { _ = try await service.client() }
            let many = try await service.send(.POST, "/v1/auth/guest", json: #"{"app_id":"app1","package_id":"p"}"#)
            #expect(many.status == 429)
            #expect(many["Retry-After"] == "2")
            #expect(try await service.get("/healthz").status == 200)
        }
    }

    @Test("Metrics and logs say what happened, without secrets") func observation() async throws {
        let log = RecordedLog()
        try await RunningService.with(log: log) { service in
            let client = try await service.client(device: "device-7")
            _ = try await client.get("/v1/config?secret=s3cret")
            _ = try await client.get("/v1/feeds/x?cursor=c00kie")
            let metrics = try await service.get("/metrics").text
            #expect(metrics.contains(#"windowbox_request_seconds_count{operation="configuration",status="200"} 1"#))
            #expect(metrics.contains(#"windowbox_request_seconds_count{operation="feedPage",status="400"} 1"#))
            #expect(metrics.contains("windowbox_requests_in_progress 1"))
            for secret in [client.token, "s3cret", "c00kie", "device-7", "a secret of the tests"] {
                #expect(!log.lines.contains { $0.contains(secret) })
                #expect(!metrics.contains(secret))
            }
            #expect(
                log.lines.contains {
                    $0.contains("operation=configuration") && $0.contains("status=200") && $0.contains("caller=guest \(client.guestID)")
                })
        }
    }

    @Test("Metrics are only available with permission") func readers() async throws {
        try await RunningService.with({ settings, _ in settings.metricsReaders = [NetworkRange("10.0.0.0/8")].compactMap { $0 } }) {
            service in
            let reply = try await service.get("/metrics")
            #expect(reply.status == 404)
        }
        // No page of another site may read what is for this machine alone.
        try await RunningService.with { service in
            for path in ["/metrics", "/healthz", "/readyz"] {
                let reply = try await service.get(path)
                #expect(reply.status < 300, "\(path): \(reply.status)")
                #expect(reply["Access-Control-Allow-Origin"] == nil, "\(path): \(reply.status)")
            }
            #expect(try await service.get("/openapi.json")["Access-Control-Allow-Origin"] == "*")
        }
    }
}
