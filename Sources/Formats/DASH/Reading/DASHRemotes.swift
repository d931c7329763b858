// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxXML

/// Resolves references to remote elements (XLink; ISO/IEC 23009-1, 5.5.3).
struct DASHRemotes {
    private static let zero = "urn:mpeg:dash:resolve-to-zero:2013"
    /// Maximum number of remote elements to request.
    private static let most = 64

    let url: String
    let known: [String: [UInt8]]
    /// URLs of referenced elements that aren't in ``known``, in document order.
    private(set) var missing: [String] = []

    init(url: String, known: [String: [UInt8]]) {
        self.url = url
        self.known = known
    }

    /// Returns the elements that replace a reference, or the element itself if it isn't a reference. If the remote elements are
    /// unavailable, returns the element itself if it has content, otherwise nothing.
    mutating func resolve(_ element: MarkupElement) -> [MarkupElement] {
        guard let name = element.trimmed("href") else { return [element] }
        if name == Self.zero { return [] }
        let address = URIResolver.resolve(name, against: url)
        let own = element.elements.contains { _ in true } ? [element] : []
        guard let bytes = known[address] else {
            if missing.count < Self.most, !missing.contains(address) { missing.append(address) }
            return own
        }
        // There may be several elements without a root, after an XML declaration.
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        if let start = text.firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) { text = text[start...] }
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text = text[end.upperBound...] }
        let wrapped = Array("<remote>".utf8) + Array(text.utf8) + Array("</remote>".utf8)
        guard let document = try? MarkupDocument.read(wrapped, limits: MarkupLimits(depth: 40)) else { return own }
        // Prefixes may be declared outside of the reference, and an unescaped & in a URL is harmless.
        guard document.problems.allSatisfy({ $0.code == .prefix || $0.code == .reference }) else { return own }
        // References inside remote elements are ignored, so there can't be a loop.
        let found = document.root.elements.filter { $0.name == element.name && $0.attribute("href") == nil }
        return found.isEmpty ? own : found
    }
}
