// SPDX-License-Identifier: Apache-2.0

/// What a person typed, as full-text search takes it: words alone, so that nothing of the search's own language is left in it.
struct SearchQuery: Hashable, Sendable {
    /// At most 16 of at most 64 letters.
    let words: [String]

    /// Nil when there is no word in it.
    init?(_ text: String) {
        words = text.prefix(1024).split { !($0.isLetter || $0.isNumber) }.prefix(16).map { String($0.prefix(64)).lowercased() }
        if words.isEmpty { return nil }
    }

    /// All of the words, the last as a beginning.
    var sqlite: String {
        words.enumerated().map { $0 == words.count - 1 ? "\"\($1)\"*" : "\"\($1)\"" }.joined(separator: " ")
    }

    var postgres: String {
        words.enumerated().map { $0 == words.count - 1 ? "'\($1)':*" : "'\($1)'" }.joined(separator: " & ")
    }
}
