// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Rehearsed migrations") struct MigrationRehearsalTests {
    /// A database that has only the first migrations.
    private static func with(_ make: Make, steps: Int, _ body: (String, any SQLStore, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-rehearsal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let setting = try make.setting(in: folder)
        let store: any SQLStore =
            make == .postgres ? PostgresStore(setting: setting, connections: 1) : try SQLiteStore(path: setting, isDurable: true)
        try await Migrations(steps: Array(Migrations.catalogue.prefix(steps))).run(on: store)
        do { try await body(setting, store, folder) } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    private static func add(_ videos: [(id: String, document: String)], to store: any SQLStore) async throws {
        try await store.write { connection in
            for (id, document) in videos {
                try connection.execute(
                    "INSERT INTO resource (kind, id, parent, link, created, document) VALUES ('video', \(id), 'c1', NULL, 0, \(document))")
            }
            try connection.execute(
                """
                INSERT INTO purchase (id, app, guest, order_id, currency, value, made, attributed_video, document)
                VALUES ('o1', 'a', NULL, '1', 'EUR', 1, 0, NULL, '{}'), ('o2', 'a', NULL, '2', 'EUR', 1, 0, NULL, '{}')
                """)
        }
    }

    private static func names(_ store: any SQLStore) async throws -> Set<String> {
        try await store.read { connection in
            let rows =
                switch connection.dialect {
                case .sqlite: try connection.rows("SELECT name FROM sqlite_master")
                case .postgres: try connection.rows("SELECT schemaname || '.' || tablename FROM pg_tables")
                }
            return Set(rows.map { $0.text(0) })
        }
    }

    @Test(
        "The pending migrations run on a copy, which is reported and gone afterwards; the database stays as it is",
        arguments: Make.available)
    func pending(make: Make) async throws {
        // All up to "events 1".
        try await Self.with(make, steps: 5) { setting, store, folder in
            try await Self.add(
                [("v1", #"{"id":"v1","blocking_reason":"legal"}"#), ("v2", #"{"id":"v2","blocking_reason":7}"#)], to: store)
            let before = try await Self.names(store)
            let rehearsal = try await MigrationRehearsal.run(setting, in: folder)
            #expect(
                rehearsal.steps.map(\.name).prefix(6) == ["orders 1", "health 1", "guests 2", "visibility 1", "jobs 1", "contacts 1"])
            let orders = try #require(rehearsal.steps.first)
            // Two purchases are copied.
            #expect(orders.rows == 2)
            #expect(orders.changes.contains("+ table shop_order"))
            #expect(orders.changes.contains("+ column purchase.claimant"))
            #expect(!orders.changes.contains { $0.contains("column shop_order.") })
            let visibility = try #require(rehearsal.steps.first { $0.name == "visibility 1" })
            #expect(visibility.rows == 2)
            #expect(rehearsal.unreadable == ["video v2"])
            #expect(rehearsal.steps.allSatisfy { $0.seconds >= 0 })
            #expect(try await Self.names(store) == before)
            #expect(try await store.read { try $0.rows("SELECT name FROM migration") }.count == 5)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("rehearsal") } == [])
            // The migration itself does the same.
            let catalogue = try await Catalogue(setting)
            try await catalogue.close()
            #expect(try await MigrationRehearsal.run(setting, in: folder).steps == [])
        }
    }

    @Test("A migration that would fail fails in the rehearsal, and leaves no trace", arguments: Make.available)
    func failing(make: Make) async throws {
        try await Self.with(make, steps: 5) { setting, store, folder in
            // In the way of a table that a later step creates.
            try await store.write { _ = try $0.execute("CREATE TABLE shop_order (id TEXT)") }
            let before = try await Self.names(store)
            await #expect(throws: CatalogueError.self) { try await MigrationRehearsal.run(setting, in: folder) }
            let failing = Migrations(
                steps: Array(Migrations.catalogue.prefix(5)) + [.init(name: "x", sqlite: ["SELECT nothing"], postgres: ["SELECT nothing"])])
            await #expect(throws: CatalogueError.self) {
                switch make {
                case .sqlite: try await MigrationRehearsal.run(sqlite: setting, in: folder, main: failing, brief: failing)
                case .postgres: try await MigrationRehearsal.run(postgres: setting, migrations: failing)
                }
            }
            #expect(try await Self.names(store) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("rehearsal") } == [])
        }
    }

    @Test("A database of a later version, and one that isn't there, are errors", arguments: Make.available)
    func impossible(make: Make) async throws {
        try await Self.with(make, steps: 5) { setting, store, folder in
            try await store.write { _ = try $0.execute("INSERT INTO migration (name) VALUES ('catalogue 99')") }
            await #expect { try await MigrationRehearsal.run(setting, in: folder) } throws: { ($0 as? CatalogueError)?.isNewer == true }
            let missing = make == .sqlite ? setting + "-x" : try make.setting(in: folder)
            await #expect(throws: CatalogueError.self) { try await MigrationRehearsal.run(missing, in: folder) }
        }
    }

    @Test("The names of PostgreSQL's tables follow from the migrations") func tables() async throws {
        guard Make.available.contains(.postgres) else { return }
        let folder = FileManager.default.temporaryDirectory
        let setting = try Make.postgres.setting(in: folder)
        try await Catalogue(setting).close()
        let store = PostgresStore(setting: setting, connections: 1)
        let found = try await store.read { try $0.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").map { $0.text(0) } }
        try await store.close()
        let expected = try Migrations.tables(after: Migrations.durable(.postgres).steps)
        #expect(Set(found) == Set(expected + ["migration"]))
        #expect(expected.count == Set(expected).count)
    }
}
