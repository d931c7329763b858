// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension DatabaseImage {
    static func dump(_ connection: PostgresConnection, into folder: URL) throws -> DatabaseImage {
        try connection.liftTimeLimit()
        try connection.run("SET LOCAL client_encoding = 'UTF8'")
        guard try connection.has(table: "migration") else {
            throw CatalogueError.unreachable("it has no tables of this service")
        }
        let steps = try Migrations.durable(.postgres).applied(on: connection)
        var image = DatabaseImage(kind: .postgres, steps: steps.map(\.name))
        for name in try Migrations.tables(after: steps) {
            var table = Table(name: name, columns: try connection.columns(of: name), rows: 0)
            let file = folder.appending(path: table.file)
            guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
            }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            var pending: [UInt8] = []
            table.rows = try connection.copyOut("COPY \(name) (\(table.columns.joined(separator: ", "))) TO STDOUT") { bytes in
                pending += bytes
                guard pending.count >= 1 << 20 else { return }
                try handle.write(contentsOf: pending)
                pending = []
            }
            try handle.write(contentsOf: pending)
            table.last = try connection.lastNumber(of: name)
            image.tables.append(table)
        }
        return image
    }

    /// Whether the database has none of this service's tables.
    /// - Parameter setting: a PostgreSQL connection string.
    public static func isEmpty(_ setting: String) async throws -> Bool {
        try await Self.with(setting, begin: "BEGIN READ ONLY") { try isEmpty($0) }
    }

    private static func isEmpty(_ connection: PostgresConnection) throws -> Bool {
        try !(["migration"] + Migrations.tables(after: Migrations.durable(.postgres).steps)).contains { try connection.has(table: $0) }
    }

    /// Fills an empty database, in one transaction: it has everything, or nothing.
    /// - Parameter setting: a PostgreSQL connection string.
    /// - Throws: ``CatalogueError``, also if the database is not empty.
    public func fill(_ setting: String, from folder: URL) async throws {
        try await Self.with(setting, begin: "BEGIN") { connection in
            try connection.liftTimeLimit()
            _ = try connection.rows("SELECT pg_advisory_xact_lock(7813592)")
            try connection.run("SET LOCAL client_encoding = 'UTF8'")
            guard try Self.isEmpty(connection) else { throw CatalogueError.occupied }
            try connection.execute("CREATE TABLE migration (name TEXT PRIMARY KEY)")
            for step in try Migrations.durable(.postgres).steps(named: steps) { try step.apply(to: connection) { _ in } }
            for table in tables {
                let handle = try FileHandle(forReadingFrom: folder.appending(path: table.file))
                defer { try? handle.close() }
                let rows = try connection.copyIn("COPY \(table.name) (\(table.columns.joined(separator: ", "))) FROM STDIN") {
                    guard let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty else { return nil }
                    return Array(bytes)
                }
                guard rows == table.rows else { throw CatalogueError.malformed("table", id: table.name) }
                if let last = table.last {
                    _ = try connection.rows("SELECT setval(pg_get_serial_sequence(\(table.name), 'n')::regclass, \(last))")
                }
            }
        }
    }

    private static func with<Result: Sendable>(
        _ setting: String, begin: String, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        let store = PostgresStore(setting: setting, connections: 1)
        do {
            let result = try await store.transaction(begin: begin, body)
            try await store.close()
            return result
        } catch {
            try? await store.close()
            throw error
        }
    }
}

extension PostgresConnection {
    /// Whether the current schema has a table.
    func has(table: String) throws -> Bool {
        try !rows("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = \(table)").isEmpty
    }

    func columns(of table: String) throws -> [String] {
        try rows(
            """
            SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = \(table)
            ORDER BY ordinal_position
            """
        ).map { $0.text(0) }
    }

    /// The last number from the sequence of a table's column `n`. Sequences are not part of the snapshot, so the number may be newer than
    /// the rows, which leaves a gap.
    func lastNumber(of table: String) throws -> Int64? {
        try rows(
            """
            SELECT pg_sequence_last_value(pg_get_serial_sequence(\(table), 'n')::regclass) FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = \(table) AND column_name = 'n' AND is_identity = 'YES'
            """
        ).first?.optionalInteger(0)
    }
}
