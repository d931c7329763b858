// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Formats untrusted text and numbers for a terminal.
enum TerminalText {
    /// A line of limited length without control characters, so that text from a playlist cannot control the terminal.
    static func line(_ text: String, limit: Int = 300) -> String {
        var output = ""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit { return output + "…" }
            let isControl = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            output.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
            count += 1
        }
        return output
    }

    /// `12.5 s`, and from a minute on with a clock: `754.2 s (12:34.2)`.
    static func duration(_ seconds: Double) -> String {
        let text = decimal(seconds) + " s"
        guard seconds >= 60, seconds < 1e9 else { return text }
        let tenths = Int((seconds * 10).rounded())
        let (hours, minutes) = (tenths / 36_000, tenths / 600 % 60)
        let rest = String(format: "%02d.%d", tenths / 10 % 60, tenths % 10)
        return text + (hours > 0 ? String(format: " (%d:%02d:", hours, minutes) : " (\(minutes):") + rest + ")"
    }

    /// At most three decimals, without trailing zeros.
    static func decimal(_ value: Double) -> String {
        var text = String(format: "%.3f", value)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// A table with aligned columns, indented by two; numbers are right-aligned.
    static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        let isNumeric = (0..<columns).map { column in
            rows.dropFirst().allSatisfy { column >= $0.count || $0[column].isEmpty || Double($0[column]) != nil }
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                line += "  " + (isNumeric[column] ? padding + cell : cell + padding)
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
