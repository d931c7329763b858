// SPDX-License-Identifier: Apache-2.0

extension Migrations {
    /// The tables that steps leave in PostgreSQL, in the order in which they were created, so that each follows those it refers to. Other
    /// programs may have tables of their own beside them.
    static func tables(after steps: [Step]) throws -> [String] {
        var tables: [String] = []
        for statement in steps.flatMap(\.postgres) {
            let words = try statement.rendered(for: .postgres).text.split { $0.isWhitespace || $0 == "(" || $0 == ";" }.prefix(6)
            switch words.prefix(2).joined(separator: " ") {
            case "CREATE TABLE": tables.append(String(words[2]))
            case "DROP TABLE": tables.removeAll { $0 == words[2] }
            case "ALTER TABLE" where words.dropFirst(3).prefix(2).elementsEqual(["RENAME", "TO"]):
                tables = tables.map { $0 == words[2] ? String(words[5]) : $0 }
            default: break
            }
        }
        return tables
    }
}
