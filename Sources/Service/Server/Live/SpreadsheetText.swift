// SPDX-License-Identifier: Apache-2.0

/// Comma-separated values (RFC 4180) of what strangers wrote, for programs that take some texts for formulas.
struct SpreadsheetText {
    private(set) var text: String

    init(columns: [String]) { text = Self.line(columns) }

    mutating func add(_ cells: [String?]) { text += Self.line(cells.map { $0 ?? "" }) }

    private static func line(_ cells: [String]) -> String {
        cells.map { "\"" + safe($0).replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }

    /// What a program would calculate is made a plain text by an apostrophe, as people do by hand; wide forms are calculated too.
    static func safe(_ cell: String) -> String {
        // Space before it is passed over by some programs.
        guard let first = cell.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0.properties.generalCategory != .format })
        else { return cell }
        let isTabbed = cell.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
        return isTabbed || "=+-@|%＝＋－＠".unicodeScalars.contains(first) ? "'" + cell : cell
    }
}
