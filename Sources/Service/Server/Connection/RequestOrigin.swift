// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Where a request came from.
struct RequestOrigin: Hashable, Sendable {
    /// The client's address; nil if unknown, as on a Unix domain socket.
    var address: NetworkAddress?
    /// ISO 3166-1 alpha-2; nil if no proxy reported it.
    var country: String?
    /// Whether the client used TLS to the service or to the proxy in front of it.
    var isSecure = false
}

/// The proxies in front of the service whose statements about clients are trusted.
struct TrustedProxies: Sendable {
    var ranges: [NetworkRange] = []
    /// The header field in which they report the client's country.
    var countryField: HTTPField.Name?
    /// Whether all clients use TLS, according to the service's public URL.
    var isAlwaysSecure = false

    /// The client is the last address in `X-Forwarded-For` that isn't a trusted proxy; anybody could have written those before it.
    func origin(peer: NetworkAddress?, _ fields: HTTPFields) -> RequestOrigin {
        guard isTrusted(peer) else { return RequestOrigin(address: peer, isSecure: isAlwaysSecure) }
        var client = peer
        let forwarded = fields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in forwarded.reversed() {
            guard let address = NetworkAddress(text.filter { $0 != " " }) else { break }
            client = address
            if !isTrusted(address) { break }
        }
        let country = countryField.flatMap { fields[$0] }?.uppercased()
        let isCountry = country.map { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } } ?? false
        return RequestOrigin(address: client, country: isCountry ? country : nil, isSecure: isAlwaysSecure || isForwardedSecure(fields))
    }

    /// Uses the last value, which a trusted proxy added; anybody could have written those before it.
    private func isForwardedSecure(_ fields: HTTPFields) -> Bool {
        let forwarded = fields[values: .forwardedProto].flatMap { $0.split(separator: ",") }
        return forwarded.last?.filter { $0 != " " && $0 != "\t" }.lowercased() == "https"
    }

    // The peer on a Unix domain socket is on this machine.
    private func isTrusted(_ address: NetworkAddress?) -> Bool {
        guard let address else { return !ranges.isEmpty }
        return ranges.contains { $0.contains(address) }
    }
}
