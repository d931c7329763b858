// SPDX-License-Identifier: Apache-2.0

/// The search index: the words of videos, by the number of their record, which is higher the later they were created.
struct SearchIndex {
    let connection: any SQLConnection

    // MARK: Writing

    /// - Parameter entry: nil if no search may find the video.
    func write(_ entry: SearchEntry?, number: Int64) throws {
        guard let entry else { return try delete(number) }
        let before = try kept(number, comparedWith: entry)
        // A stream's state changes often, but rarely the words of its video.
        if before?.isSame == true { return }
        try lockVocabulary(exclusively: false)
        switch connection.dialect {
        case .sqlite:
            let (title, about, marks) = entry.columns
            if before != nil { try connection.execute("DELETE FROM video_search WHERE rowid = \(number)") }
            try connection.execute(
                "INSERT INTO video_search (rowid, title, about, marks) VALUES (\(number), \(title), \(about), \(marks))")
        case .postgres:
            let (title, words) = entry.vectors
            try connection.execute(
                """
                INSERT INTO video_search (n, title, words) VALUES (\(number), \(title)::tsvector, \(words)::tsvector)
                ON CONFLICT (n) DO UPDATE SET title = excluded.title, words = excluded.words
                """)
        }
        let vocabulary = entry.vocabulary
        try learn(vocabulary)
        try note(lost: (before?.vocabulary ?? []).subtracting(vocabulary))
    }

    func delete(_ number: Int64) throws {
        guard let before = try kept(number, comparedWith: nil) else { return }
        switch connection.dialect {
        case .sqlite: try connection.execute("DELETE FROM video_search WHERE rowid = \(number)")
        case .postgres: try connection.execute("DELETE FROM video_search WHERE n = \(number)")
        }
        try note(lost: before.vocabulary)
    }

    private struct Kept {
        /// All words that can be misspelt.
        var vocabulary: Set<String>
        var isSame: Bool
    }

    /// What the index has of a video; nil if nothing.
    private func kept(_ number: Int64, comparedWith entry: SearchEntry?) throws -> Kept? {
        let (words, isSame): (String, Bool)
        switch connection.dialect {
        case .sqlite:
            guard let row = try connection.rows("SELECT title, about, marks FROM video_search WHERE rowid = \(number)").first else {
                return nil
            }
            words = "\(row.text(0)) \(row.text(1))"
            isSame = entry.map { $0.columns == (row.text(0), row.text(1), row.text(2)) } ?? false
        case .postgres:
            let vectors = entry?.vectors ?? (title: "", words: "")
            let rows = try connection.rows(
                """
                SELECT array_to_string(tsvector_to_array(words), ' '),
                    CASE WHEN title = \(vectors.title)::tsvector AND words = \(vectors.words)::tsvector THEN 1 ELSE 0 END
                FROM video_search WHERE n = \(number)
                """)
            guard let row = rows.first else { return nil }
            (words, isSame) = (row.text(0), row.integer(1) == 1)
        }
        let vocabulary = Set(words.split(separator: " ").map(String.init).filter(Misspelling.canBeMisspelt))
        return Kept(vocabulary: vocabulary, isSame: entry != nil && isSame)
    }

    /// Keeps the words that misspellings are corrected to.
    private func learn(_ words: Set<String>) throws {
        // In a fixed order, so that concurrent writers can't deadlock.
        let sorted = words.sorted()
        for start in stride(from: 0, to: sorted.count, by: Self.maxListed) {
            let some = sorted[start..<min(start + Self.maxListed, sorted.count)]
            let list = SQL.list(some.map(SQLValue.text))
            let known = Set(try connection.rows("SELECT form FROM search_word WHERE form IN \(list) AND word = form").map { $0.text(0) })
            for word in some where !known.contains(word) {
                for form in Misspelling.forms(of: word) {
                    try connection.execute("INSERT INTO search_word (form, word) VALUES (\(form), \(word)) ON CONFLICT DO NOTHING")
                }
            }
        }
    }

    private static let maxListed = 200

    // MARK: Forgetting

    /// Notes words that a video no longer has. Others may still have them.
    private func note(lost words: Set<String>) throws {
        let sorted = words.sorted()
        for start in stride(from: 0, to: sorted.count, by: Self.maxListed) {
            let some = sorted[start..<min(start + Self.maxListed, sorted.count)].map { "(\($0))" as SQL }
            try connection.execute("INSERT INTO search_word_lost (word) VALUES \(SQL.joined(some, by: ", ")) ON CONFLICT DO NOTHING")
        }
    }

    /// Forgets noted words that no video has any more.
    /// - Parameter limit: the words to look at.
    /// - Returns: how many there were, up to the limit.
    func forgetWords(limit: Int) throws -> Int {
        // No video may get one of the words meanwhile.
        try lockVocabulary(exclusively: true)
        let words = try connection.rows("SELECT word FROM search_word_lost ORDER BY word LIMIT \(limit)").map { $0.text(0) }
        for word in words {
            if try !isUsed(word) {
                try connection.execute(
                    "DELETE FROM search_word WHERE form IN \(SQL.list(Misspelling.forms(of: word).map(SQLValue.text))) AND word = \(word)")
            }
            try connection.execute("DELETE FROM search_word_lost WHERE word = \(word)")
        }
        return words.count
    }

