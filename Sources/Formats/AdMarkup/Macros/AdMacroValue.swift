// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The value of a macro.
public enum AdMacroValue: Hashable, Sendable {
    /// A value, which is percent-encoded in URLs.
    case text(String)
    /// Values joined with commas, which are not escaped.
    case list([String])
    /// Unknown: `-1`.
    case unknown
    /// Known but not disclosed, for privacy: `-2`.
    case withheld

    /// The value for use in a URL, with everything but letters, digits and `-._~` percent-encoded.
    public var encoded: String {
        switch self {
        case .text(let text): Self.escape(text)
        case .list(let values): values.map(Self.escape).joined(separator: ",")
        case .unknown: "-1"
        case .withheld: "-2"
        }
    }

    /// Percent-encodes everything but letters, digits and `-._~`.
    public static func escape(_ text: String) -> String { PercentEncoding.encoded(text) }
}

extension AdMacroValue {
    /// A number in decimal notation.
    public static func number(_ number: Int) -> AdMacroValue { .text(String(number)) }

    /// `HH:MM:SS.mmm`, for the playhead macros.
    ///
    /// - Parameter seconds: The position in the media.
    public static func playhead(_ seconds: Double) -> AdMacroValue { .text(ClockTime.text(seconds)) }

    /// Eight random digits.
    ///
    /// - Parameter number: A random number.
    public static func cacheBusting(_ number: UInt64) -> AdMacroValue { .text(ClockTime.padded(Int(number % 100_000_000), 8)) }

    /// `YYYY-MM-DDTHH:MM:SS.mmm+HH:MM` (ISO 8601).
    ///
    /// - Parameters:
    ///   - milliseconds: Milliseconds since 1970 UTC.
    ///   - zone: The offset of local time from UTC, in minutes.
    public static func timestamp(_ milliseconds: Int64, zone: Int = 0) -> AdMacroValue {
        let local = milliseconds + Int64(zone) * 60_000
        let day = Int((local >= 0 ? local : local - 86_399_999) / 86_400_000)
        let rest = Int(local - Int64(day) * 86_400_000)
        let (year, month, date) = civil(day)
        let time = ClockTime.text(Double(rest) / 1000)
        let offset = (zone < 0 ? "-" : "+") + ClockTime.padded(abs(zone) / 60, 2) + ":" + ClockTime.padded(abs(zone) % 60, 2)
        return .text("\(ClockTime.padded(year, 4))-\(ClockTime.padded(month, 2))-\(ClockTime.padded(date, 2))T\(time)\(offset)")
    }

    /// Converts days since 1970 to a date in the Gregorian calendar.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
