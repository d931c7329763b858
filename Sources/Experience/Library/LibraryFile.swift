// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The SQLite database.
struct LibraryFile: Sendable {
    struct Content: Sendable {
        var items: [RecentItem] = []
        var settings = ViewerSettings()
    }

    /// Maximum number of items; the oldest are deleted.
    static let capacity = 200
    /// Seconds to wait for another process's write.
    private static let lockTimeout = 1.0

    let url: URL
    let queue: DatabaseQueue

    /// Opens, creates or migrates the database.
    /// - Parameter prepare: called for each connection.
    init(at url: URL, prepare: @escaping @Sendable (Database) throws -> Void = { _ in }) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        Self.makePrivate(url.path)
        var configuration = Configuration()
        configuration.label = "Windowbox library"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(Self.lockTimeout)
        configuration.prepareDatabase(prepare)
        do { queue = try DatabaseQueue(path: url.path, configuration: configuration) } catch DatabaseError.SQLITE_READONLY {
            // Reading is better than nothing; writes will report that they fail.
            configuration.readonly = true
            configuration.journalMode = .default
            queue = try DatabaseQueue(path: url.path, configuration: configuration)
        }
        if try queue.read(Self.migrator.hasBeenSuperseded) { throw LibraryError.newer(url) }
        // Don't write to an up-to-date file: it may be read-only.
        if try !queue.read(Self.migrator.hasCompletedMigrations) { try Self.migrator.migrate(queue) }
    }

    /// Creates the file accessible only to the user, or restricts an existing one: it contains the viewing history, and URLs may
    /// contain passwords. SQLite gives its auxiliary files the same permissions.
    private static func makePrivate(_ path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 {
            close(file)
            return
        }
        for name in [path, path + "-wal", path + "-shm"] {
            var facts = stat()
            if stat(name, &facts) == 0, facts.st_mode & 0o077 != 0 { chmod(name, facts.st_mode & 0o7700) }
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 items and settings") { database in
            try database.create(table: "item") { table in
                table.primaryKey("address", .text)
                table.column("title", .text).notNull()
                table.column("opened", .double).notNull().indexed()
                table.column("position", .double)
                table.column("duration", .double)
                table.column("picture", .blob)
            }
            try database.create(table: "setting") { table in
                table.primaryKey("name", .text)
                table.column("value", .text).notNull()
            }
        }
        return migrator
    }

    func content() throws -> Content {
        try queue.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT address, title, opened, position, duration FROM item ORDER BY opened DESC LIMIT ?",
                arguments: [Self.capacity])
            let text = try String.fetchOne(database, sql: "SELECT value FROM setting WHERE name = 'viewer'")
            let settings = text.flatMap { try? JSONDecoder().decode(ViewerSettings.self, from: Data($0.utf8)) }
            return Content(items: rows.map(RecentItem.init), settings: settings ?? ViewerSettings())
        }
    }

    func picture(of address: String) async throws -> [UInt8]? {
        try await queue.read { database in
            try Data.fetchOne(database, sql: "SELECT picture FROM item WHERE address = ?", arguments: [address]).map { [UInt8]($0) }
        }
    }

    /// Writes all changes in one transaction.
    func write(_ changes: [LibraryChange]) async throws {
        try await queue.write { try Self.write(changes, to: $0) }
    }

    /// The same, synchronously.
    func writeNow(_ changes: [LibraryChange]) throws {
        try queue.write { try Self.write(changes, to: $0) }
    }

    /// Returns when the write in progress has finished.
    func waitForWriting() { queue.unsafeRead { _ in } }

    private static func write(_ changes: [LibraryChange], to database: Database) throws {
        for change in changes { try change.write(to: database) }
        try database.execute(
            sql: "DELETE FROM item WHERE address NOT IN (SELECT address FROM item ORDER BY opened DESC LIMIT ?)", arguments: [capacity])
    }

    /// Renames a damaged database and its auxiliary files.
    /// - Returns: the new location.
    static func setAside(_ url: URL, at date: Date) throws -> URL {
        let files = FileManager.default
        let stamp = Int(date.timeIntervalSince1970)
        var aside: URL
        var attempt = 0
        repeat {
            let number = attempt == 0 ? "" : "-\(attempt)"
            aside = url.deletingPathExtension().appendingPathExtension("damaged-\(stamp)\(number).sqlite")
            attempt += 1
        } while files.fileExists(atPath: aside.path)
        try files.moveItem(at: url, to: aside)
        for part in ["-wal", "-shm"] where files.fileExists(atPath: url.path + part) {
            try files.moveItem(atPath: url.path + part, toPath: aside.path + part)
        }
        return aside
    }
}

extension RecentItem {
    fileprivate init(_ row: Row) {
        self.init(
            address: row["address"], title: row["title"], opened: Date(timeIntervalSince1970: row["opened"]), position: row["position"],
            duration: row["duration"])
    }
}

extension LibraryChange {
    fileprivate func write(to database: Database) throws {
        switch self {
        case .item(let item):
            try database.execute(
                sql: """
                    INSERT INTO item (address, title, opened, position, duration) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (address) DO UPDATE SET
                        title = excluded.title, opened = excluded.opened, position = excluded.position, duration = excluded.duration
                    """,
                arguments: [item.address, item.title, item.opened.timeIntervalSince1970, item.position, item.duration])
        case .picture(let bytes, let address):
            try database.execute(sql: "UPDATE item SET picture = ? WHERE address = ?", arguments: [Data(bytes), address])
        case .forget(let address): try database.execute(sql: "DELETE FROM item WHERE address = ?", arguments: [address])
        case .forgetAll: try database.execute(sql: "DELETE FROM item")
        case .settings(let settings):
            let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
            try database.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('viewer', ?)", arguments: [text])
        }
    }
}
