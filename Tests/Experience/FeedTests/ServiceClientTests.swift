// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxContract
import WindowboxTransport

@testable import WindowboxFeed

/// Responds by path, in order, repeating the last response; records requests.
private final class ScriptedTransport: Transport {
    struct Answer: Sendable {
        var status = 200
        var headers: TransportHeaders = [:]
        var body = ""
    }
    private let state: Mutex<(answers: [String: [Answer]], requests: [TransportRequest])>

    init(_ answers: [String: [Answer]]) { state = Mutex((answers, [])) }

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let answer: Answer? = state.withLock { state in
            state.requests.append(request)
            let path = String(request.url.dropFirst("https://s.example".count))
            if state.answers[path, default: []].count > 1 { return state.answers[path]?.removeFirst() }
            return state.answers[path]?.first
        }
        guard let answer else { throw TransportError(.connection, url: request.url, message: "Nobody is there.") }
        let body = Array(answer.body.utf8)
        return TransportResponse(
            status: answer.status, headers: answer.headers, url: request.url, contentLength: body.count,
            body: TransportBody([ByteChunk(body)]))
    }
}

@Suite("Service client") struct ServiceClientTests {
    private static func token(_ name: String) -> ScriptedTransport.Answer {
        .init(body: #"{"guest_id":"g1","access_token":"\#(name)","expires_in":100}"#)
    }
    private static let config =
        #"{"feature_flags":{},"ad_configs":[],"providers":{"low_latency":false,"multi_host":false},"privacy":{},"languages":[]}"#

    private func client(_ transport: ScriptedTransport, now: @escaping @Sendable () -> Double = { 0 }) -> ServiceClient {
        ServiceClient(.init(address: "https://s.example/", packageID: "p", deviceID: "d"), transport: transport, now: now)
    }

    private func tokens(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.filter { $0.url.hasSuffix("/v1/config") }.map { $0.headers["Authorization"] }
    }

    @Test("Simultaneous calls share one guest, whose token is reused until it is old") func tokens() async throws {
        let transport = ScriptedTransport([
            "/v1/auth/guest": [Self.token("t1"), Self.token("t2")], "/v1/config": [.init(body: Self.config)],
        ])
        let client = client(transport)
        _ = try await client.authenticate(appID: "a1")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await client.send(ServiceCall<AppConfiguration>.configuration) } }
            try await group.waitForAll()
        }
        #expect(tokens(transport) == Array(repeating: "Bearer t1", count: 8))
        #expect(transport.requests.filter { $0.url.hasSuffix("guest") }.count == 1)
    }

    @Test("A token is renewed before it expires, and once when the service rejects it") func renewal() async throws {
        let refused = ScriptedTransport.Answer(status: 401, body: #"{"error":{"code":"invalid_token","message":"Old."}}"#)
        let clock = Shared(0.0)
        let transport = ScriptedTransport([
            "/v1/auth/guest": [Self.token("t1"), Self.token("t2"), Self.token("t3")],
            "/v1/config": [.init(body: Self.config), .init(body: Self.config), refused, .init(body: Self.config), refused],
        ])
        let client = client(transport) { clock.value }
        _ = try await client.authenticate(appID: "a1")
        _ = try await client.send(ServiceCall<AppConfiguration>.configuration)
        // A quarter of its lifetime before it expires.
        clock.value = 76
        _ = try await client.send(ServiceCall<AppConfiguration>.configuration)
        _ = try await client.send(ServiceCall<AppConfiguration>.configuration)
        #expect(tokens(transport) == ["Bearer t1", "Bearer t2", "Bearer t2", "Bearer t3"])
        await #expect { try await client.send(ServiceCall<AppConfiguration>.configuration) } throws: {
            ($0 as? ServiceError)?.apiCode == .invalidToken
        }
        #expect(tokens(transport).count == 6)
    }

    @Test("An error has the service's details, even if the response is unreadable") func errors() async throws {
        let transport = ScriptedTransport([
            "/v1/auth/guest": [Self.token("t1")],
            "/v1/feeds": [
                .init(
                    status: 422,
                    body: #"{"error":{"code":"invalid_filter_expression","message":"Wrong.","field":"source.filter","offset":6}}"#),
                .init(status: 429, headers: ["Retry-After": "7"], body: #"{"error":{"code":"rate_limited","message":"Slowly."}}"#),
                .init(status: 502, body: "<html>"), .init(body: "{"),
            ],
        ])
        let client = client(transport)
        _ = try await client.authenticate(appID: "a1")
        func error() async -> ServiceError? {
            do throws(ServiceError) { _ = try await client.send(.makeFeed(FeedRequest(source: .discover))) } catch { return error }
            return nil
        }
        let filter = await error()
        #expect(filter?.apiCode == .invalidFilterExpression)
        #expect(filter?.field == "source.filter")
        #expect(filter?.offset == 6)
        #expect(filter?.canRetry == false)
        let limited = await error()
        #expect(limited?.retryAfter == 7)
        #expect(limited?.canRetry == true)
        let proxy = await error()
        #expect(proxy?.apiCode == .serverError)
        #expect(proxy?.canRetry == true)
        #expect(await error()?.code == .malformed)
    }

    @Test("Without initialization nothing is sent, and a network failure is reported as such") func dead() async {
        let client = client(ScriptedTransport([:]))
        await #expect { try await client.send(ServiceCall<AppConfiguration>.configuration) } throws: {
            ($0 as? ServiceError)?.code == .refused
        }
        await #expect { try await client.authenticate(appID: "a1") } throws: {
            ($0 as? ServiceError)?.code == .network && ($0 as? ServiceError)?.canRetry == true
        }
    }

    @Test("A request has authorization, content type, idempotency key, and escaped path components") func requests() async throws {
        let transport = ScriptedTransport([
            "/v1/auth/guest": [Self.token("t1")], "/v1/purchases": [.init(status: 202, body: #"{"attributed":true}"#)],
            "/v1/products/a%2F..%2Fb?store_id=s%3F1": [.init(status: 404, body: "")], "/v1/guests/me": [.init(status: 204)],
        ])
        let client = client(transport)
        _ = try await client.authenticate(appID: "a1")
        let zero = try #require(Amount("0"))
        let order = PurchaseRequest(orderID: "o", orderValue: zero, currency: "EUR", subtotal: zero, lineItems: [])
        #expect(try await client.send(.record(order, key: "k1")).attributed)
        let sent = try #require(transport.requests.last)
        #expect(sent.headers["Idempotency-Key"] == "k1")
        #expect(sent.headers["Content-Type"] == "application/json")
        #expect(sent.method == .post)
        #expect(sent.answersFailures)
        _ = try await client.send(ServiceCall<NoContent>.erase)
        #expect(transport.requests.last?.method == .init("DELETE"))
        await #expect { try await client.send(.product("a/../b", store: "s?1")) } throws: { ($0 as? ServiceError)?.code == .refused }
        let guest = try #require(transport.requests.first?.payload)
        #expect(String(decoding: guest, as: UTF8.self) == #"{"app_id":"a1","device_id":"d","package_id":"p"}"#)
    }

    @Test("Another app ID gets another guest") func otherApp() async throws {
        let transport = ScriptedTransport(["/v1/auth/guest": [Self.token("t1"), Self.token("t2")]])
        let client = client(transport)
        #expect(try await client.authenticate(appID: "a1").accessToken == "t1")
        #expect(try await client.authenticate(appID: "a1").accessToken == "t1")
        #expect(try await client.authenticate(appID: "a2").accessToken == "t2")
    }
}

/// A value that a test changes while others read it.
private final class Shared<Value: Sendable>: Sendable {
    private let held: Mutex<Value>
    init(_ value: Value) { held = Mutex(value) }
    var value: Value {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
