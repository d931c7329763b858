// SPDX-License-Identifier: Apache-2.0

/// Base64 decoding, with the standard and the URL-safe alphabet (RFC 4648, 4 and 5).
package enum Base64Text {
    /// Decodes text; white space and other invalid characters are skipped, and the first `=` ends it.
    package static func decode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            guard byte != UInt8(ascii: "=") else { break }
            guard let digit = digit(byte) else { continue }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
