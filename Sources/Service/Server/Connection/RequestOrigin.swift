// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Where a call came from.
struct RequestOrigin: Hashable, Sendable {
    /// Of the client; nil where that isn't known, as on a socket in the file system.
    var address: NetworkAddress?
    /// ISO 3166-1 alpha-2; nil when nobody told.
    var country: String?
    /// Whether the client reached the service, or the proxy before it, by TLS.
    var isSecure = false
}

/// Who stands before the service and may be believed what they say of the client.
struct TrustedProxies: Sendable {
    var ranges: [NetworkRange] = []
    /// The field in which they tell the client's country.
    var countryField: HTTPField.Name?
    /// Whether all clients come by TLS, as the address says by which they reach the service.
    var isAlwaysSecure = false

    /// The client is the last address in `X-Forwarded-For` that no proxy of ours has: those before it anybody could have written.
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

    /// Of several proxies the first speaks with the client; but what came before the last one of ours anybody could have written.
    private func isForwardedSecure(_ fields: HTTPFields) -> Bool {
        let forwarded = fields[values: .forwardedProto].flatMap { $0.split(separator: ",") }
        return forwarded.last?.filter { $0 != " " && $0 != "\t" }.lowercased() == "https"
    }

    // Who reaches a socket in the file system is on this machine.
    private func isTrusted(_ address: NetworkAddress?) -> Bool {
        guard let address else { return !ranges.isEmpty }
        return ranges.contains { $0.contains(address) }
    }
}
