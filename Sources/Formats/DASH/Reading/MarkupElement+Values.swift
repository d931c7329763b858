// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

extension MarkupElement {
    /// An attribute without surrounding white space, which XML Schema ignores in numbers, durations and dates.
    func trimmed(_ name: String) -> String? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard let text = attribute(name) else { return nil }
        guard let first = text.utf8.firstIndex(where: { !isSpace($0) }), let last = text.utf8.lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(text[first...last])
    }

    /// Parses an integer attribute; nil if it is missing.
    /// - Throws: if it isn't an integer within the bounds.
    func integer(_ name: String, in bounds: ClosedRange<Int64> = 0...(1 << 62)) throws(DASHError) -> Int64? {
        guard let text = trimmed(name) else { return nil }
        guard let value = Int64(text), bounds.contains(value) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"",
                cure: "give a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return value
    }

    /// Parses an `xs:duration` attribute to seconds; nil if it is missing.
    func seconds(_ name: String) throws(DASHError) -> Double? {
        guard let text = trimmed(name) else { return nil }
        guard let value = DurationText.seconds(text) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", cure: "give a duration that is not negative, such as PT6.5S")
        }
        return value
    }

    /// Parses an `xs:dateTime` attribute to seconds since 1970; nil if it is missing.
    func date(_ name: String) throws(DASHError) -> Double? {
        guard let text = trimmed(name) else { return nil }
        guard let value = DurationText.date(text) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", cure: "give a date and time, such as 2026-01-31T12:00:00Z")
        }
        return value
    }

    /// Parses a `first-last` byte range attribute; nil if it is missing.
    func range(_ name: String) throws(DASHError) -> ByteRange? {
        guard let text = trimmed(name) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first >= 0, last >= first, last < 1 << 62 else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", cure: "give the first and the last byte, such as 0-861")
        }
        return ByteRange(length: last - first + 1, offset: first)
    }

    /// The descriptors of all child elements with a name.
    func descriptors(_ name: String) -> [DASHDescriptor] {
        var list: [DASHDescriptor] = []
        for element in elements where element.name == name {
            list.append(DASHDescriptor(scheme: element.attribute("schemeIdUri") ?? "", value: element.attribute("value") ?? ""))
        }
        return list
    }
}
