// SPDX-License-Identifier: Apache-2.0

import WindowboxHashtags

/// Hashtag filters as text: `(and calm (not sea))` becomes “#calm and not #sea”.
enum FilterDescription {
    /// The limit of a heading in characters.
    private static let maximumLength = 120

    /// - Returns: the expression itself if it is invalid.
    static func words(_ expression: String, _ language: PageLanguage) -> String {
        guard let filter = try? HashtagFilter(parsing: expression) else { return SanitizedText.clean(expression, limit: maximumLength) }
        return SanitizedText.clean(words(filter, language, isPart: false), limit: maximumLength)
    }

    private static func words(_ filter: HashtagFilter, _ language: PageLanguage, isPart: Bool) -> String {
        switch filter {
        case .tag(let tag): return "#\(tag)"
        case .not(let operand): return language.text(.filterNot, ["tag": words(operand, language, isPart: true)])
        case .and(let operands), .or(let operands):
            let phrase: PagePhrase = if case .and = filter { .filterAll } else { .filterAny }
            let parts = operands.map { words($0, language, isPart: true) }
            let joined = parts.dropFirst().reduce(parts.first ?? "") { language.text(phrase, ["first": $0, "second": $1]) }
            return isPart ? "(\(joined))" : joined
        }
    }
}
