// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Where a call came from.
struct CallOrigin: Hashable, Sendable {
    /// Of the client; nil where that isn't known, as on a socket in the file system.
    var address: NetworkAddress?
    /// ISO 3166-1 alpha-2; nil when nobody told.
    var country: String?
}

/// Who stands before the service and may be believed what they say of the client.
struct TrustedProxies: Sendable {
    var ranges: [NetworkRange] = []
    /// The field in which they tell the client's country.
    var countryField: HTTPField.Name?

    /// The client is the last address in `X-Forwarded-For` that no proxy of ours has: those before it anybody could have written.
    func origin(peer: NetworkAddress?, _ fields: HTTPFields) -> CallOrigin {
        guard isTrusted(peer) else { return CallOrigin(address: peer) }
        var client = peer
        let forwarded = fields[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in forwarded.reversed() {
            guard let address = NetworkAddress(text.filter { $0 != " " }) else { break }
            client = address
            if !isTrusted(address) { break }
        }
        let country = countryField.flatMap { fields[$0] }?.uppercased()
        let isCountry = country.map { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } } ?? false
        return CallOrigin(address: client, country: isCountry ? country : nil)
    }

    // Who reaches a socket in the file system is on this machine.
    private func isTrusted(_ address: NetworkAddress?) -> Bool {
        guard let address else { return !ranges.isEmpty }
        return ranges.contains { $0.contains(address) }
    }
}
