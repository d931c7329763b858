// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The schema's history. Steps are only ever appended.
struct Migrations: Sendable {
    struct Step: Sendable {
        let name: String
        let sqlite: [SQL]
        let postgres: [SQL]
        /// Fills the new tables from existing documents. It skips those that can't be read, which SQL's own JSON functions refuse, and
        /// reports them: one record must not keep the service from starting.
        var fill: Filling?
    }

    /// - Parameters:
    ///   - report: called with the name of each record that can't be read, such as `video v1`.
    typealias Filling = @Sendable (_ connection: any SQLConnection, _ report: (String) -> Void) throws -> Void

    let steps: [Step]

    /// Runs the missing steps, all or none. Concurrent processes wait for each other.
    /// - Returns: the names of records that could not be read, such as `video v1`.
    @discardableResult func run(on store: any SQLStore) async throws -> [String] {
        let steps = steps
        return try await store.write { connection in
            var unreadable: [String] = []
            // A table may be large, and another process may be migrating.
            try connection.liftTimeLimit()
            if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(7813592)") }
            try connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
            let done = Set(try connection.rows("SELECT name FROM migration").map { $0.text(0) })
            if let unknown = done.subtracting(steps.map(\.name)).sorted().first { throw CatalogueError.newer(unknown) }
            for step in steps where !done.contains(step.name) {
                for statement in connection.dialect == .sqlite ? step.sqlite : step.postgres { try connection.execute(statement) }
                try step.fill?(connection) { unreadable.append($0) }
                try connection.execute("INSERT INTO migration (name) VALUES (\(step.name))")
            }
            return unreadable
        }
    }
}
