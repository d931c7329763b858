// SPDX-License-Identifier: Apache-2.0

import CPostgres
import Dispatch
import Glibc

/// One connection to a PostgreSQL server. libpq blocks, so all of it happens on a queue of its own.
///
/// Unchecked because of the C handles: they are touched on ``queue`` alone.
final class PostgresConnection: @unchecked Sendable, SQLConnection {
    let dialect = SQLDialect.postgres
    private let queue = DispatchQueue(label: "Windowbox PostgreSQL")
    private let setting: String
    private var handle: OpaquePointer?
    /// Names of prepared statements by their text.
    private var prepared: [String: String] = [:]
    /// More are not kept: the server holds memory for each.
    private static let mostPrepared = 256

    init(setting: String) { self.setting = setting }

    deinit { PQfinish(handle) }

    /// One transaction.
    func perform<Result: Sendable>(
        begin: String, _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Swift.Result { try self.transaction(begin: begin, body) })
            }
        }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            queue.async {
                PQfinish(self.handle)
                self.handle = nil
                continuation.resume()
            }
        }
    }

    private func transaction<Result>(begin: String, _ body: (any SQLConnection) throws -> Result) throws -> Result {
        try connect()
        do { try run(begin) } catch {
            // It broke while nobody used it, as when the server was started anew; nothing has happened yet.
            guard PQstatus(handle) != CONNECTION_OK else { throw error }
            try connect()
            try run(begin)
        }
        do {
            let result = try body(self)
            try run("COMMIT")
            return result
        } catch {
            if PQstatus(handle) == CONNECTION_OK { try? run("ROLLBACK") }
            throw error
        }
    }

    private func connect() throws {
        if let handle, PQstatus(handle) == CONNECTION_OK { return }
        PQfinish(handle)
        prepared = [:]
        handle = PQconnectdb(setting)
        guard let handle, PQstatus(handle) == CONNECTION_OK else {
            let cause = handle.map { String(cString: PQerrorMessage($0)) } ?? "no memory"
            throw CatalogueError.unreachable(cause.split(separator: "\n").joined(separator: " "))
        }
        try run("SET client_min_messages = warning")
    }

    private func run(_ text: String) throws {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        try check(result)
    }

    func rows(_ statement: SQL) throws -> [SQLRow] {
        let result = try result(of: statement)
        defer { PQclear(result) }
        let columns = PQnfields(result)
        let types = (0..<columns).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            SQLRow(values: (0..<columns).map { value(in: result, row, $0, type: types[Int($0)]) })
        }
    }

    func execute(_ statement: SQL) throws -> Int {
        let result = try result(of: statement)
        defer { PQclear(result) }
        return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    private func result(of statement: SQL) throws -> OpaquePointer? {
        let (text, values) = try statement.rendered(for: .postgres)
        let name = try prepare(text, count: values.count)
        let texts = values.map(Self.parameter)
        let pointers = texts.map { text -> UnsafePointer<CChar>? in text.flatMap { strdup($0) }.map { UnsafePointer($0) } }
        defer { for pointer in pointers { free(UnsafeMutableRawPointer(mutating: pointer)) } }
        let result = PQexecPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0)
        do { try check(result) } catch {
            PQclear(result)
            throw error
        }
        return result
    }

    private func prepare(_ text: String, count: Int) throws -> String {
        if let name = prepared[text] { return name }
        if prepared.count >= Self.mostPrepared {
            try run("DEALLOCATE ALL")
            prepared = [:]
        }
        let name = "s\(prepared.count)"
        let result = PQprepare(handle, name, text, Int32(count), nil)
        defer { PQclear(result) }
        try check(result)
        prepared[text] = name
        return name
    }

    private func check(_ result: OpaquePointer?) throws {
        let status = PQresultStatus(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
        guard let result, PQstatus(handle) == CONNECTION_OK else {
            throw CatalogueError.unreachable(String(cString: PQerrorMessage(handle)).split(separator: "\n").joined(separator: " "))
        }
        func field(_ code: Character) -> String {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        throw CatalogueError.failed(field("M"), state: field("C"))
    }

    private static func parameter(_ value: SQLValue) -> String? {
        switch value {
        case .null: return nil
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .text(let value): return value
        }
    }

    private func value(in result: OpaquePointer?, _ row: Int32, _ column: Int32, type: Oid) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let text = String(cString: PQgetvalue(result, row, column))
        return switch type {
        // int8, int2, int4
        case 20, 21, 23: Int64(text).map(SQLValue.integer) ?? .null
        // float4, float8, numeric
        case 700, 701, 1700: Int64(text).map(SQLValue.integer) ?? Double(text).map(SQLValue.real) ?? .null
        default: .text(text)
        }
    }
}
