// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the pending migrations of a database would do, found by running them on a copy.
public struct MigrationRehearsal: Hashable, Sendable {
    public struct Step: Hashable, Sendable {
        public var name: String
        /// How long it took, in seconds.
        public var seconds: Double
        /// The rows that it wrote.
        public var rows: Int
        /// Tables, columns and indexes that it added or removed, such as `+ table order_contact`.
        public var changes: [String]
    }

    /// How long the copy took, in seconds.
    public var copySeconds = 0.0
    /// Empty if the database is up to date.
    public var steps: [Step] = []
    /// Records that a migration can't read, such as `video v1`.
    public var unreadable: [String] = []

    /// Runs the pending migrations of a database on a copy. The database itself is only read, and may be in use.
    ///
    /// With SQLite the copy is a file. With PostgreSQL it is a second schema of the same database, in a transaction that is rolled back: it
    /// needs the right to create schemas and as much free space as the tables use.
    /// - Parameters:
    ///   - setting: as for ``Catalogue/init(_:days:report:)``.
    ///   - folder: an existing folder with space for a copy of an SQLite database.
    /// - Throws: ``CatalogueError``: whatever would stop the migration; also if there is no database.
    public static func run(_ setting: String, in folder: URL) async throws -> MigrationRehearsal {
        guard Catalogue.isPostgres(setting) else {
            return try await run(sqlite: setting, in: folder, main: .durable(.sqlite), brief: .ephemeral)
        }
        return try await run(postgres: setting, migrations: .durable(.postgres))
    }

    static func run(sqlite path: String, in folder: URL, main: Migrations, brief: Migrations) async throws -> MigrationRehearsal {
        let copy = folder.appending(path: "rehearsal-\(UUID().uuidString).sqlite").path
        defer {
            for end in ["", "-wal", "-shm", "-journal"] {
                unlink(copy + end)
                unlink(Catalogue.briefFile(of: copy) + end)
            }
        }
        guard FileManager.default.fileExists(atPath: path) else { throw CatalogueError.unreachable("\(path) doesn't exist") }
        var rehearsal = MigrationRehearsal()
        for (name, copy, migrations) in [(path, copy, main), (Catalogue.briefFile(of: path), Catalogue.briefFile(of: copy), brief)]
        where FileManager.default.fileExists(atPath: name) {
            rehearsal.copySeconds += try await timed { try await self.copy(name, to: copy) }
            let store = try SQLiteStore(path: copy, isDurable: false)
            do {
                let (steps, unreadable) = try await store.write { connection in
                    try play(try migrations.missing(on: connection), on: connection)
                }
                rehearsal.steps += steps
                rehearsal.unreadable += unreadable
                let faults = try await store.read { connection in
                    try connection.liftTimeLimit()
                    return try connection.rows("PRAGMA foreign_key_check")
                }
                if let found = faults.first {
                    throw CatalogueError.malformed("table", id: found.text(0))
                }
                try await store.close()
            } catch {
                try? await store.close()
                throw error
            }
        }
        return rehearsal
    }

