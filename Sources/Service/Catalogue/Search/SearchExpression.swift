// SPDX-License-Identifier: Apache-2.0

/// A condition on the entries of the search index.
indirect enum SearchExpression: Hashable, Sendable {
    /// Words that follow each other.
    /// - Parameter isBeginning: whether the last may be the beginning of a word.
    case words([String], isBeginning: Bool)
    case mark(String)
    case all([SearchExpression])
    case any([SearchExpression])

    /// The words in which a condition must hold.
    enum Field: Hashable, Sendable { case title, anywhere }

    /// In the syntax of SQLite's FTS5. Words have no characters that have a meaning in it.
    func sqlite(in field: Field) -> String {
        switch self {
        case .words(let words, let isBeginning):
            let columns = field == .title ? "title" : "{title about}"
            return "\(columns) : \"\(words.joined(separator: " "))\"\(isBeginning ? " *" : "")"
        case .mark(let mark): return "marks : \"\(mark)\""
        case .all(let parts): return "(\(parts.map { $0.sqlite(in: field) }.joined(separator: " AND ")))"
        case .any(let parts): return "(\(parts.map { $0.sqlite(in: field) }.joined(separator: " OR ")))"
        }
    }

    /// In the syntax of PostgreSQL's `tsquery`.
    var postgres: String {
        switch self {
        case .words(let words, let isBeginning):
            return "(\(words.map { "'\($0)'" }.joined(separator: " <-> "))\(isBeginning ? ":*" : ""))"
        case .mark(let mark): return "'\(mark)'"
        case .all(let parts): return "(\(parts.map(\.postgres).joined(separator: " & ")))"
        case .any(let parts): return "(\(parts.map(\.postgres).joined(separator: " | ")))"
        }
    }
}

/// Matches of the same rank.
struct SearchTier: Sendable {
    struct Part: Sendable {
        var expression: SearchExpression
        var field: SearchExpression.Field

        fileprivate var sqlite: String { expression.sqlite(in: field) }
    }

    /// What a video must say.
    var matching: Part
    /// What the tiers before it have.
    var excluded: Part?
    /// Conditions on a video other than its text.
    var marks: [SearchExpression] = []

    /// In the syntax of FTS5.
    func sqlite(isMarked: Bool) -> String {
        let marked = isMarked && !marks.isEmpty
        let all = marked ? "(\(([matching.sqlite] + marks.map { $0.sqlite(in: .anywhere) }).joined(separator: " AND ")))" : matching.sqlite
        return all + (excluded.map { " NOT \($0.sqlite)" } ?? "")
    }
}

extension SearchExpression {
    /// The SQL condition on SQLite's column of marks, for expressions of marks.
    var onMarks: SQL {
        switch self {
        case .words(let words, _): "instr(' ' || marks || ' ', \(" \(words.joined(separator: " ")) ")) > 0"
        case .mark(let mark): "instr(' ' || marks || ' ', \(" \(mark) ")) > 0"
        case .all(let parts): parts.isEmpty ? "1 = 1" : "(\(SQL.joined(parts.map(\.onMarks), by: " AND ")))"
        case .any(let parts): parts.isEmpty ? "1 = 0" : "(\(SQL.joined(parts.map(\.onMarks), by: " OR ")))"
        }
    }
}
