// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parses dates in S3 responses.
enum S3Date {
    /// The format `Wed, 12 Oct 2009 17:50:00 GMT`.
    static func header(_ text: String) -> Date? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard parts.count == 8, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6])
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(clamping: year - 1900), Int32(month), Int32(clamping: day))
        (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(clamping: hour), Int32(clamping: minute), Int32(clamping: second))
        return Date(timeIntervalSince1970: Double(timegm(&time)))
    }

    /// The format `2009-10-12T17:50:30.000Z`.
    static func document(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return try? Date(text, strategy: style)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
