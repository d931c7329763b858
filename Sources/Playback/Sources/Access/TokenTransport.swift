// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxTransport

/// Asks a token service before the first byte of an item, and adds its token to the query of the item's address.
///
/// The token service is asked with `acl=<folder>/*` and answers with JSON: `{"token": "name=value&…"}`. What it can't give, the item is
/// tried without: some places need no token, and where it is needed the server's refusal tells more.
public final class TokenTransport: Transport {
    private let base: any Transport
    private let services = Mutex<[String: String]>([:])

    public init(_ base: any Transport = RoutingTransport.secure()) { self.base = base }

    /// - Parameters:
    ///   - service: the address of the token service.
    ///   - address: that of an item; what the item names in turn goes without a token.
    public func set(_ service: String, for address: String) { services.withLock { $0[address] = service } }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        if let service = services.withLock({ $0[request.url] }), let token = await token(from: service, for: request) {
            request.url = Self.adding(token, to: request.url)
        }
        return try await base.open(request)
    }

    private struct Answer: Decodable { let token: String }

    private func token(from service: String, for request: TransportRequest) async -> String? {
        let separator = service.contains("?") ? "&" : "?"
        let url = service + separator + "acl=" + (Self.folder(of: request.url) + "/*").escaped
        let question = JSONRequest(url: url, limits: request.limits, maximumBytes: 64 << 10)
        let answer: Answer? = try? await question.answer(from: base)
        return answer?.token
    }

    /// The path of what lies beside an address, without the last slash.
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
