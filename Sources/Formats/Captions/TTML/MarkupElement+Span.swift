// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

extension MarkupElement {
    /// Whether it is a span, or one of HTML's elements for style that some write in place of one.
    func isSpan(in parent: MarkupElement) -> Bool {
        let name = name
        return name == "span" || Self.looks[name] != nil && namespace == parent.namespace
    }

    /// What HTML means by it; nil for a span.
    var look: CueSpan.Kind? { Self.looks[name] }

    private static let looks: [String: CueSpan.Kind] = ["i": .italic, "em": .italic, "b": .bold, "strong": .bold, "u": .underline]
}
