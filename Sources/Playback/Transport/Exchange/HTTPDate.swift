// SPDX-License-Identifier: Apache-2.0

/// An HTTP date (RFC 9110 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public struct HTTPDate: Hashable, Sendable {
    /// Seconds since 1970; dates have no fractions.
    public var secondsSince1970: Double

    /// Returns nil if the text isn't such a date. Obsolete formats aren't supported.
    public init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ":" || $0 == "-" })
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]), let month = Self.months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            (1...31).contains(day), (1600...9999).contains(year), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month + 1, day: day)
        secondsSince1970 = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Days in the proleptic Gregorian calendar, with years starting in March so that leap days come last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
