// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxTransport

/// Requests feeds from a service, as an app does.
struct FeedReader {
    /// The service's URL without a trailing slash.
    let address: String
    private let transport: any Transport
    private let token: String

    /// Signs in to the service as a guest.
    /// - Throws: ``Failure``.
    init(address: String, app: String, transport: any Transport = RoutingTransport.secure(allowing: .always)) async throws {
        let address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.address = address
        self.transport = transport
        let body = try ContractJSON.text(GuestRequest(appID: app, packageID: "windowbox"))
        let guest = try await Self.load(
            GuestToken.self, address + APIRoute.path("authenticateGuest"), body: body, token: nil, by: transport)
        token = guest.accessToken
    }

    /// The first page of a new feed.
    func feed(_ request: FeedRequest) async throws -> FeedPage {
        try await Self.load(
            FeedPage.self, address + APIRoute.path("makeFeed"), body: ContractJSON.text(request), token: token, by: transport)
    }

    /// - Parameter path: The `next` path of the previous page.
    func page(_ path: String) async throws -> FeedPage {
        try await Self.load(FeedPage.self, address + path, body: nil, token: token, by: transport)
    }

    private static func load<Value: Decodable>(
        _ type: Value.Type, _ url: String, body: String?, token: String?, by transport: any Transport
    ) async throws -> Value {
        var request = TransportRequest(
            url: url, method: body == nil ? .get : .post, payload: body.map { Array($0.utf8) }, maximumBytes: 8 << 20)
        if body != nil { request.headers["Content-Type"] = "application/json" }
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        let bytes: [UInt8]
        do { bytes = try await transport.bytes(of: request) } catch {
            let isReached = ![.address, .connection, .untrusted, .timeout].contains(error.cause)
            throw Failure.media(token == nil && isReached ? "the service rejected this app: \(error)" : "\(error)")
        }
        do { return try ContractJSON.decode(type, from: Data(bytes)) } catch {
            throw Failure.media("\(url) is not a Windowbox service: \(error)")
        }
    }
}
