// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import Synchronization

/// An SQLite file in WAL mode: many readers and one writer at a time.
struct SQLiteStore: SQLStore {
    private let pool: DatabasePool
    private let prepared = PreparedStatements()
    private let damage = DamageRecord()
    /// Seconds after which a statement is interrupted.
    private let timeout: Double
    var isDamaged: Bool { damage.isFound }
    func noteDamage() { damage.note() }
    var dialect: SQLDialect { .sqlite }

    /// - Parameters:
    ///   - isDurable: whether writes survive a power failure; otherwise only the end of the process.
    ///   - timeout: seconds after which a statement is interrupted.
    init(path: String, isDurable: Bool, timeout: Double = 30) throws {
        self.timeout = timeout
        var configuration = Configuration()
        configuration.label = "Windowbox catalogue"
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            try database.execute(sql: isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF")
            // Mapped pages need no copying; this is enough for a million videos.
            try database.execute(sql: "PRAGMA mmap_size = 4294967296")
            try database.execute(sql: "PRAGMA cache_size = -65536")
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        do {
            try PrivateFile.make(path)
            pool = try DatabasePool(path: path, configuration: configuration)
        } catch { throw CatalogueError.unreachable("\(path): \(error)") }
    }

    /// Opens a copy of a database for reading. Nothing else may use the copy.
    init(image path: String) throws {
        timeout = .infinity
        var configuration = Configuration()
        configuration.readonly = true
        configuration.maximumReaderCount = 1
        do { pool = try DatabasePool(path: path, configuration: configuration) } catch {
            throw CatalogueError.unreachable("\(path): \(error)")
        }
    }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        try await reportingFaults { try await pool.read { try limited($0, body) } }
    }

    // GRDB begins write transactions as IMMEDIATE: they wait for others at the start and never fail in the middle.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        try await reportingFaults { try await pool.write { try limited($0, body) } }
    }

    private func limited<Result>(_ database: Database, _ body: (any SQLConnection) throws -> Result) rethrows -> Result {
        try StatementTimer.limiting(database, to: timeout) { timer in
            try body(SQLiteConnection(database: database, prepared: prepared, timer: timer))
        }
    }

    func clearLog() async throws {
        try await reportingFaults { _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
    }

    /// Copies the whole file as it is at one moment, while others read and write it.
    /// - Parameter path: of an empty file, or of none.
    func copy(to path: String) async throws {
        try await reportingFaults {
            try PrivateFile.make(path)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            var configuration = Configuration()
                            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
                            let copy = try DatabaseQueue(path: path, configuration: configuration)
                            // In a single step, within one read transaction: otherwise, each write by others would restart it.
                            try pool.backup(to: copy)
                            // One file, without a write-ahead log that could be forgotten.
                            _ = try copy.inDatabase { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
                            try copy.close()
                        })
                }
            }
        }
    }

    func close() async throws { try pool.close() }

    private func reportingFaults<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as DatabaseError {
            if [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) { damage.note() }
            if error.resultCode == .SQLITE_INTERRUPT { throw CatalogueError.slow("a statement ran for more than \(timeout) s") }
            let state: String =
                switch error.resultCode {
                case .SQLITE_BUSY: "SQLITE_BUSY"
                case .SQLITE_FULL: "SQLITE_FULL"
                case .SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT"
                default: "SQLITE \(error.resultCode.rawValue)"
                }
            throw CatalogueError.failed(error.message ?? "no reason given", state: state)
        }
    }
}

/// Remembers that a part of the file was damaged, since other parts may be too.
private final class DamageRecord: Sendable {
    private let found = Mutex(false)
    var isFound: Bool { found.withLock { $0 } }
    func note() { found.withLock { $0 = true } }
}

private struct SQLiteConnection: SQLConnection {
    let database: Database
    let prepared: PreparedStatements
    let timer: StatementTimer
    var dialect: SQLDialect { .sqlite }

    func liftTimeLimit() throws { timer.lift() }

    func rows(_ statement: SQL) throws -> [SQLRow] {
        let prepared = try prepare(statement)
        var rows: [SQLRow] = []
        let cursor = try Row.fetchCursor(prepared)
        while let row = try cursor.next() { rows.append(SQLRow(values: row.databaseValues.map(SQLValue.init))) }
        return rows
    }

    func execute(_ statement: SQL) throws -> Int {
        try prepare(statement).execute()
        return database.changesCount
    }

    private func prepare(_ statement: SQL) throws -> Statement {
        let (text, values) = try statement.rendered(for: .sqlite)
        if prepared.exceedsLimit(with: text, on: ObjectIdentifier(database)) { database.clearSchemaCache() }
        let statement = try database.cachedStatement(sql: text)
        try statement.setArguments(StatementArguments(values.map(\.databaseValue)))
        timer.begin()
        return statement
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null, .blob: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let value): self = .text(value)
        }
    }
}
