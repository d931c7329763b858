// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A URL template with placeholders for a segment's number or time (ISO/IEC 23009-1, 5.3.9.4.4).
package struct DASHTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case number(width: Int)
        case time(width: Int)
        case part(width: Int)
    }

    private var parts: [Part] = []
    private let base: String
    /// Added to each URL.
    var query: DASHQuery?

    /// An error in a template, and what to do about it.
    struct Fault: Error {
        var message: String
        var remedy: String
    }

    /// - Parameters:
    ///   - text: as the manifest writes it.
    /// - representation: the values of `$RepresentationID$` and `$Bandwidth$`.
    /// - base: the absolute base URL.
    init(_ text: String, representation: (id: String, bandwidth: Int), base: String) throws(Fault) {
        self.base = base
        var text = text[...]
        var plain = ""
        while let start = text.firstIndex(of: "$") {
            plain += text[..<start]
            let rest = text[text.index(after: start)...]
            guard let end = rest.firstIndex(of: "$") else {
                throw Fault(
                    message: "the template has an unmatched $", remedy: "close the identifier, or write $$ for a dollar sign")
            }
            let name = rest[..<end]
            text = rest[rest.index(after: end)...]
            if name.isEmpty {
                plain += "$"
                continue
            }
            let (identifier, width) = try Self.split(name)
            switch identifier {
            case "RepresentationID": plain += representation.id
            case "Bandwidth": plain += Self.padded(Int64(representation.bandwidth), width)
            case "Number", "Time", "SubNumber":
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(
                    identifier == "Number" ? .number(width: width) : identifier == "Time" ? .time(width: width) : .part(width: width))
            default:
                throw Fault(
                    message: "the template has the unknown identifier $\(name.prefix(40))$",
                    remedy: "use RepresentationID, Number, SubNumber, Time or Bandwidth")
            }
        }
        plain += text
        if !plain.isEmpty { parts.append(.text(plain)) }
    }

    private static func split(_ name: Substring) throws(Fault) -> (Substring, width: Int) {
        guard let percent = name.firstIndex(of: "%") else { return (name, 1) }
        let format = name[name.index(after: percent)...]
        guard format.first == "0", format.last == "d", let width = Int(format.dropFirst().dropLast()), (1...32).contains(width) else {
            throw Fault(
                message: "the width of $\(name.prefix(40))$ can't be read", remedy: "write it as %0[width]d with a width from 1 to 32")
        }
        return (name[..<percent], width)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    /// Whether it differs between segments.
    var isVariable: Bool { parts.contains { if case .text = $0 { false } else { true } } }

    /// Whether segments are named by their time.
    var usesTime: Bool { parts.contains { if case .time = $0 { true } else { false } } }

    /// Whether the parts of a segment have their own URLs.
    var usesParts: Bool { parts.contains { if case .part = $0 { true } else { false } } }

    /// The absolute URL of a segment, or of a part of it.
    /// - Parameter part: counted from 0.
    func url(number: Int64 = 0, time: Int64 = 0, part: Int64 = 0) -> String {
        var text = ""
        for piece in parts {
            switch piece {
            case .text(let plain): text += plain
            case .number(let width): text += Self.padded(number, width)
            case .time(let width): text += Self.padded(time, width)
            case .part(let width): text += Self.padded(part, width)
            }
        }
        let url = URIResolver.resolve(text, against: base)
        return query?.added(to: url) ?? url
    }
}
