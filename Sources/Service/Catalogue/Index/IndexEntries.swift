// SPDX-License-Identifier: Apache-2.0

/// Reads what the index knows of videos, which is much faster than reading their documents.
struct IndexEntries {
    struct Entry: Sendable {
        /// In milliseconds.
        var published: Int64
        var tokens: Set<Token>

        var channel: String { tokens.first { $0.kind == .channel }?.name ?? "" }
        var hashtags: Set<String> { Set(tokens.lazy.filter { $0.kind == .hashtag }.map(\.name)) }
    }

    let connection: any SQLConnection

    /// Videos that feeds may not show are left out.
    func entries(of ids: Set<String>) throws -> [String: Entry] {
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.rows(
            "SELECT video, published, tokens FROM indexed WHERE video IN \(SQL.list(ids.sorted().map(SQLValue.text)))")
        let listed = rows.map { row in
            (video: row.text(0), published: row.integer(1), numbers: row.text(2).split(separator: " ").compactMap { Int64($0) })
        }
        let numbers = Set(listed.flatMap(\.numbers)).sorted()
        guard !numbers.isEmpty else { return [:] }
        let names = try connection.rows(
            """
            SELECT n, kind, name FROM token WHERE scope = \(VideoIndex.everywhere) AND n IN \(SQL.list(numbers.map(SQLValue.integer)))
            """)
        let tokens = names.reduce(into: [Int64: Token]()) { tokens, row in
            tokens[row.integer(0)] = Token.Kind(rawValue: row.integer(1)).map { Token($0, row.text(2)) }
        }
        return listed.reduce(into: [:]) { entries, row in
            entries[row.video] = Entry(published: row.published, tokens: Set(row.numbers.compactMap { tokens[$0] }))
        }
    }
}
