// SPDX-License-Identifier: Apache-2.0

import WindowboxTranslations

/// A language of the pages.
public enum PageLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case arabic = "ar"
    case japanese = "ja"

    /// BCP 47.
    public var tag: String { rawValue }
    public var isRightToLeft: Bool { self == .arabic }
    /// The value of the `dir` attribute.
    public var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// - Parameters:
    ///   - wish: a requested BCP 47 tag that takes precedence, such as that of `?lang=`.
    ///   - accepted: the field `Accept-Language` (RFC 9110 12.5.4).
    /// - Returns: the most preferred supported language, or else English.
    public static func choose(_ wish: String? = nil, accepted: String? = nil) -> PageLanguage {
        if let wish, let found = PageLanguage(tag: wish[...]) { return found }
        var best: (language: PageLanguage, weight: Double)?
        for (tag, weight) in AcceptField.entries(accepted ?? "") {
            guard let language = PageLanguage(tag: tag[...]) else { continue }
            if weight > 0, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language ?? .english
    }

    private init?(tag: Substring) {
        let name = tag.filter { $0 != " " }.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        self.init(rawValue: name ?? "")
    }

    /// - Parameter values: by placeholder names such as `count`.
    public func text(_ phrase: PagePhrase, _ values: [String: String] = [:]) -> String {
        let key = phrase.rawValue
        return Placeholders.fill(catalogue?.text(key) ?? Self.english.catalogue?.text(key) ?? key, values)
    }

    /// All phrases by name, for scripts.
    public var phrases: [String: String] {
        Dictionary(uniqueKeysWithValues: PagePhrase.allCases.map { ($0.rawValue, text($0)) })
    }

    /// `Catalogues/*.po`, and for English `pages.pot`; their contexts are the phrases' names.
    var catalogue: Catalogue? { EmbeddedCatalogues.find(tag) }
}
