// SPDX-License-Identifier: Apache-2.0

import WindowboxPlayer
import WindowboxTranslations

/// In the language of the process: LANGUAGE, LC_ALL, LC_MESSAGES, LANG. Messages on standard error and technical details are in English.
private let translator = Translator(UserLanguages.ofEnvironment, EmbeddedCatalogues.find)

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

/// Keeps numbers with a sign between them, such as `640×360`, from left to right in a language that runs the other way.
func inOrder(_ numbers: String) -> String { translator.isRightToLeft ? "\u{2066}\(numbers)\u{2069}" : numbers }

/// A number with the language's decimal sign; given with a full stop.
func localized(number: String) -> String { translator.number(number) }
