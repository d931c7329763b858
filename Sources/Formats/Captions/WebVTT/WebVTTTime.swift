// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// WebVTT timestamps (WebVTT 6.3, "collect a WebVTT timestamp").
enum WebVTTTime {
    /// Parses a timestamp at `index` and advances past it; nil if invalid.
    static func read(_ text: ByteText, _ index: inout Int) -> MediaTime? {
        guard let first = digits(text, &index), skip(UInt8(ascii: ":"), text, &index) else { return nil }
        guard let second = digits(text, &index), second.count == 2 else { return nil }
        var (hours, minutes, seconds) = (Int64(0), first.value, second.value)
        let hasHours = first.count != 2 || first.value > 59
        if hasHours || index < text.count && text[index] == UInt8(ascii: ":") {
            guard skip(UInt8(ascii: ":"), text, &index), let third = digits(text, &index), third.count == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second.value, third.value)
        }
        guard skip(UInt8(ascii: "."), text, &index), let fraction = digits(text, &index), fraction.count == 3 else { return nil }
        guard minutes <= 59, seconds <= 59 else { return nil }
        return CaptionTimeFormat.milliseconds(hours: hours, minutes: minutes, seconds: seconds, milliseconds: fraction.value)
    }

    /// Also accepts common violations of the standard: one digit instead of two, and milliseconds missing, with fewer digits, or after a
    /// comma as in SubRip.
    static func readLeniently(_ text: ByteText, _ index: inout Int) -> MediaTime? {
        var fields: [Int64] = []
        while fields.count < 3, let field = digits(text, &index), fields.isEmpty || field.count <= 2 {
            fields.append(field.value)
            guard fields.count < 3, skip(UInt8(ascii: ":"), text, &index) else { break }
        }
        guard fields.count >= 2, fields[1...].allSatisfy({ $0 <= 59 }) else { return nil }
        var milliseconds: Int64 = 0
        if skip(UInt8(ascii: "."), text, &index) || skip(UInt8(ascii: ","), text, &index) {
            guard let fraction = digits(text, &index), fraction.count <= 3 else { return nil }
            milliseconds = fraction.value * [100, 10, 1][fraction.count - 1]
        }
        guard index == text.count || text[index].isSpace else { return nil }
        if fields.count == 2 { fields.insert(0, at: 0) }
        return CaptionTimeFormat.milliseconds(hours: fields[0], minutes: fields[1], seconds: fields[2], milliseconds: milliseconds)
    }

    /// Parses a timestamp tag, which must contain nothing else.
    static func whole(_ text: ByteText) -> MediaTime? {
        var index = 0
        while index < text.count, text[index].isSpace { index += 1 }
        guard let time = read(text, &index), index == text.count else { return nil }
        return time
    }

    private static func skip(_ byte: UInt8, _ text: ByteText, _ index: inout Int) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    /// Parses digits as a number, clamped beyond any clock.
    private static func digits(_ text: ByteText, _ index: inout Int) -> (value: Int64, count: Int)? {
        let start = index
        var value: Int64 = 0
        while index < text.count, text[index].isDigit {
            value = min(value * 10 + Int64(text[index] - 0x30), 1_000_000_000_000)
            index += 1
        }
        return index == start ? nil : (value, index - start)
    }
}
