// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension MarkupElement {
    /// Whether it is a span, or an HTML style element used in place of one.
    func isSpan(in parent: MarkupElement) -> Bool {
        let name = name
        return name == "span" && !isForeign(in: parent) || Self.looks[name] != nil && namespace == parent.namespace
    }

    /// Whether it is in a namespace other than its parent's and TTML's, whose name differs between versions and drafts. Such elements and
    /// their content are not presented (IMSC 1.1, Foreign Elements and Attributes).
    func isForeign(in parent: MarkupElement) -> Bool {
        guard let namespace, namespace != parent.namespace else { return false }
        return !namespace.hasPrefix("http://www.w3.org/ns/ttml") && !namespace.contains("/ttaf1")
    }

    /// The meaning of an HTML style element; nil for a span.
    var look: CueSpan.Kind? { Self.looks[name] }

    private static let looks: [String: CueSpan.Kind] = ["i": .italic, "em": .italic, "b": .bold, "strong": .bold, "u": .underline]
}
