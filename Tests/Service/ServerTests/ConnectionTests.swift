// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Connections") struct ConnectionTests {
    private static let host = "Host: localhost\r\n"

    /// Status lines of what came back.
    private func statuses(_ heard: String) -> [Int] {
        heard.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: true).compactMap { Int($0.prefix(3)) }
    }

    @Test(
        "a request that two readers could understand differently is refused, and nothing behind it is heard",
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
            let heard = try await RawConnection.exchange(service.port, request, endsSending: true)
            #expect(!statuses(heard).contains(200))
            #expect(statuses(heard).count <= 1)
        }
    }

    @Test("two requests sent at once are answered in their order") func pipelining() async throws {
        try await RunningService.with { service in
            let request = "GET /openapi.json HTTP/1.1\r\n\(Self.host)\r\nGET /healthz HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
            let heard = try await RawConnection.exchange(service.port, request)
            #expect(statuses(heard) == [200, 200])
            #expect(heard.contains("\"openapi\"") && heard.lowercased().contains("content-length: 0"))
        }
    }

    @Test("a head that is too long is refused") func longHeads() async throws {
        try await RunningService.with { service in
            let field = "X: \(String(repeating: "x", count: 20_000))\r\n"
            let many = (0..<200).map { "X-\($0): y\r\n" }.joined()
            for fields in [field, many] {
                let heard = try await RawConnection.exchange(
                    service.port, "GET /healthz HTTP/1.1\r\n\(Self.host)\(fields)\r\n", endsSending: true)
                #expect(!statuses(heard).contains(200))
            }
            let line = "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\n\(Self.host)\r\n"
            let heard = try await RawConnection.exchange(service.port, line, endsSending: true)
            #expect(!statuses(heard).contains(200))
        }
    }

    @Test("who begins a request and doesn't go on is left") func slowClients() async throws {
        try await RunningService.with({ settings, _ in settings.requestSeconds = 0.2 }) { service in
            // The exchanges end because the service closes: nothing else ends them.
            for text in ["GET /healthz HT", ""] {
                let heard = try await RawConnection.exchange(service.port, text)
                #expect(heard == "")
            }
            let body = "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Content-Length: 100\r\n\r\n{"
            let cut = try await RawConnection.exchange(service.port, body)
            #expect(!statuses(cut).contains(200))
            let reply = try await service.get("/healthz")
            #expect(reply.status == 200)
        }
    }

    @Test("who asks whether to go on is told to, and who says too much beforehand is not") func expectations() async throws {
        try await RunningService.with { service in
            let body = #"{"app_id":"none","package_id":"p"}"#
            func request(_ length: Int) -> String {
                "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Expect: 100-continue\r\nConnection: close\r\nContent-Length: \(length)\r\n\r\n"
            }
            let heard = try await RawConnection.exchange(service.port, request(body.utf8.count) + body)
            #expect(statuses(heard) == [100, 401])
            let refused = try await RawConnection.exchange(service.port, request(1 << 30))
            #expect(statuses(refused) == [413])
            #expect(refused.lowercased().contains("connection: close"))
        }
    }

    @Test("a body that goes on for ever is cut off") func endlessBody() async throws {
        try await RunningService.with { service in
            let chunk = "10000\r\n\(String(repeating: "x", count: 65536))\r\n"
            let request = "POST /v1/auth/guest HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
            let heard = try await RawConnection.exchange(service.port, request + String(repeating: chunk, count: 40))
            #expect(statuses(heard) == [413])
        }
    }

    @Test("answers have a date and say nothing of what they are made with") func fields() async throws {
        try await RunningService.with { service in
            let reply = try await service.get("/healthz")
            #expect(
                reply["Date"]?.hasSuffix("GMT") == true && reply["Server"] == "windowbox" && reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply.body.isEmpty)
        }
    }

    @Test("calls are limited by caller, and it is told when to come again") func limits() async throws {
        try await RunningService.with({ settings, _ in (settings.callsPerSecond, settings.tokensPerMinute) = (1, 20) }) { service in
            let (one, other) = (try await service.client(), try await service.client())
            for _ in 0..<4 { #expect(try await one.get("/v1/config").status == 200) }
            let refused = try await one.get("/v1/config")
            #expect(refused.status == 429 && refused.code == .rateLimited && refused["Retry-After"] == "1")
            #expect(try await other.get("/v1/config").status == 200)
            service.clock.advance(by: 1.5)
            #expect(try await one.get("/v1/config").status == 200)
            for _ in 0..<8 { _ = try await service.client() }
            let many = try await service.send(.POST, "/v1/auth/guest", json: #"{"app_id":"app1","package_id":"p"}"#)
            #expect(many.status == 429 && many["Retry-After"] == "2")
            #expect(try await service.get("/healthz").status == 200)
        }
    }

    @Test("what is counted and logged says what happened, and no secret") func observation() async throws {
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

    @Test("the metrics are for those who may read them") func readers() async throws {
        try await RunningService.with({ settings, _ in settings.metricsReaders = [NetworkRange("10.0.0.0/8")].compactMap { $0 } }) {
            service in
            let reply = try await service.get("/metrics")
            #expect(reply.status == 404)
        }
    }
}
