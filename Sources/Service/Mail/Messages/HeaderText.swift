// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes text into header fields (RFC 5322 2.2), encoded where it isn't plain (RFC 2047).
enum HeaderText {
    /// The longest line with an encoded word, without its end (RFC 2047 2).
    private static let line = 76
    private static let (opening, closing) = ("=?utf-8?B?", "?=")

    /// The text on one line: a control character or line separator could begin another field, so each run of them becomes a space.
    static func plain(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isSpace = false
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                if !isSpace { result.append(" ") }
                isSpace = true
            default:
                result.append(scalar)
                isSpace = scalar == " "
            }
        }
        return trimmed(String(result))
    }

    static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// A whole field of text, such as a subject, without the final line break.
    static func field(_ name: String, _ text: String) -> String {
        let text = plain(text)
        let whole = "\(name): \(text)"
        return isPrintable(text) && !text.contains("=?") && whole.utf8.count <= line
            ? whole : "\(name): \(encoded(text, from: name.utf8.count + 2).text)"
    }

    /// A whole field with a mailbox, without the final line break.
    static func field(_ name: String, _ mailbox: MailAddress) -> String {
        guard let shown = mailbox.name else { return "\(name): \(mailbox.address)" }
        let start = name.utf8.count + 2
        var (text, column) = encoded(shown, from: start)
        let quoted = "\"\(shown.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        if isPrintable(shown), !shown.contains("=?"), start + quoted.utf8.count <= line {
            (text, column) = (quoted, start + quoted.utf8.count)
        }
        let address = "<\(mailbox.address)>"
        return "\(name): \(text)\(column + 1 + address.utf8.count <= line ? " " : "\r\n ")\(address)"
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// Encoded words, each on its own line. No character is split between two.
    /// - Parameter column: where the text begins on its line.
    /// - Returns: the text, and where it ends.
    private static func encoded(_ text: String, from column: Int) -> (text: String, column: Int) {
        func room(_ column: Int) -> Int { (line - column - opening.utf8.count - closing.utf8.count) / 4 * 3 }
        var words: [Data] = [Data()]
        for scalar in text.unicodeScalars {
            let bytes = Data(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > room(words.count == 1 ? column : 1) { words.append(Data()) }
            words[words.count - 1] += bytes
        }
        let written = words.map { "\(opening)\($0.base64EncodedString())\(closing)" }
        let last = written.last?.utf8.count ?? 0
        return (written.joined(separator: "\r\n "), (written.count == 1 ? column : 1) + last)
    }
}
