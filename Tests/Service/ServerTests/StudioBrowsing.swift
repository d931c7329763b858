// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// A Studio user's browser: with a cookie, and without following redirects.
struct StudioBrowsing: Sendable {
    let service: RunningService
    let client: ClientProgram
    let secret: String
    var cookie = ""

    init(_ service: RunningService, business: String = "b1", name: String = "Editor", scopes: [String] = ClientProgram.allScopes)
        async throws
    {
        let (client, secret) = ClientProgram.make(business: business, name: name, scopes: scopes, at: service.clock.now)
        try await service.catalogue.resources.save(client, at: service.clock.now)
        (self.service, self.client, self.secret) = (service, client, secret)
    }

    /// A signed-in user.
    static func signedIn(
        _ service: RunningService, business: String = "b1", name: String = "Editor", scopes: [String] = ClientProgram.allScopes
    ) async throws -> StudioBrowsing {
        var browsing = try await StudioBrowsing(service, business: business, name: name, scopes: scopes)
        let reply = try await browsing.signIn()
        try #require(reply.status == 303, "\(reply.text)")
        browsing.keep(reply)
        return browsing
    }

    mutating func keep(_ reply: Reply) {
        if let field = reply["Set-Cookie"] { cookie = String(field.prefix { $0 != ";" }) }
    }

    func signIn(secret: String? = nil, next: String = "", _ fields: [(String, String)] = []) async throws -> Reply {
        try await send(
            .POST, "/studio/sign-in", fields, form: "client_id=\(client.id)&client_secret=\(secret ?? self.secret)&next=\(next)")
    }

    func get(_ path: String) async throws -> Reply { try await send(.GET, path) }

    /// The token that the page gives to its scripts.
    func token() async throws -> String {
        let text = try await get("/studio").text
        let start = try #require(text.range(of: "name=\"studio-token\" content=\"")).upperBound
        return String(text[start...].prefix { $0 != "\"" })
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ fields: [(String, String)] = [], form: String? = nil, json: String? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: service.address + path)
        request.method = method
        for (name, value) in fields { request.headers.add(name: name, value: value) }
        if !cookie.isEmpty { request.headers.add(name: "Cookie", value: "other=1; \(cookie)") }
        if let body = form ?? json {
            request.headers.add(name: "Content-Type", value: json == nil ? "application/x-www-form-urlencoded" : "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let response = try await client.execute(request, timeout: .seconds(60))
            let body = try await response.body.collect(upTo: 1 << 22)
            try await client.shutdown()
            return Reply(status: Int(response.status.code), fields: response.headers, body: Data(body.readableBytesView))
        } catch {
            try await client.shutdown()
            throw error
        }
    }
}
