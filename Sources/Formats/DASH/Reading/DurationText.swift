// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Durations and dates in the format of XML Schema.
enum DurationText {
    /// The seconds of an `xs:duration` such as `PT1H2M3.5S`; nil if it is invalid or negative. A month counts as 30 days, a year as 365.
    /// Weeks, a comma before the fraction and small letters, as in ISO 8601, are accepted too.
    static func seconds(_ text: String) -> Double? {
        let plain = text.uppercased().replacing(",", with: ".")
        if plain.hasPrefix("-") { return magnitude(plain.dropFirst()) == 0 ? 0 : nil }
        return magnitude(plain[...])
    }

    private static func magnitude(_ text: Substring) -> Double? {
        var bytes = text.utf8[...]
        guard bytes.popFirst() == UInt8(ascii: "P") else { return nil }
        var total = 0.0
        var isTime = false
        var fields = 0
        while let byte = bytes.first {
            if byte == UInt8(ascii: "T") {
                guard !isTime else { return nil }
                isTime = true
                bytes.removeFirst()
                continue
            }
            let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
            guard !digits.isEmpty, digits.count <= 32, let value = Double(Substring(digits)), let unit = bytes.dropFirst(digits.count).first
            else { return nil }
            bytes = bytes.dropFirst(digits.count + 1)
            fields += 1
            switch (unit, isTime) {
            case (UInt8(ascii: "Y"), false): total += value * 365 * 86_400
            case (UInt8(ascii: "M"), false): total += value * 30 * 86_400
            case (UInt8(ascii: "W"), false): total += value * 7 * 86_400
            case (UInt8(ascii: "D"), false): total += value * 86_400
            case (UInt8(ascii: "H"), true): total += value * 3600
            case (UInt8(ascii: "M"), true): total += value * 60
            case (UInt8(ascii: "S"), true): total += value
            default: return nil
            }
        }
        return fields > 0 && total.isFinite ? total : nil
    }

    /// Seconds since 1970 of an `xs:dateTime`; UTC if it has no offset.
    static func date(_ text: String) -> Double? { DateTimeText.parse(text) }
}
