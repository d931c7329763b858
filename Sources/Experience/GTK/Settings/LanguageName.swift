// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia

/// Languages as people call them.
public enum LanguageName {
    private static let english = Locale(identifier: "en")

    /// `German`, `Portuguese (Brazil)`; nil for an undetermined language and for what is no tag.
    /// - Parameter tag: BCP 47, or a three-letter code as containers have it.
    public static func of(_ tag: String) -> String? {
        guard let tag = LanguageTag(tag), tag.language != "und" else { return nil }
        return name(of: tag, in: english)
    }

    /// The same in the language itself: `Deutsch`.
    static func native(_ tag: LanguageTag) -> String? { name(of: tag, in: Locale(identifier: tag.language)) }

    private static func name(of tag: LanguageTag, in locale: Locale) -> String? {
        let name = locale.localizedString(forIdentifier: tag.description)
        return name == tag.description ? nil : name
    }

    /// The languages with a two-letter code, in the order of their names.
    public static let all: [(tag: String, name: String)] = Locale.LanguageCode.isoLanguageCodes
        .map(\.identifier).filter { $0.count == 2 }
        .compactMap { code in of(code).map { (code, $0) } }
        .sorted { $0.name < $1.name }

    /// What a menu calls a track: its language and what else the stream says of it.
    static func title(ofTrack name: String, language: String?) -> String {
        guard let language, let tag = LanguageTag(language), let words = of(language) else {
            let isNamed = !name.isEmpty && LanguageTag(name)?.language != "und"
            return isNamed ? name : "Unknown Language"
        }
        let own = [words, of(tag.language), native(tag), native(LanguageTag(tag.language) ?? tag)].compactMap { $0?.lowercased() }
        // Many streams name a track by its code.
        let isCode = name.count <= 8 && LanguageTag(name)?.language == tag.language && !own.contains(name.lowercased())
        if name.isEmpty || isCode { return words }
        return own.contains(where: name.lowercased().contains) ? name : "\(words) · \(name)"
    }
}
