// SPDX-License-Identifier: Apache-2.0

/// Translates texts that are written in English in the source. `Scripts/translations.py` collects them from the calls.
package struct Translator: Sendable {
    private let catalogue: Catalogue?

    /// - Parameters:
    ///   - languages: BCP 47 tags, in order of preference.
    ///   - find: the catalogue of a language, given in lower case. English needs none.
    package init(_ languages: [String], _ find: (String) -> Catalogue?) {
        for tag in languages {
            let words = tag.lowercased().split { $0 == "-" || $0 == "_" }
            // pt-br, then pt.
            for count in stride(from: words.count, to: 0, by: -1) {
                let name = words.prefix(count).joined(separator: "-")
                if let found = find(name) {
                    catalogue = found
                    return
                }
                if name == "en" {
                    catalogue = nil
                    return
                }
            }
        }
        catalogue = nil
    }

    /// The language of the texts (BCP 47).
    package var language: String { catalogue?.language ?? "en" }

    package var isRightToLeft: Bool { ["ar", "dv", "fa", "he", "ps", "ur", "yi"].contains(language.prefix { $0 != "-" }) }

    /// A number with the language's decimal sign.
    /// - Parameter text: the number with a full stop.
    package func number(_ text: String) -> String {
        ["de", "es", "fr"].contains(language.prefix { $0 != "-" }) ? text.replacing(".", with: ",") : text
    }

    /// - Parameters:
    ///   - text: in English.
    ///   - context: tells apart messages that are the same in English only.
    ///   - values: by placeholder name.
    package func callAsFunction(_ text: String, context: String? = nil, _ values: [String: String] = [:]) -> String {
        let form = catalogue?.text(Catalogue.key(text, context: context)) ?? text
        return values.isEmpty ? form : Placeholders.fill(form, values)
    }

    /// - Parameters:
    ///   - text: in English, for one.
    ///   - plural: in English, for any other number.
    ///   - values: by placeholder name; `count` is predefined.
    package func callAsFunction(
        _ text: String, plural: String, count: Int, context: String? = nil, _ values: [String: String] = [:]
    ) -> String {
        let form = catalogue?.text(Catalogue.key(text, context: context), count: count) ?? (count == 1 ? text : plural)
        return Placeholders.fill(form, values.merging(["count": "\(count)"]) { own, _ in own })
    }
}
