// SPDX-License-Identifier: Apache-2.0

/// Decrypts AES-128 (FIPS 197) in cipher block chaining mode with PKCS #7 padding, the method that HLS uses for whole
/// segments (RFC 8216bis 4.4.4.4, AES-128).
///
/// Web Crypto can't be used: it requires the whole segment at once, and a secure context. The time of a table look-up may
/// depend on the key, which is acceptable because the key belongs to the viewer's own page.
package struct CBCDecryptor: Sendable {
    private var schedule: [UInt32]
    private var previous: [UInt8]
    private var rest: [UInt8] = []
    private let tables: Tables

    /// Nil unless the key and the initialization vector have 16 bytes each.
    package init?(key: [UInt8], vector: [UInt8]) {
        guard key.count == 16, vector.count == 16 else { return nil }
        tables = Tables()
        schedule = Self.expand(key, tables)
        previous = vector
    }

    /// Decrypts all complete blocks except the last one, which may contain padding.
    package mutating func update(_ bytes: [UInt8]) -> [UInt8] {
        let all = rest.isEmpty ? bytes : rest + bytes
        let count = max(0, (all.count - 1) / 16 * 16)
        let plain = decrypt(all, count: count)
        rest = Array(all[count...])
        return plain
    }

    /// Decrypts the last block and removes its padding; nil without valid padding, that is, for a wrong key or a truncated segment.
    package mutating func finish() -> [UInt8]? {
        guard rest.count == 16 else { return nil }
        let plain = decrypt(rest, count: 16)
        guard let padding = plain.last, padding >= 1, padding <= 16 else { return nil }
        guard plain[(16 - Int(padding))...].allSatisfy({ $0 == padding }) else { return nil }
        return Array(plain[..<(16 - Int(padding))])
    }

    /// Decrypts whole blocks without padding, from the initialization vector on. Only before ``update(_:)``.
    func decrypted(_ bytes: [UInt8]) -> [UInt8] {
        var decryptor = self
        return decryptor.decrypt(bytes, count: bytes.count / 16 * 16)
    }

    private struct Tables: Sendable {
        var box = [UInt8](repeating: 0, count: 256)
        var inverse = [UInt8](repeating: 0, count: 256)
        /// InvMixColumns of the inverse S-box, for the first row; the other rows are rotations of it.
        var mixed = [UInt32](repeating: 0, count: 256)

        init() {
            // Finds the multiplicative inverse with the powers of the generator 3 and of its inverse.
            var (p, q): (UInt8, UInt8) = (1, 1)
            repeat {
                p = p ^ p << 1 ^ (p & 0x80 != 0 ? 0x1B : 0)
                q ^= q << 1
                q ^= q << 2
                q ^= q << 4
                if q & 0x80 != 0 { q ^= 0x09 }
                let turned = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4)
                set(p, turned ^ 0x63)
            } while p != 1
            set(0, 0x63)
            for byte in 0..<256 { mixed[byte] = Self.mix(inverse[byte]) }
        }

        private mutating func set(_ from: UInt8, _ to: UInt8) {
            box[Int(from)] = to
            inverse[Int(to)] = from
        }

        private static func times(_ left: UInt8, _ right: UInt8) -> UInt8 {
            var (left, right, product): (UInt8, UInt8, UInt8) = (left, right, 0)
            while right != 0 {
                if right & 1 != 0 { product ^= left }
                left = left << 1 ^ (left & 0x80 != 0 ? 0x1B : 0)
                right >>= 1
            }
            return product
        }

        static func mix(_ byte: UInt8) -> UInt32 {
            UInt32(times(byte, 14)) << 24 | UInt32(times(byte, 9)) << 16 | UInt32(times(byte, 13)) << 8 | UInt32(times(byte, 11))
        }
    }

    /// The round keys of the equivalent inverse cipher (FIPS 197, 5.3.5), last round first.
    private static func expand(_ key: [UInt8], _ tables: Tables) -> [UInt32] {
        var words: [UInt32] = []
        for index in 0..<4 {
            words.append(
                UInt32(key[4 * index]) << 24 | UInt32(key[4 * index + 1]) << 16 | UInt32(key[4 * index + 2]) << 8
                    | UInt32(key[4 * index + 3]))
        }
        func substituted(_ word: UInt32) -> UInt32 {
            UInt32(tables.box[Int(word >> 24)]) << 24 | UInt32(tables.box[Int(word >> 16 & 255)]) << 16
                | UInt32(tables.box[Int(word >> 8 & 255)]) << 8 | UInt32(tables.box[Int(word & 255)])
        }
        var constant: UInt8 = 1
        for index in 4..<44 {
            var word = words[index - 1]
            if index % 4 == 0 {
                word = substituted(word << 8 | word >> 24) ^ UInt32(constant) << 24
                constant = constant << 1 ^ (constant & 0x80 != 0 ? 0x1B : 0)
            }
            words.append(words[index - 4] ^ word)
        }
        var schedule: [UInt32] = []
        for round in (0...10).reversed() {
            for column in 0..<4 {
                let word = words[4 * round + column]
                guard round > 0, round < 10 else {
                    schedule.append(word)
                    continue
                }
                var mixed: UInt32 = 0
                for (row, shift) in ([24, 16, 8, 0] as [UInt32]).enumerated() {
                    mixed ^= turned(Tables.mix(UInt8(word >> shift & 255)), UInt32(8 * row))
                }
                schedule.append(mixed)
            }
        }
        return schedule
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { bits == 0 ? word : word >> bits | word << (32 - bits) }

    private mutating func decrypt(_ bytes: [UInt8], count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        var plain = [UInt8](repeating: 0, count: count)
        var last = previous
        bytes.withUnsafeBufferPointer { input in
            plain.withUnsafeMutableBufferPointer { output in
                schedule.withUnsafeBufferPointer { keys in
                    tables.mixed.withUnsafeBufferPointer { mixed in
                        tables.inverse.withUnsafeBufferPointer { inverse in
                            for start in stride(from: 0, to: count, by: 16) {
                                Self.block(input, start, output, keys, mixed, inverse)
                                for index in 0..<16 { output[start + index] ^= start == 0 ? last[index] : input[start + index - 16] }
                            }
                        }
                    }
                }
            }
        }
        last = Array(bytes[(count - 16)..<count])
        previous = last
        return plain
    }

    private static func block(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ output: UnsafeMutableBufferPointer<UInt8>, _ keys: UnsafeBufferPointer<UInt32>,
        _ mixed: UnsafeBufferPointer<UInt32>, _ inverse: UnsafeBufferPointer<UInt8>
    ) {
        func word(_ index: Int) -> UInt32 {
            let place = start + 4 * index
            return UInt32(input[place]) << 24 | UInt32(input[place + 1]) << 16 | UInt32(input[place + 2]) << 8 | UInt32(input[place + 3])
        }
        var (a, b, c, d) = (word(0) ^ keys[0], word(1) ^ keys[1], word(2) ^ keys[2], word(3) ^ keys[3])
        func column(_ w: UInt32, _ x: UInt32, _ y: UInt32, _ z: UInt32, _ key: UInt32) -> UInt32 {
            mixed[Int(w >> 24)] ^ turned(mixed[Int(x >> 16 & 255)], 8) ^ turned(mixed[Int(y >> 8 & 255)], 16)
                ^ turned(mixed[Int(z & 255)], 24) ^ key
        }
        for round in 1..<10 {
            let key = 4 * round
            (a, b, c, d) = (
                column(a, d, c, b, keys[key]), column(b, a, d, c, keys[key + 1]), column(c, b, a, d, keys[key + 2]),
                column(d, c, b, a, keys[key + 3])
            )
        }
        func end(_ index: Int, _ w: UInt32, _ x: UInt32, _ y: UInt32, _ z: UInt32) {
            let key = keys[40 + index]
            output[start + 4 * index] = inverse[Int(w >> 24)] ^ UInt8(key >> 24)
            output[start + 4 * index + 1] = inverse[Int(x >> 16 & 255)] ^ UInt8(key >> 16 & 255)
            output[start + 4 * index + 2] = inverse[Int(y >> 8 & 255)] ^ UInt8(key >> 8 & 255)
            output[start + 4 * index + 3] = inverse[Int(z & 255)] ^ UInt8(key & 255)
        }
        end(0, a, d, c, b)
        end(1, b, a, d, c)
        end(2, c, b, a, d)
        end(3, d, c, b, a)
    }
}
