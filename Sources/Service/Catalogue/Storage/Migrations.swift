// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The schema's history. Steps are only ever appended.
struct Migrations: Sendable {
    struct Step: Sendable {
        let name: String
        let sqlite: [SQL]
        let postgres: [SQL]
    }

    let steps: [Step]

    /// Runs the missing steps, all or none. Concurrent processes wait for each other.
    func run(on store: any SQLStore) async throws {
        let steps = steps
        try await store.write { connection in
            // A table may be large, and another process may be migrating.
            try connection.liftTimeLimit()
            if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(7813592)") }
            try connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
            let done = Set(try connection.rows("SELECT name FROM migration").map { $0.text(0) })
            if let unknown = done.subtracting(steps.map(\.name)).sorted().first { throw CatalogueError.newer(unknown) }
            for step in steps where !done.contains(step.name) {
                for statement in connection.dialect == .sqlite ? step.sqlite : step.postgres { try connection.execute(statement) }
                try connection.execute("INSERT INTO migration (name) VALUES (\(step.name))")
            }
        }
    }
}
