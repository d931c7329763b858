// SPDX-License-Identifier: Apache-2.0

/// Comma-separated values (RFC 4180) that are safe to open in spreadsheets, although strangers wrote the texts.
struct SpreadsheetText {
    private(set) var text: String

    init(columns: [String]) { text = Self.line(columns) }

    mutating func add(_ cells: [String?]) { text += Self.line(cells.map { $0 ?? "" }) }

    /// Removes the text so far, which is passed on.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    private static func line(_ cells: [String]) -> String {
        cells.map { "\"" + safe($0).replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }

    /// Puts an apostrophe before cells that spreadsheets would evaluate as formulas; full-width operators count too.
    static func safe(_ cell: String) -> String {
        // Some programs skip leading space.
        guard let first = cell.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0.properties.generalCategory != .format })
        else { return cell }
        let isTabbed = cell.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
        return isTabbed || "=+-@|%＝＋－＠".unicodeScalars.contains(first) ? "'" + cell : cell
    }
}
