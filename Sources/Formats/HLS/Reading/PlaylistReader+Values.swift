// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

/// Attribute values by type (RFC 8216bis 4.2).
extension PlaylistReader {
    /// Splits a tag's attribute list for the value methods below.
    mutating func split(_ value: ByteText, _ column: Int) {
        attributes.split(value, column: column)
        if isStrict { checkForm(of: value, column) }
        guard let (fault, faultColumn) = attributes.fault else { return }
        switch fault {
        case .missingEquals: deviation(.attribute, faultColumn, "an attribute has no value", "write NAME=value")
        case .missingQuote: deviation(.attribute, faultColumn, "a quoted string does not end on its line", "add the closing quote")
        case .emptyName: deviation(.attribute, faultColumn, "an attribute has no name", "write NAME=value")
        case .textAfterQuote: deviation(.attribute, faultColumn, "text follows a quoted string", "put a comma after the closing quote")
        }
    }

    mutating func string(_ name: StaticString) -> String? {
        guard let entry = attributes.take(name) else { return nil }
        return quoted(entry, name)
    }

    /// The text of a quoted string. Quotes inside a value without quotes are removed, since they could not be written again.
    private mutating func quoted(_ entry: AttributeList.Entry, _ name: StaticString) -> String {
        let text = substituted(entry.value, entry.column)
        if entry.isQuoted { return text }
        deviation(.attribute, entry.column, "\(name.text) is not a quoted string", "put the value in quotes")
        return Self.withoutQuotes(text)
    }

    static func withoutQuotes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
        return String(decoding: text.utf8.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    mutating func token(_ name: StaticString) -> String? { unquoted(name)?.value.trimmed.string }

    /// An unquoted value; quotes are reported and removed.
    private mutating func unquoted(_ name: StaticString) -> AttributeList.Entry? {
        guard let entry = attributes.take(name) else { return nil }
        if entry.isQuoted { deviation(.attribute, entry.column, "\(name.text) is a quoted string", "write the value without quotes") }
        return entry
    }

    /// A quoted list, split at `separator`; empty when absent.
    mutating func list(_ name: StaticString, separator: UInt8 = UInt8(ascii: ",")) -> [String] {
        guard let text = string(name) else { return [] }
        var items: [String] = []
        for item in text.utf8.split(separator: separator) {
            var trimmed = item.drop { $0.isBlank }
            while let last = trimmed.last, last.isBlank { trimmed.removeLast() }
            if !trimmed.isEmpty { items.append(String(Substring(trimmed))) }
        }
        return items
    }

    mutating func isYes(_ name: StaticString) -> Bool {
        guard let entry = unquoted(name) else { return false }
        if entry.value.equals("YES") { return true }
        if !entry.value.equals("NO") { deviation(.attribute, entry.column, "\(name.text) is neither YES nor NO", "write YES or NO") }
        return entry.value.count == 3 && entry.value[0] | 0x20 == UInt8(ascii: "y")
    }

    /// - Parameter limit: what the magnitude must be less than; thirty years if it is in seconds.
    mutating func decimal(_ name: StaticString, allowsNegative: Bool = false, below limit: Double = 1e9) -> Double? {
        guard let entry = unquoted(name) else { return nil }
        guard let value = DecimalText.parse(entry.value.trimmed), allowsNegative || value >= 0, value.magnitude < limit else {
            deviation(.attribute, entry.column, "\(name.text) is not a valid number", "write a decimal number")
            return nil
        }
        return value
    }

    /// An integer; in lenient mode a fraction is rounded down.
    mutating func integer(_ name: StaticString) -> UInt64? {
        guard let entry = unquoted(name) else { return nil }
        if let value = Self.integer(entry.value) { return value }
        deviation(.attribute, entry.column, "\(name.text) is not an integer below 2^64", "write digits only")
        guard !isStrict, let value = DecimalText.parse(entry.value.trimmed), value >= 0, value < 9e18 else { return nil }
        return UInt64(value)
    }

    mutating func count(_ name: StaticString) -> Int? { integer(name).map { Int(clamping: $0) } }

    static func integer(_ text: ByteText) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in text {
            guard byte.isDigit else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    mutating func hexadecimal(_ name: StaticString) -> [UInt8]? {
        guard let entry = attributes.take(name) else { return nil }
        if let bytes = Hexadecimal.bytes(substituted(entry.value, entry.column)) { return bytes }
        deviation(.attribute, entry.column, "\(name.text) is not a hexadecimal sequence", "write 0x and hexadecimal digits")
        return nil
    }

    mutating func resolution(_ name: StaticString) -> PixelSize? {
        guard let entry = unquoted(name) else { return nil }
        let (width, height) = entry.value.trimmed.factors
        if let width = Self.integer(width), let height = Self.integer(height), width <= 1 << 24, height <= 1 << 24 {
            return PixelSize(width: Int(width), height: Int(height))
        }
        deviation(.attribute, entry.column, "\(name.text) is not a width and a height", "write it as 1920x1080")
        return nil
    }

    mutating func date(_ name: StaticString) -> Double? {
        guard let entry = attributes.take(name) else { return nil }
        var text = quoted(entry, name)
        guard let (seconds, hasOffset) = text.withUTF8({ DateTimeText.parse($0.trimmed) }) else {
            deviation(.attribute, entry.column, "\(name.text) is not a date", "write it as 2010-02-19T14:54:23.031Z")
            return nil
        }
        if !hasOffset { deviation(.attribute, entry.column, "\(name.text) has no time zone", "add Z or an offset") }
        return seconds
    }

    /// A URI attribute; nil, with a diagnostic, if it is empty.
    mutating func uri(_ name: StaticString = "URI") -> URIReference? {
        guard let entry = attributes.take(name) else { return nil }
        return reference(quoted(entry, name), entry.column)
    }

    /// The attributes without a dedicated property.
    mutating func otherAttributes() -> [Attribute] {
        // Most tags have none.
        guard attributes.entries.contains(where: { !$0.isUsed && !$0.name.isEmpty }) else { return [] }
        var names = Set(attributes.entries.lazy.filter { $0.isUsed }.map { $0.name.string })
        var others: [Attribute] = []
        for entry in attributes.entries where !entry.isUsed && !entry.name.isEmpty {
            let name = entry.name.string
            if names.insert(name).inserted {
                let value = entry.isQuoted ? substituted(entry.value, entry.column) : entry.value.string
                others.append(Attribute(name: name, value: value, isQuoted: entry.isQuoted))
            } else {
                deviation(.attribute, entry.column, "\(name) is duplicated", "remove one of them")
            }
        }
        return others
    }

    mutating func missing(_ name: StaticString, _ tag: Tag) {
        deviation(.missingAttribute, 0, "\(tag.name) has no usable \(name.text)", "add the attribute")
    }
}
