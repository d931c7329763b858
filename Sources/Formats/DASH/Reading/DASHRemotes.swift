// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// Puts remote elements (ISO/IEC 23009-1, 5.5.3) in the place of those that name them.
struct DASHRemotes {
    private static let zero = "urn:mpeg:dash:resolve-to-zero:2013"
    /// More than these are not asked for.
    private static let most = 64

    let url: String
    let known: [String: [UInt8]]
    /// What was named and is not known, in the order of the document.
    private(set) var missing: [String] = []

    init(url: String, known: [String: [UInt8]]) {
        self.url = url
        self.known = known
    }

    /// The elements that stand for one: itself when it is not remote, and also when what it names could not be had, as far as it has
    /// a content of its own.
    mutating func resolve(_ element: MarkupElement) -> [MarkupElement] {
        guard let name = element.trimmed("href") else { return [element] }
        if name == Self.zero { return [] }
        let address = URIResolver.resolve(name, against: url)
        let own = element.elements.contains { _ in true } ? [element] : []
        guard let bytes = known[address] else {
            if missing.count < Self.most, !missing.contains(address) { missing.append(address) }
            return own
        }
        // Several elements may come without a root, and a declaration may stand before them.
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        if let start = text.firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) { text = text[start...] }
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text = text[end.upperBound...] }
        let wrapped = Array("<remote>".utf8) + Array(text.utf8) + Array("</remote>".utf8)
        guard let document = try? MarkupDocument.read(wrapped, limits: MarkupLimits(depth: 40)) else { return own }
        // Prefixes may have been declared around the element that it takes the place of, and an & in an address harms nothing.
        guard document.problems.allSatisfy({ $0.code == .prefix || $0.code == .reference }) else { return own }
        // Remote elements do not lead to further ones, so there is no loop.
        let found = document.root.elements.filter { $0.name == element.name && $0.attribute("href") == nil }
        return found.isEmpty ? own : found
    }
}
