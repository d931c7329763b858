// SPDX-License-Identifier: Apache-2.0

/// Sections as text: hexadecimal in EXT-X-DATERANGE, base64 in other tags.
public enum SpliceText {
    /// Decodes base64 or hexadecimal. Accepts the URL-safe alphabet, missing or extra padding, quotes, and a `0x` prefix.
    ///
    /// A section's first byte is 0xFC, which is a slash in base64, so the two encodings can be told apart.
    public static func bytes(_ text: String) -> [UInt8]? {
        var letters = text.utf8.filter { $0 != 0x20 && ($0 < 0x09 || $0 > 0x0D) }
        // Removes quotes copied from a tag.
        if letters.count >= 2, let quote = letters.first, quote == 0x22 || quote == 0x27, letters.last == quote {
            letters = Array(letters.dropFirst().dropLast())
        }
        if letters.starts(with: "0x".utf8) || letters.starts(with: "0X".utf8) { return hexadecimal(letters.dropFirst(2)) }
        if letters.count % 2 == 0, let bytes = hexadecimal(letters[...]), bytes.first == 0xFC { return bytes }
        return base64(letters)
    }

    /// Upper-case digits without `0x`.
    public static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes in base64, with padding (RFC 4648, section 4).
    public static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 { text.append(index <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : 0x3D) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func hexadecimal(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
        guard letters.count % 2 == 0, !letters.isEmpty else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for letter in letters {
            let digit: UInt8
            switch letter {
            case 0x30...0x39: digit = letter - 0x30
            case 0x41...0x46: digit = letter - 0x37
            case 0x61...0x66: digit = letter - 0x57
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func base64(_ letters: [UInt8]) -> [UInt8]? {
        var body = letters[...]
        while body.last == 0x3D { body.removeLast() }
        guard !body.isEmpty, body.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for letter in body {
            let value: UInt32
            switch letter {
            case 0x41...0x5A: value = UInt32(letter) - 0x41
            case 0x61...0x7A: value = UInt32(letter) - 0x61 + 26
            case 0x30...0x39: value = UInt32(letter) - 0x30 + 52
            case 0x2B, 0x2D: value = 62
            case 0x2F, 0x5F: value = 63
            default: return nil
            }
            bits = (bits << 6 | value) & 0xFFFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
