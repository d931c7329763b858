// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// Replaces references to remote elements (ISO/IEC 23009-1, 5.5.3) with the elements.
struct DASHRemotes {
    private static let zero = "urn:mpeg:dash:resolve-to-zero:2013"
    /// The maximum number of remote elements.
    private static let limit = 64

    let url: String
    let known: [String: [UInt8]]
    /// The URLs of referenced elements that have not been loaded, in document order.
    private(set) var missing: [String] = []

    init(url: String, known: [String: [UInt8]]) {
        self.url = url
        self.known = known
    }

    /// Replaces a reference with the loaded elements. Returns other elements unchanged, and also a reference with content of its own whose
    /// remote content is missing or invalid.
    mutating func resolve(_ element: MarkupElement) -> [MarkupElement] {
        guard let name = element.trimmed("href") else { return [element] }
        if name == Self.zero { return [] }
        let address = URIResolver.resolve(name, against: url)
        let own = element.elements.contains { _ in true } ? [element] : []
        guard let bytes = known[address] else {
            if missing.count < Self.limit, !missing.contains(address) { missing.append(address) }
            return own
        }
        // There may be several elements without a root, and an XML declaration before them.
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        if let start = text.firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) { text = text[start...] }
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text = text[end.upperBound...] }
        let wrapped = Array("<remote>".utf8) + Array(text.utf8) + Array("</remote>".utf8)
        guard let document = try? MarkupDocument.read(wrapped, limits: MarkupLimits(depth: 40)) else { return own }
        // The prefixes may be declared by ancestors of the reference, and an unescaped & in a URL is harmless.
        guard document.problems.allSatisfy({ $0.code == .prefix || $0.code == .reference }) else { return own }
        // Remote elements can't refer to others, so there are no loops.
        let found = document.root.elements.filter { $0.name == element.name && $0.attribute("href") == nil }
        return found.isEmpty ? own : found
    }
}
