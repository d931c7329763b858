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

    /// The integer value of an attribute; nil if the attribute is missing.
    /// - Throws: ``DASHError`` if it is not an integer within the bounds.
    func integer(_ name: String, in bounds: ClosedRange<Int64> = 0...(1 << 62)) throws(DASHError) -> Int64? {
        guard let text = trimmed(name) else { return nil }
        guard let value = Int64(text) ?? Self.whole(text), bounds.contains(value) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"",
                remedy: "give a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return value
    }

    /// A whole number with a fraction of zeros, as some packagers write durations: `2000000.0`.
    private static func whole(_ text: String) -> Int64? {
        guard let point = text.firstIndex(of: "."), text[point...].dropFirst().allSatisfy({ $0 == "0" }) else { return nil }
        return Int64(text[..<point])
    }

    /// The seconds of an `xs:duration` attribute.
    func seconds(_ name: String) throws(DASHError) -> Double? {
        guard let text = trimmed(name) else { return nil }
        guard let value = DurationText.seconds(text) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", remedy: "give a duration that is not negative, such as PT6.5S")
        }
        return value
    }

    /// The seconds since 1970 of an `xs:dateTime` attribute.
    func date(_ name: String) throws(DASHError) -> Double? {
        guard let text = trimmed(name) else { return nil }
        guard let value = DurationText.date(text) else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", remedy: "give a date and time, such as 2026-01-31T12:00:00Z")
        }
        return value
    }

    /// The byte range of a `first-last` attribute.
    func range(_ name: String) throws(DASHError) -> ByteRange? {
        guard let text = trimmed(name) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first >= 0, last >= first, last < 1 << 62 else {
            throw DASHError(
                .value, self, message: "@\(name) is \"\(text.prefix(40))\"", remedy: "give the first and the last byte, such as 0-861")
        }
        return ByteRange(length: last - first + 1, offset: first)
    }

    /// The descriptors in the child elements with a name.
    func descriptors(_ name: String) -> [DASHDescriptor] {
        var list: [DASHDescriptor] = []
        for element in elements where element.name == name {
            var scheme = element.trimmed("schemeIdUri") ?? ""
            // The standard has small letters, packagers also write urn:mpeg:DASH.
            let lowercase = scheme.lowercased()
            if lowercase.hasPrefix("urn:mpeg:dash:") { scheme = lowercase }
            list.append(DASHDescriptor(scheme: scheme, value: element.trimmed("value") ?? ""))
        }
        return list
    }
}
