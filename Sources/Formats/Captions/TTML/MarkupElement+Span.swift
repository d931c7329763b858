// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension MarkupElement {
    /// Whether it is a span, or an HTML style element used in place of one.
    func isSpan(in parent: MarkupElement) -> Bool {
        let name = name
        return name == "span" || Self.looks[name] != nil && namespace == parent.namespace
    }

    /// The meaning of an HTML style element; nil for a span.
    var look: CueSpan.Kind? { Self.looks[name] }

    private static let looks: [String: CueSpan.Kind] = ["i": .italic, "em": .italic, "b": .bold, "strong": .bold, "u": .underline]
}
