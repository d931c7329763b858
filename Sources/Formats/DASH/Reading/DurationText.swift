// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Parses durations and dates in XML Schema format.
enum DurationText {
    /// Parses an `xs:duration` such as `PT1H2M3.5S` to seconds; nil if it is invalid or negative. A month counts as 30 days, a year as
    /// 365.
    static func seconds(_ text: String) -> Double? {
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
            case (UInt8(ascii: "D"), false): total += value * 86_400
            case (UInt8(ascii: "H"), true): total += value * 3600
            case (UInt8(ascii: "M"), true): total += value * 60
            case (UInt8(ascii: "S"), true): total += value
            default: return nil
            }
        }
        return fields > 0 && total.isFinite ? total : nil
    }

    /// Parses an `xs:dateTime` to seconds since 1970; without an offset it is UTC.
    static func date(_ text: String) -> Double? { DateTimeText.parse(text) }
}
