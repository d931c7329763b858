// SPDX-License-Identifier: Apache-2.0

/// The texts of one language. `embed-assets` writes the calls that create catalogues, from PO files, at build time.
package struct Catalogue: Sendable {
    /// BCP 47.
    package let language: String
    private let plural: PluralRule
    private let messages: [String: [String]]

    /// - Parameters:
    ///   - plural: the field `Plural-Forms`.
    ///   - messages: of each message its key and its forms; a message without a plural has one form.
    package init(language: String, plural: String, messages: [[String]]) {
        guard let rule = try? PluralRule(parsing: plural) else {
            preconditionFailure("\(language): “\(plural)” is no plural rule, and embed-assets refuses those")
        }
        self.language = language
        self.plural = rule
        self.messages = Dictionary(messages.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }

    /// The key of a message: as in MO files, the context ends with U+0004.
    package static func key(_ id: String, context: String? = nil) -> String { context.map { "\($0)\u{4}\(id)" } ?? id }

    /// - Returns: the text, or nil if it isn't translated.
    package func text(_ key: String) -> String? { messages[key]?.first }

    /// - Returns: the form for this number, or nil if it isn't translated.
    package func text(_ key: String, count: Int) -> String? {
        guard let forms = messages[key], !forms.isEmpty else { return nil }
        return forms[min(plural.form(of: count), forms.count - 1)]
    }
}
