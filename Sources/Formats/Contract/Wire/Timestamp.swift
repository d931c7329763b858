// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// RFC 3339 timestamps in UTC with milliseconds. Does not use a formatter, because a page contains dozens of them.
public enum Timestamp {
    /// Milliseconds since 1970, rounded; dates outside the years 0 to 9999 are clamped.
    public static func milliseconds(_ date: Date) -> Int64 {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds > -62_167_219_200_000 else { return -62_167_219_200_000 }
        guard milliseconds < 253_402_300_799_999 else { return 253_402_300_799_999 }
        return Int64(milliseconds)
    }

    /// - Parameter milliseconds: since 1970.
    public static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Formats a date, such as `2026-11-22T06:25:19.120Z`.
    public static func text(_ date: Date) -> String {
        let milliseconds = milliseconds(date)
        let day = Int64((Double(milliseconds) / 86_400_000).rounded(.down))
        let rest = Int(milliseconds - day * 86_400_000)
        let (year, month, dayOfMonth) = civil(day)
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let clock =
            "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60000 % 60, 2)):\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))"
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))T\(clock)Z"
    }

    /// Parses RFC 3339 with any offset and any number of fraction digits; nil for anything else.
    public static func date(_ text: String) -> Date? {
        var scanner = TimestampScanner(text)
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2),
            scanner.take("T") || scanner.take("t") || scanner.take(" "), let hour = scanner.number(2), scanner.take(":"),
            let minute = scanner.number(2), scanner.take(":"), let second = scanner.number(2),
            let fraction = scanner.milliseconds(), let offset = scanner.offset(), scanner.isAtEnd,
            (1...12).contains(month), (1...length(ofMonth: month, year: year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds = days(year, month, day) * 86400 + Int64(hour * 3600 + minute * 60 + min(second, 59)) - Int64(offset * 60)
        return date(seconds * 1000 + Int64(fraction))
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Days since 1970 in the Gregorian calendar. Years start in March, so that the leap day is the last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }

    private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        let days = Int(days) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

private struct TimestampScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads the fraction of a second in milliseconds; 0 if there is none, nil for a point without digits.
    mutating func milliseconds() -> Int? {
        guard take(".") else { return 0 }
        var value = 0
        var count = 0
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        while count > 0, count < 3 {
            value *= 10
            count += 1
        }
        return count == 0 ? nil : value
    }

    /// Reads the offset in minutes east of UTC.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte) - 0x30
    }
}
