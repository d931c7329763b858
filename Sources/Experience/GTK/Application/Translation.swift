// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer
import WindowboxTranslations

/// In the language of the process: LANGUAGE, LC_ALL, LC_MESSAGES, LANG.
private let translator = Translator(UserLanguages.ofEnvironment, EmbeddedCatalogues.find)

/// The language of the texts that this module shows.
enum InterfaceLanguage {
    /// BCP 47.
    static var tag: String { translator.language }
    static var isRightToLeft: Bool { translator.isRightToLeft }
    /// A number with the language's decimal sign; given with a full stop.
    static func number(_ text: String) -> String { translator.number(text) }
}

/// Translates a text of this module for users.
/// - Parameters:
///   - text: in English: a literal, which `Scripts/translations.py` collects.
///   - context: tells apart messages that are the same in English only.
///   - values: by placeholder name.
func translated(_ text: String, context: String? = nil, _ values: [String: String] = [:]) -> String {
    translator(text, context: context, values)
}

/// - Parameters:
///   - text: in English, for one.
///   - plural: in English, for any other number.
///   - values: by placeholder name; `count` is predefined.
func translated(
    _ text: String, plural: String, count: Int, context: String? = nil, _ values: [String: String] = [:]
) -> String { translator(text, plural: plural, count: count, context: context, values) }
