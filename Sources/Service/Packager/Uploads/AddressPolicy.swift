// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The network addresses that this service may connect to on a client's behalf.
public struct AddressPolicy: Sendable {
    private let allows: @Sendable (RemoteAddress) -> Bool

    /// - Parameter allows: called for every address that a name resolves to, after every redirect.
    init(_ allows: @escaping @Sendable (RemoteAddress) -> Bool) { self.allows = allows }

    /// Only public addresses: not this machine, private networks or cloud metadata services.
    public static let publicOnly = AddressPolicy { $0.isPublic }
    /// Also private addresses, for services whose users are trusted.
    public static let any = AddressPolicy { _ in true }

    func isAllowed(_ address: RemoteAddress) -> Bool { allows(address) }

    /// Rejects an http(s) URL whose host has a forbidden address. A name that can't be resolved at the moment
    /// passes, since it is checked again when it is used.
    /// - Throws: ``UploadError`` with the cause.
    public func check(_ address: String) async throws {
        do { _ = try await EgressPolicy(rule: self, lookUp: NameLookup.addresses).target(address) } catch let error as UploadError {
            guard error.canRetry else { throw error }
        }
    }
}

/// An IPv4 or IPv6 address.
struct RemoteAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// - Parameter text: the usual notation, without brackets and zone.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        _ = bytes.withUnsafeBytes { inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The IPv4 address within an IPv6 address: mapped, compatible, NAT64 or 6to4.
    private var embedded: RemoteAddress? {
        guard bytes.count == 16 else { return nil }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF {
            return RemoteAddress(bytes: Array(bytes[12...]))
        }
        // Only the well-known NAT64 prefix leads to the internet (RFC 6052 2.1); 64:ff9b:1::/48 is local (RFC 8215).
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return RemoteAddress(bytes: Array(bytes[12...])) }
        if bytes.starts(with: [0x20, 0x02]) { return RemoteAddress(bytes: Array(bytes[2..<6])) }
        return nil
    }

    /// Whether it is globally reachable (IANA's special-purpose registries).
    var isPublic: Bool {
        if let embedded { return embedded.isPublic && bytes.dropLast(4).contains { $0 != 0 } }
        if bytes.count == 4 { return !Self.closed4.contains { contains($0) } }
        // Teredo and others within 2000::/3 embed addresses that can't be checked here.
        return contains(([0x20], 3)) && !Self.closed6.contains { contains($0) }
    }

    private typealias Network = (bytes: [UInt8], length: Int)

    private func contains(_ network: Network) -> Bool {
        for bit in 0..<network.length {
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            let expected = bit / 8 < network.bytes.count ? network.bytes[bit / 8] : 0
            if bytes[bit / 8] & mask != expected & mask { return false }
        }
        return true
    }

    private static let closed4: [Network] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24),
        ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]
    private static let closed6: [Network] = [([0x20, 0x01, 0], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF], 20)]
}
