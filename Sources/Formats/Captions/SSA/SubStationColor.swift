// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A SubStation colour: `&HAABBGGRR&`, or the same number in decimal. An alpha of 0 is opaque.
struct SubStationColor: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var opacity: UInt8

    /// Parses the colour of an override tag, which is always hexadecimal and has no alpha.
    init?(tag: ByteText) {
        let digits = tag.trimmed.drop { $0 == UInt8(ascii: "&") || $0.lowercased == UInt8(ascii: "h") }
        var value: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let digit = digit.hexadecimal else { break }
            value = value << 4 | UInt32(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        red = UInt8(truncatingIfNeeded: value)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value >> 16)
        opacity = 255
    }

    init?(_ text: ByteText) {
        let text = text.trimmed
        var value: Int64 = 0
        let digits: ByteText
        let radix: Int64
        if text.count > 2, text[0] == UInt8(ascii: "&"), text[1].lowercased == UInt8(ascii: "h") {
            (digits, radix) = (text.slice(from: 2), 16)
        } else if text.first == UInt8(ascii: "&") {
            (digits, radix) = (text.slice(from: 1), 10)
        } else {
            (digits, radix) = (text, 10)
        }
        let isNegative = digits.first == UInt8(ascii: "-")
        var count = 0
        for byte in isNegative ? digits.slice(from: 1) : digits {
            guard let digit = byte.hexadecimal, Int64(digit) < radix else { break }
            value = min(value * radix + Int64(digit), 1 << 40)
            count += 1
        }
        guard count > 0 else { return nil }
        let bits = UInt32(truncatingIfNeeded: isNegative ? -value : value)
        red = UInt8(truncatingIfNeeded: bits)
        green = UInt8(truncatingIfNeeded: bits >> 8)
        blue = UInt8(truncatingIfNeeded: bits >> 16)
        opacity = 255 - UInt8(truncatingIfNeeded: bits >> 24)
    }

    /// Parses the format of ``css``; nil for anything else.
    init?(css: String) {
        let digits = css.utf8.dropFirst().compactMap(\.hexadecimal)
        guard css.hasPrefix("#"), digits.count == css.utf8.count - 1, digits.count == 6 || digits.count == 8 else { return nil }
        func byte(_ index: Int) -> UInt8 { digits[index] << 4 | digits[index + 1] }
        (red, green, blue) = (byte(0), byte(2), byte(4))
        opacity = digits.count == 8 ? byte(6) : 255
    }

    /// `#rrggbb`, with `aa` appended when not opaque.
    var css: String {
        let parts = opacity == 255 ? [red, green, blue] : [red, green, blue, opacity]
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