    private func isUsed(_ word: String) throws -> Bool {
        let expression = SearchExpression.words([word], isBeginning: false)
        switch connection.dialect {
        case .sqlite:
            let query = expression.sqlite(in: .anywhere)
            return try !connection.rows("SELECT rowid FROM video_search WHERE video_search MATCH \(query) LIMIT 1").isEmpty
        case .postgres:
            let tier = SearchTier(matching: .init(expression: expression, field: .anywhere))
            return try !postgresNumbers(in: tier, below: .max, limit: 1).isEmpty
        }
    }

    /// Until the end of the transaction. SQLite has one writer at a time anyway.
    private func lockVocabulary(exclusively: Bool) throws {
        guard connection.dialect == .postgres else { return }
        let key: Int64 = 7_813_593
        _ = try connection.rows(
            exclusively ? "SELECT pg_advisory_xact_lock(\(key))" : "SELECT pg_advisory_xact_lock_shared(\(key))")
    }

    // MARK: Finding

    private static let (maxForms, maxClosest) = (400, 8)

    /// The words close to some words, by word.
    func closest(to words: [String]) throws -> [String: [String]] {
        var closest: [String: [String]] = [:]
        for word in words {
            let forms = SQL.list(Misspelling.forms(of: word).map(SQLValue.text))
            let found = try connection.rows("SELECT word FROM search_word WHERE form IN \(forms) LIMIT \(Self.maxForms)").map {
                $0.text(0)
            }
            let near = Misspelling.closest(to: word, among: Set(found), limit: Self.maxClosest)
            if !near.isEmpty { closest[word] = near }
        }
        return closest
    }

    /// The numbers of a tier's videos below a number, highest first.
    func numbers(in tier: SearchTier, below end: Int64, limit: Int) throws -> [Int64] {
        switch connection.dialect {
        case .sqlite: return try sqliteNumbers(in: tier, below: end, limit: limit)
        case .postgres: return try postgresNumbers(in: tier, below: end, limit: limit)
        }
    }

    /// The matches whose marks are checked one by one.
    private static let checked = 256

    /// FTS5 reads its lists from the end, so it stops as soon as it has enough. The lists of marks have most videos, and to find a few, it
    /// would read much of them; so the marks of the latest matches are checked one by one. If these aren't enough, the marks are rarer than
    /// the words, and their lists help.
    private func sqliteNumbers(in tier: SearchTier, below end: Int64, limit: Int) throws -> [Int64] {
        func matches(isMarked: Bool, below end: Int64, limit: Int) throws -> [Int64] {
            let query = tier.sqlite(isMarked: isMarked)
            return try connection.rows(
                "SELECT rowid FROM video_search WHERE video_search MATCH \(query) AND rowid < \(end) ORDER BY rowid DESC LIMIT \(limit)"
            ).map { $0.integer(0) }
        }
        let latest = try matches(isMarked: false, below: end, limit: Self.checked)
        guard let last = latest.last else { return [] }
        // With a fixed number of values, so that it is prepared once.
        let values = latest.map(SQLValue.integer) + Array(repeating: .null, count: Self.checked - latest.count)
        let found = try connection.rows(
            """
            SELECT rowid FROM video_search WHERE rowid IN \(SQL.list(values)) AND \(SearchExpression.all(tier.marks).onMarks)
            ORDER BY rowid DESC LIMIT \(limit)
            """
        ).map { $0.integer(0) }
        guard latest.count == Self.checked, found.count < limit else { return found }
        return try found + matches(isMarked: true, below: last, limit: limit - found.count)
    }

    /// The entries that are read one by one before the index is used.
    private static let window = 2000

    /// PostgreSQL's index can't be read in order. If there are many matches, a few of the newest entries have enough of them; if not, there
    /// aren't many, and the index finds the rest at once.
    private func postgresNumbers(in tier: SearchTier, below end: Int64, limit: Int) throws -> [Int64] {
        let condition = Self.condition(tier)
        let first = try connection.rows("SELECT n FROM video_search WHERE n < \(end) ORDER BY n DESC LIMIT 1 OFFSET \(Self.window - 1)")
        let start = first.first?.integer(0)
        let within = try connection.rows(
            """
            SELECT n FROM (SELECT n, title, words FROM video_search WHERE n < \(end) AND n >= \(start ?? 0) OFFSET 0) e
            WHERE \(condition) ORDER BY n DESC LIMIT \(limit)
            """
        ).map { $0.integer(0) }
        guard let start, within.count < limit else { return within }
        return try within
            + connection.rows(
                """
                SELECT n FROM (SELECT n FROM video_search WHERE \(condition) AND n < \(start) OFFSET 0) e
                ORDER BY n DESC LIMIT \(limit - within.count)
                """
            ).map { $0.integer(0) }
    }

    private static func condition(_ tier: SearchTier) -> SQL {
        func matches(_ part: SearchTier.Part) -> SQL {
            part.field == .title ? "title @@ \(part.expression.postgres)::tsquery" : "words @@ \(part.expression.postgres)::tsquery"
        }
        var matching = tier.matching
        matching.expression = .all([matching.expression] + tier.marks)
        guard let excluded = tier.excluded else { return matches(matching) }
        return "\(matches(matching)) AND NOT \(matches(excluded))"
    }
}
