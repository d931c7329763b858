// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An IP address as bytes; IPv4-mapped IPv6 addresses count as IPv4.
struct NetworkAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    init?(_ text: some StringProtocol) {
        var four = in_addr()
        if inet_pton(AF_INET, String(text), &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
            return
        }
        // A zone names the network interface; it isn't part of the address.
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return nil }
        let all = withUnsafeBytes(of: six) { Array($0) }
        let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all.suffix(4)) : all
    }

    /// The key for limits per client. For IPv6 it is the first 64 bits, because clients can change addresses within their network at will.
    var limitKey: String {
        bytes.count == 4
            ? bytes.map(String.init).joined(separator: ".") : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}

/// An address range such as `10.0.0.0/8` (RFC 4632); without a prefix length, a single address.
struct NetworkRange: Hashable, Sendable {
    private let address: NetworkAddress
    private let length: Int

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = NetworkAddress(parts[0]) else { return nil }
        let bits = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : bits, (0...bits).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    func contains(_ other: NetworkAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, length - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
