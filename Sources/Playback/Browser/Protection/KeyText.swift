// SPDX-License-Identifier: Apache-2.0

/// Keys and their identifiers, of 16 bytes each, as text.
enum KeyText {
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes { for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// 16 bytes of 32 hexadecimal digits, with or without dashes, or of base64 in either alphabet; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        var values: [UInt8] = []
        var isHexadecimal = true
        for byte in text.utf8 where byte != 0x2D {
            guard let value = hexadecimalDigit(byte) else {
                isHexadecimal = false
                break
            }
            values.append(value)
        }
        if isHexadecimal, values.count == 32 { return stride(from: 0, to: 32, by: 2).map { values[$0] << 4 | values[$0 + 1] } }
        var (bits, count): (UInt32, UInt32) = (0, 0)
        var bytes: [UInt8] = []
        for byte in text.utf8 where byte != 0x3D {
            guard let value = base64Digit(byte) else { return nil }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes.count == 16 ? bytes : nil
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    private static func base64Digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x47
        case 0x30...0x39: byte + 4
        case 0x2D, 0x2B: 62
        case 0x5F, 0x2F: 63
        default: nil
        }
    }

    /// base64url without padding, as Encrypted Media Extensions have it (9.1.3).
    static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Initialization data of the type `keyids`.
    static func initializationData(_ ids: [[UInt8]]) -> [UInt8] {
        Array(("{\"kids\":[" + ids.map { "\"" + base64($0) + "\"" }.joined(separator: ",") + "]}").utf8)
    }

    /// A licence: a JSON Web Key Set (9.1.4).
    static func license(_ keys: [(id: [UInt8], key: [UInt8])]) -> [UInt8] {
        let entries = keys.map { "{\"kty\":\"oct\",\"kid\":\"" + base64($0.id) + "\",\"k\":\"" + base64($0.key) + "\"}" }
        return Array(("{\"keys\":[" + entries.joined(separator: ",") + "],\"type\":\"temporary\"}").utf8)
    }
}
