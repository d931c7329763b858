// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A copy of a database in files, as it was at one moment.
public struct DatabaseImage: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable { case sqlite, postgres }

    /// The rows of a table in PostgreSQL, in the text format of `COPY`.
    public struct Table: Codable, Hashable, Sendable {
        public var name: String
        public var columns: [String]
        public var rows: Int
        /// The last number from the table's sequence; nil if it has none, or if the sequence hasn't been used.
        public var last: Int64?

        var file: String { "\(name).copy" }
    }

    public var kind: Kind
    /// The migrations that the database has.
    public var steps: [String]
    /// The same of SQLite's second file, if it was there.
    public var briefSteps: [String]?
    /// The tables of PostgreSQL, each after those it refers to.
    public var tables: [Table] = []

    static let sqliteFile = "catalogue.sqlite"
    static let briefFile = "sessions.sqlite"

    /// The names of its files.
    public var files: [String] {
        switch kind {
        case .sqlite: [Self.sqliteFile] + (briefSteps == nil ? [] : [Self.briefFile])
        case .postgres: tables.map(\.file)
        }
    }

    /// Copies a database while it is in use.
    /// - Parameters:
    ///   - setting: as for ``Catalogue/init(_:days:report:)``.
    ///   - folder: an existing folder.
    /// - Throws: ``CatalogueError``, also if there is no such database, or if a later version made it.
    public static func make(of setting: String, in folder: URL) async throws -> DatabaseImage {
        guard Catalogue.isPostgres(setting) else { return try await copy(setting, into: folder) }
        let store = PostgresStore(setting: setting, connections: 1)
        do {
            let image = try await store.transaction(begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { connection in
                try dump(connection, into: folder)
            }
            try await store.close()
            return image
        } catch {
            try? await store.close()
            throw error
        }
    }

    /// - Throws: ``CatalogueError`` if a later version made it, or if names in it can't be from this program.
    public func check() throws {
        _ = try Migrations.durable(kind == .postgres ? .postgres : .sqlite).steps(named: steps)
        if let briefSteps { _ = try Migrations.ephemeral.steps(named: briefSteps) }
        for name in tables.flatMap({ [$0.name] + $0.columns }) {
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
            else { throw CatalogueError.malformed("table \(name)") }
        }
    }

    /// Reads the files of an image and looks for damage inside them.
    /// - Returns: what is wrong; nil if nothing is.
    public func fault(in folder: URL) async throws -> String? {
        switch kind {
        case .sqlite:
            for name in files {
                // A write-ahead log can't be, so opening it doesn't change it.
                let store = try SQLiteStore(image: folder.appending(path: name).path)
                let found = try? await store.read { try $0.rows("PRAGMA integrity_check(1)").first?.text(0) }
                try await store.close()
                if found != "ok" { return "\(name): \(found ?? "SQLite can't read it")" }
            }
        case .postgres:
            for table in tables {
                let rows = try Self.lines(of: folder.appending(path: table.file))
                if rows != table.rows { return "\(table.file): it has \(rows) rows instead of \(table.rows)" }
            }
        }
        return nil
    }

    private static func lines(of file: URL) throws -> Int {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var count = 0
        while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { count += bytes.count { $0 == UInt8(ascii: "\n") } }
        return count
    }
}