    private static func copy(_ path: String, to copy: String) async throws {
        let store = try SQLiteStore(path: path, isDurable: true)
        do { try await store.copy(to: copy) } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    /// Ends the transaction of a rehearsal, so that nothing of it stays.
    private struct End: Error { let rehearsal: MigrationRehearsal }

    static func run(postgres setting: String, migrations: Migrations) async throws -> MigrationRehearsal {
        let store = PostgresStore(setting: setting, connections: 1)
        do {
            try await store.transaction(begin: "BEGIN ISOLATION LEVEL REPEATABLE READ") { connection in
                throw End(rehearsal: try play(migrations, on: connection))
            }
        } catch let end as End {
            try await store.close()
            return end.rehearsal
        } catch {
            try? await store.close()
            throw error
        }
        return MigrationRehearsal()
    }

    private static func play(_ migrations: Migrations, on connection: PostgresConnection) throws -> MigrationRehearsal {
        try connection.liftTimeLimit()
        guard try connection.has(table: "migration"),
            let schema = try connection.rows("SELECT quote_ident(current_schema())").first?.text(0)
        else { throw CatalogueError.unreachable("it has no tables of this service") }
        let all = try connection.rows("SELECT tablename::text, quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()")
        let done = try migrations.applied(on: connection)
        var rehearsal = MigrationRehearsal()
        rehearsal.copySeconds = try timed {
            try connection.run("CREATE SCHEMA windowbox_rehearsal; SET LOCAL search_path = windowbox_rehearsal")
            try connection.execute("CREATE TABLE migration (name TEXT PRIMARY KEY)")
            for step in done { try step.apply(to: connection) { _ in } }
            let own = try Migrations.tables(after: done)
            // Tables of others may be in the way of new ones.
            for table in all where table.text(0) != "migration" && !own.contains(table.text(0)) {
                try connection.run("CREATE TABLE \(table.text(1)) (LIKE \(schema).\(table.text(1)))")
            }
            for table in own {
                let columns = try connection.columns(of: table).joined(separator: ", ")
                try connection.run("INSERT INTO \(table) (\(columns)) OVERRIDING SYSTEM VALUE SELECT \(columns) FROM \(schema).\(table)")
            }
        }
        (rehearsal.steps, rehearsal.unreadable) = try play(migrations.missing(on: connection), on: connection)
        return rehearsal
    }

    private static func play(_ steps: [Migrations.Step], on connection: any SQLConnection) throws -> ([Step], unreadable: [String]) {
        try connection.liftTimeLimit()
        var unreadable: [String] = []
        var before = try steps.isEmpty ? [] : Self.parts(of: connection)
        let played = try steps.map { step in
            let counter = RowCounter(connection)
            let start = try counter.total()
            let seconds = try timed { try step.apply(to: counter) { unreadable.append($0) } }
            // Without the row that records the step.
            let rows = try counter.total() - start - 1
            let after = try Self.parts(of: connection)
            defer { before = after }
            return Step(
                name: step.name, seconds: seconds, rows: max(0, rows), changes: Self.changes(from: before, to: after))
        }
        return (played, unreadable)
    }

    /// Columns of added and removed tables are left out.
    private static func changes(from before: Set<String>, to after: Set<String>) -> [String] {
        let removed = before.subtracting(after)
        let added = after.subtracting(before)
        func described(_ parts: Set<String>, _ sign: String) -> [String] {
            parts.filter { part in
                guard part.hasPrefix("column "), let dot = part.firstIndex(of: ".") else { return true }
                return !parts.contains("table " + part[..<dot].dropFirst("column ".count))
            }.sorted().map { "\(sign) \($0)" }
        }
        return described(removed, "-") + described(added, "+")
    }

    /// The tables, columns and indexes of the current schema.
    private static func parts(of connection: any SQLConnection) throws -> Set<String> {
        let rows =
            switch connection.dialect {
            case .sqlite:
                try connection.rows(
                    """
                    SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    UNION ALL SELECT 'column ' || m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
                    WHERE m.type = 'table'
                    """)
            case .postgres:
                try connection.rows(
                    """
                    SELECT 'table ' || tablename FROM pg_tables WHERE schemaname = current_schema()
                    UNION ALL SELECT 'index ' || indexname FROM pg_indexes WHERE schemaname = current_schema()
                    UNION ALL SELECT 'column ' || table_name || '.' || column_name FROM information_schema.columns
                    WHERE table_schema = current_schema()
                    """)
            }
        return Set(rows.map { $0.text(0) })
    }

    private static func timed(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    private static func timed(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Counts the rows that statements write.
private final class RowCounter: SQLConnection {
    private let connection: any SQLConnection
    private var count = 0
    var dialect: SQLDialect { connection.dialect }

    init(_ connection: any SQLConnection) { self.connection = connection }

    /// Uses SQLite's total: for a statement that writes no rows, the count per statement would be that of an earlier one.
    func total() throws -> Int {
        dialect == .postgres ? count : Int(try connection.rows("SELECT total_changes()").first?.integer(0) ?? 0)
    }

    func rows(_ statement: SQL) throws -> [SQLRow] { try connection.rows(statement) }

    func execute(_ statement: SQL) throws -> Int {
        let changed = try connection.execute(statement)
        count += changed
        return changed
    }
}
