// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WindowboxCatalogue

@Suite("Slow statements on SQLite", .timeLimit(.minutes(2))) struct SQLiteTimeLimitTests {
    private static func withStore(timeout: Double, _ body: (SQLiteStore) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-sqlite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore(path: folder.appending(path: "a.sqlite").path, isDurable: false, timeout: timeout)
        do { try await body(store) } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    private static func number(_ store: SQLiteStore, _ statement: SQL) async throws -> Int64? {
        try await store.read { try $0.rows(statement).first?.integer(0) }
    }

    /// Takes a few minutes.
    private static let endless: SQL =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) FROM n"

    private static func expectSlow(_ body: () async throws -> Void) async {
        await #expect {
            try await body()
        } throws: { error in
            (error as? CatalogueError)?.canRetry == true && "\(error)".contains("takes too long") && "\(error)".contains("0.2 s")
        }
    }

    @Test("A slow statement is interrupted, and the next one runs on the same connection") func read() async throws {
        try await Self.withStore(timeout: 0.2) { store in
            for _ in 0..<6 { await Self.expectSlow { _ = try await Self.number(store, Self.endless) } }
            let next = try await Self.number(store, "SELECT 7")
            #expect(next == 7)
        }
    }

    @Test("A slow write is interrupted and undone, and others then write") func write() async throws {
        try await Self.withStore(timeout: 0.2) { store in
            _ = try await store.write { try $0.execute("CREATE TABLE t (i INTEGER)") }
            await Self.expectSlow {
                _ = try await store.write { connection in
                    try connection.execute("INSERT INTO t VALUES (1)")
                    return try connection.execute(
                        """
                        INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
                        SELECT i FROM n WHERE i % 1000000 = 0
                        """)
                }
            }
            #expect(try await Self.number(store, "SELECT count(*) FROM t") == 0)
            let added = try await store.write { try $0.execute("INSERT INTO t VALUES (2)") }
            #expect(added == 1)
        }
    }

    @Test("Each statement has the whole time, and some have no limit") func unlimited() async throws {
        try await Self.withStore(timeout: 0.000_001) { store in
            let short: SQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT count(*) FROM n"
            await #expect(throws: CatalogueError.self) { _ = try await Self.number(store, short) }
            let count = try await store.read { connection in
                try connection.liftTimeLimit()
                return try connection.rows(short).first?.integer(0)
            }
            #expect(count == 100_000)
            // The next transaction has a limit again.
            await #expect(throws: CatalogueError.self) { _ = try await Self.number(store, short) }
        }
    }
}
