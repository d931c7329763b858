// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia

/// Display names of languages.
public enum LanguageName {
    /// The language of the interface.
    private static let locale = Locale(identifier: InterfaceLanguage.tag)

    /// `German`, `Portuguese (Brazil)` in the language of the interface; nil for an undetermined language or an invalid tag.
    /// - Parameter tag: a BCP 47 tag, or a three-letter code from a container.
    public static func of(_ tag: String) -> String? {
        guard let tag = LanguageTag(tag), tag.language != "und" else { return nil }
        return name(of: tag, in: locale)
    }

    /// The name in the language itself: `Deutsch`.
    static func native(_ tag: LanguageTag) -> String? { name(of: tag, in: Locale(identifier: tag.language)) }

    private static func name(of tag: LanguageTag, in locale: Locale) -> String? {
        let name = locale.localizedString(forIdentifier: tag.description)
        return name == tag.description ? nil : name
    }

    /// The languages with a two-letter code, sorted by name.
    public static let all: [(tag: String, name: String)] = {
        let codes = Locale.LanguageCode.isoLanguageCodes.map(\.identifier).filter { $0.count == 2 }
        let languages: [(tag: String, name: String)] = codes.compactMap { code in of(code).map { (code, $0) } }
        return languages.sorted { $0.name.compare($1.name, locale: locale) == .orderedAscending }
    }()

    /// The menu title of a track: its language and the name given by the stream.
    static func title(ofTrack name: String, language: String?) -> String {
        guard let language, let tag = LanguageTag(language), let words = of(language) else {
            let isNamed = !name.isEmpty && LanguageTag(name)?.language != "und"
            return isNamed ? name : translated("Unknown Language")
        }
        let english = Locale(identifier: "en")
        let general = LanguageTag(tag.language) ?? tag
        let own = [
            words, of(tag.language), native(tag), native(general), self.name(of: tag, in: english), self.name(of: general, in: english),
        ]
        .compactMap { $0?.lowercased() }
        // Many streams use the language code as the track's name.
        let isCode = name.count <= 8 && LanguageTag(name)?.language == tag.language && !own.contains(name.lowercased())
        if name.isEmpty || isCode { return words }
        return own.contains(where: name.lowercased().contains) ? name : "\(words) · \(name)"
    }
}
