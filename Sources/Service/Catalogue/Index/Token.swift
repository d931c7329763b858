// SPDX-License-Identifier: Apache-2.0

/// A property of a video that feeds search for.
struct Token: Hashable, Sendable, Comparable {
    enum Kind: Int64, Sendable { case every = 0, hashtag, cohort, targeted, product, live, channel, language, country, ownApps }

    var kind: Kind
    /// Empty for kinds without a value.
    var name: String

    init(_ kind: Kind, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    static func cohort(_ key: String, _ value: String) -> Token { Token(.cohort, "\(key)\u{1F}\(value)") }

    static func < (one: Token, other: Token) -> Bool { (one.kind.rawValue, one.name) < (other.kind.rawValue, other.name) }

    /// Two of 64 bits, derived from a hash. A video has the bits of all its tokens: if these bits are missing, it doesn't have the token,
    /// and the token's list needn't be searched.
    var signature: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: kind.rawValue)
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        // Mixes all bits of the hash.
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return Int64(bitPattern: 1 << (hash & 63) | 1 << (hash >> 32 & 63))
    }
}

extension Set<Token> {
    var signature: Int64 { reduce(0) { $0 | $1.signature } }
}
