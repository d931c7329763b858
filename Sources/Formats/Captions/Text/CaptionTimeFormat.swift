// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Formats times for caption files.
enum CaptionTimeFormat {
    /// `HH:MM:SS.mmm`, with more digits beyond 99 hours. Negative times become zero, because the formats have no sign.
    static func text(_ time: MediaTime, separator: Character = ".") -> String {
        let total = max(0, time.converted(to: 1000).value)
        let (hours, minutes, seconds) = (total / 3_600_000, total / 60_000 % 60, total / 1000 % 60)
        return "\(padded(hours, 2)):\(padded(minutes, 2)):\(padded(seconds, 2))\(separator)\(padded(total % 1000, 3))"
    }

    private static func padded(_ value: Int64, _ digits: Int) -> String {
        let text = String(value)
        return text.utf8.count >= digits ? text : String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Converts clock fields to a time. Huge hours are clamped.
    static func milliseconds(hours: Int64, minutes: Int64, seconds: Int64, milliseconds: Int64) -> MediaTime {
        let bounded = min(hours, 1_000_000_000)
        return MediaTime(value: ((bounded * 60 + minutes) * 60 + seconds) * 1000 + milliseconds, timescale: 1000)
    }
}
