// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A tag's attribute list (RFC 8216bis 4.2), split into names and values without copying.
struct AttributeList {
    struct Entry {
        var name: ByteText
        var value: ByteText
        /// The value's offset in its line.
        var column: Int
        var isQuoted: Bool
        var isUsed: Bool
    }

    enum Fault {
        case missingEquals, missingQuote, emptyName, textAfterQuote
    }

    private(set) var entries: [Entry] = []
    /// The first violation of the syntax.
    private(set) var fault: (fault: Fault, column: Int)?

    /// Splits `text`, which starts `column` bytes into its line. Malformed parts are skipped.
    mutating func split(_ text: ByteText, column: Int) {
        entries.removeAll(keepingCapacity: true)
        fault = nil
        var index = 0
        while index < text.count {
            while index < text.count, text[index].isBlank || text[index] == UInt8(ascii: ",") { index += 1 }
            guard index < text.count else { return }
            let start = index
            while index < text.count, text[index] != UInt8(ascii: "="), text[index] != UInt8(ascii: ",") { index += 1 }
            let name = text.slice(start, index).trimmed
            if name.isEmpty { report(.emptyName, column + start) }
            guard index < text.count, text[index] == UInt8(ascii: "=") else {
                report(.missingEquals, column + start)
                entries.append(Entry(name: name, value: text.slice(index, index), column: column + start, isQuoted: false, isUsed: false))
                continue
            }
            index += 1
            while index < text.count, text[index].isBlank { index += 1 }
            index = value(of: name, in: text, from: index, column: column)
        }
    }

    /// Reads a value and returns the position of the comma after it, or of the next name if the comma is missing.
    private mutating func value(of name: ByteText, in text: ByteText, from start: Int, column: Int) -> Int {
        var index = start
        guard index < text.count, text[index] == UInt8(ascii: "\"") else {
            while index < text.count, text[index] != UInt8(ascii: ",") { index += 1 }
            let value = text.slice(start, index).trimmed
            entries.append(Entry(name: name, value: value, column: column + start, isQuoted: false, isUsed: false))
            return index
        }
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") { index += 1 }
        if index == text.count { report(.missingQuote, column + start) }
        let value = text.slice(start + 1, index)
        entries.append(Entry(name: name, value: value, column: column + start + 1, isQuoted: true, isUsed: false))
        index += 1
        while index < text.count, text[index].isBlank { index += 1 }
        guard index < text.count, text[index] != UInt8(ascii: ",") else { return Swift.min(index, text.count) }
        report(.textAfterQuote, column + index)
        // Only the comma is missing.
        if Self.isAttribute(text, at: index) { return index }
        while index < text.count, text[index] != UInt8(ascii: ",") { index += 1 }
        return index
    }

    /// Whether a name and an equals sign start there.
    private static func isAttribute(_ text: ByteText, at start: Int) -> Bool {
        var index = start
        while index < text.count, text[index].isDigit || text[index] == UInt8(ascii: "-") || (0x41...0x5A).contains(text[index]) {
            index += 1
        }
        return index > start && index < text.count && text[index] == UInt8(ascii: "=")
    }

    private mutating func report(_ kind: Fault, _ column: Int) {
        if fault == nil { fault = (kind, column) }
    }

    /// The first attribute with that name, which is then marked as used.
    mutating func take(_ name: StaticString) -> Entry? {
        for index in entries.indices where entries[index].name.equals(name) {
            entries[index].isUsed = true
            return entries[index]
        }
        return nil
    }
}
