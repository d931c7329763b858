// SPDX-License-Identifier: Apache-2.0

/// A user's search text as words for full-text search, so that no query syntax remains.
struct SearchQuery: Hashable, Sendable {
    /// At most 16 words of at most 64 characters.
    let words: [String]

    /// Nil if the text contains no word.
    init?(_ text: String) {
        words = text.prefix(1024).split { !($0.isLetter || $0.isNumber) }.prefix(16).map { String($0.prefix(64)).lowercased() }
        if words.isEmpty { return nil }
    }

    /// All words, the last one as a prefix.
    var sqlite: String {
        words.enumerated().map { $0 == words.count - 1 ? "\"\($1)\"*" : "\"\($1)\"" }.joined(separator: " ")
    }

    var postgres: String {
        words.enumerated().map { $0 == words.count - 1 ? "'\($1)':*" : "'\($1)'" }.joined(separator: " & ")
    }
}
