// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxTransport

/// Requests a token before the first load of an item, and adds it to the query of the item's URL.
///
/// The token service gets `acl=<folder>/*` and answers with JSON: `{"token": "name=value&…"}`. If it fails, the item is loaded without a
/// token: some servers need none, and otherwise the server's refusal says more.
public final class TokenTransport: Transport {
    private let base: any Transport
    private let services = Mutex<[String: String]>([:])

    /// - Parameter base: the transport for media and token services.
    public init(_ base: any Transport = RoutingTransport.secure()) { self.base = base }

    /// - Parameters:
    ///   - service: the URL of the token service.
    ///   - address: the URL of an item; URLs inside it get no token.
    public func set(_ service: String, for address: String) { services.withLock { $0[address] = service } }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        if let service = services.withLock({ $0[request.url] }), let token = await token(from: service, for: request) {
            request.url = Self.adding(token, to: request.url)
        }
        return try await base.open(request)
    }

    private struct TokenDocument: Decodable { let token: String }

    private func token(from service: String, for request: TransportRequest) async -> String? {
        let separator = service.contains("?") ? "&" : "?"
        let url = service + separator + "acl=" + (Self.folder(of: request.url) + "/*").escaped
        let tokenRequest = JSONRequest(url: url, limits: request.limits, maximumBytes: 64 << 10)
        let response: TokenDocument? = try? await tokenRequest.document(from: base)
        return response?.token
    }

    /// The path of a URL's folder, without the trailing slash.
    static func folder(of url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        let path = address.firstRange(of: "://").map { address[$0.upperBound...].drop { $0 != "/" } } ?? address
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    static func adding(_ query: String, to url: String) -> String {
        guard !query.isEmpty else { return url }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        return url[..<fragment] + (url[..<fragment].contains("?") ? "&" : "?") + query + url[fragment...]
    }
}
