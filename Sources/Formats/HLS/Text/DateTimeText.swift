// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Dates in playlists (ISO 8601): `2010-02-19T14:54:23.031+08:00`.
public enum DateTimeText {
    /// Parses a date to seconds since 1970; nil if the text is not a date with a time. A missing offset means UTC. A space instead of `T`,
    /// a comma instead of the point, offsets without a colon and missing seconds are accepted.
    public static func parse(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { parse($0)?.seconds }
    }

    /// Formats in UTC, with milliseconds, or with as many digits as needed to parse the same double again; years 0 to 9999.
    public static func text(_ seconds: Double) -> String {
        var output: [UInt8] = []
        write(seconds, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func write(_ seconds: Double, into output: inout [UInt8]) {
        let limited = seconds.isNaN ? 0 : Swift.min(Swift.max(seconds, -62_167_219_200), 253_402_300_799)
        for digits in [3, 6, 9] {
            var bytes: [UInt8] = []
            write(limited, fractionDigits: digits, into: &bytes)
            let isSame = bytes.withUnsafeBufferPointer { parse($0)?.seconds == limited }
            if isSame || digits == 9 {
                output.append(contentsOf: bytes)
                return
            }
        }
    }

    static func parse(_ bytes: ByteText) -> (seconds: Double, hasOffset: Bool)? {
        var scanner = Scanner(bytes: bytes)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2),
            scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"),
            let minute = scanner.number(2), (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60
        else { return nil }
        var second = 0
        var fraction = 0.0
        if scanner.skip(":") {
            guard let number = scanner.number(2), number <= 60 else { return nil }
            second = number
            if scanner.skip(".") || scanner.skip(",") {
                guard let part = scanner.fraction() else { return nil }
                fraction = part
            }
        }
        var offset = 0
        var hasOffset = true
        if scanner.skip("Z") || scanner.skip("z") {
            offset = 0
        } else if let sign = scanner.sign() {
            guard let hours = scanner.number(2) else { return nil }
            _ = scanner.skip(":")
            offset = sign * (hours * 60 + (scanner.number(2) ?? 0)) * 60
        } else {
            hasOffset = false
        }
        guard scanner.isAtEnd else { return nil }
        let whole = days(year, month, day) * 86400 + Int64(hour * 3600 + minute * 60 + second - offset)
        return (Double(whole) + fraction, hasOffset)
    }

    /// Days since 1970-01-01 in the Gregorian calendar. Years start in March, so that the leap day is the last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let y = Int64(month <= 2 ? year - 1 : year)
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func write(_ seconds: Double, fractionDigits: Int, into output: inout [UInt8]) {
        let scale = DecimalText.powers[fractionDigits]
        var whole = Int64(seconds.rounded(.down))
        var fraction = Int64(((seconds - Double(whole)) * scale).rounded(.toNearestOrEven))
        if fraction >= Int64(scale) {
            whole += 1
            fraction = 0
        }
        let day = whole >= 0 ? whole / 86400 : (whole - 86399) / 86400
        let second = whole - day * 86400
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func put(_ value: Int64, _ width: Int, _ end: StaticString) {
            var digits = [UInt8](repeating: 0x30, count: width)
            var rest = value
            for index in stride(from: width - 1, through: 0, by: -1) {
                digits[index] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
                rest /= 10
            }
            output.append(contentsOf: digits)
            output.append(end.utf8Start.pointee)
        }
        put(year, 4, "-")
        put(month, 2, "-")
        put(dayOfYear - (153 * march + 2) / 5 + 1, 2, "T")
        put(second / 3600, 2, ":")
        put(second / 60 % 60, 2, ":")
        put(second % 60, 2, ".")
        put(fraction, fractionDigits, "Z")
    }
}

private struct Scanner {
    let bytes: ByteText
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for index in position..<(position + digits) {
            guard bytes[index].isDigit else { return nil }
            value = value * 10 + Int(bytes[index] - 0x30)
        }
        position += digits
        return value
    }

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    mutating func sign() -> Int? { skip("+") ? 1 : skip("-") ? -1 : nil }

    mutating func fraction() -> Double? {
        let start = position
        var value: UInt64 = 0
        var digits = 0
        while position < bytes.count, bytes[position].isDigit {
            if digits < 18 {
                value = value * 10 + UInt64(bytes[position] - 0x30)
                digits += 1
            }
            position += 1
        }
        return position == start ? nil : Double(value) / DecimalText.powers[digits]
    }
}
