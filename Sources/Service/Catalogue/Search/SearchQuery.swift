// SPDX-License-Identifier: Apache-2.0

/// A user's search text as words, so that no query syntax of a database remains.
public struct SearchQuery: Hashable, Sendable {
    /// Words that must follow each other.
    struct Term: Hashable, Sendable {
        var words: [String]
        /// Whether it may be the beginning of a word, because it may still be being typed.
        var isBeginning = false
    }

    /// At most 12.
    let terms: [Term]

    /// Characters that are read of a text.
    public static let longest = 256
    private static let (maxTerms, longestPhrase) = (12, 24)

    /// - Returns: nil if the text contains no word.
    public init?(_ text: String) {
        let runs = SearchWords.runs(of: String(text.prefix(Self.longest))).prefix(Self.maxTerms)
        var terms = runs.map { run in
            switch run {
            case .word(let word): Term(words: [word])
            case .unspaced(let characters): Term(words: Array(SearchWords.pairs(characters).prefix(Self.longestPhrase)))
            }
        }
        guard let last = runs.last else { return nil }
        terms[terms.count - 1].isBeginning =
            switch last {
            case .word: true
            // A pair is complete.
            case .unspaced(let characters): characters.count == 1
            }
        self.terms = terms
    }

    /// What a video must have to match all terms.
    var expression: SearchExpression { .all(terms.map(\.expression)) }

    /// The words for which misspellings are searched, too.
    var correctable: [String] { terms.compactMap { $0.words.count == 1 ? $0.words.first : nil }.filter(Misspelling.canBeMisspelt) }

    /// What a video must have to match all terms, or words close to them.
    /// - Parameter closest: by word.
    func loosened(_ closest: [String: [String]]) -> SearchExpression {
        .all(
            terms.map { term in
                let others = term.words.count == 1 ? closest[term.words[0]] ?? [] : []
                return others.isEmpty
                    ? term.expression : .any([term.expression] + others.map { .words([$0], isBeginning: false) })
            })
    }
}

extension SearchQuery.Term {
    fileprivate var expression: SearchExpression {
        guard isBeginning, let word = words.first else { return .words(words, isBeginning: false) }
        guard word.count <= SearchMark.longestBeginning else { return .words(words, isBeginning: true) }
        return .any([.words(words, isBeginning: false), .mark(SearchMark.beginning(word))])
    }
}
