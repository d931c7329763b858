// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The schema's history. Steps are only ever appended.
struct Migrations: Sendable {
    struct Step: Sendable {
        let name: String
        let sqlite: [SQL]
        let postgres: [SQL]
        /// Fills the new tables from existing documents. Unreadable documents are skipped and reported, because a single one must not
        /// prevent the service from starting; SQL's own JSON functions would fail.
        var fill: Filling?
    }

    /// - Parameters:
    ///   - report: called with the name of each record that can't be read, such as `video v1`.
    typealias Filling = @Sendable (_ connection: any SQLConnection, _ report: (String) -> Void) throws -> Void

    let steps: [Step]

    /// Runs the missing steps, all or none. Concurrent processes wait for each other.
    /// - Returns: the names of records that could not be read, such as `video v1`.
    @discardableResult func run(on store: any SQLStore) async throws -> [String] {
        try await store.write { connection in
            var unreadable: [String] = []
            // This may take long: a table may be large, and another process may be migrating.
            try connection.liftTimeLimit()
            if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(7813592)") }
            for step in try missing(on: connection) { try step.apply(to: connection) { unreadable.append($0) } }
            return unreadable
        }
    }

    /// The steps that a database still needs, in order. Creates the table of applied steps.
    func missing(on connection: any SQLConnection) throws -> [Step] {
        try connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
        let done = Set(try applied(on: connection).map(\.name))
        return steps.filter { !done.contains($0.name) }
    }

    /// The steps that a database has, in order.
    /// - Throws: ``CatalogueError`` if a later version applied others.
    func applied(on connection: any SQLConnection) throws -> [Step] {
        try steps(named: try connection.rows("SELECT name FROM migration").map { $0.text(0) })
    }

    /// The steps with these names, in their order here.
    /// - Throws: ``CatalogueError`` if only a later version knows one of them.
    func steps(named names: [String]) throws(CatalogueError) -> [Step] {
        let names = Set(names)
        if let unknown = names.subtracting(steps.map(\.name)).sorted().first { throw CatalogueError.newer(unknown) }
        return steps.filter { names.contains($0.name) }
    }
}

extension Migrations.Step {
    func apply(to connection: any SQLConnection, report: (String) -> Void) throws {
        for statement in connection.dialect == .sqlite ? sqlite : postgres { try connection.execute(statement) }
        try fill?(connection, report)
        try connection.execute("INSERT INTO migration (name) VALUES (\(name))")
    }
}

extension Migrations {
    /// The steps for all data in PostgreSQL, or for SQLite's main file.
    static func durable(_ dialect: SQLDialect) -> Migrations {
        Migrations(steps: catalogue + (dialect == .postgres ? ephemeral.steps : []))
    }

    /// The steps for SQLite's second file, whose data may be lost in a power failure.
    static let ephemeral = Migrations(steps: sessions + ads)
}
