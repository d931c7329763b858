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
    /// Seconds for which an answer is waited for.
    private let patience: Double
    /// The same for the transaction at hand.
    private var limit: Double
    private var handle: OpaquePointer?
    /// Names of prepared statements by their text.
    private var prepared: [String: String] = [:]
    /// More are not kept: the server holds memory for each.
    private static let mostPrepared = 256

    /// Seconds for which a server that ought to be there is waited for.
    private static let greeting = 5.0

    /// - Parameter patience: seconds after which a statement is ended, and a server that doesn't answer is left.
    init(setting: String, patience: Double) {
        self.setting = setting
        self.patience = patience
        limit = patience
    }

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
        limit = min(patience, Self.greeting)
        try connect()
        do { try run(begin) } catch {
            // It broke while nobody used it, as when the server was started anew; nothing has happened yet.
            guard PQstatus(handle) != CONNECTION_OK else { throw error }
            try connect()
            try run(begin)
        }
        limit = patience
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
        handle = Self.open(setting)
        guard let handle, PQstatus(handle) == CONNECTION_OK else {
            let cause = handle.map { String(cString: PQerrorMessage($0)) } ?? "no memory"
            throw CatalogueError.unreachable(cause.split(separator: "\n").joined(separator: " "))
        }
        // What is left behind by a client that is gone ends too; it is to end before the client leaves.
        try run("SET client_min_messages = warning; SET statement_timeout = \(Int(max(1, patience * 1000)))")
    }

    /// With bounds that the setting may name otherwise: a server that is gone is not waited for.
    private static func open(_ setting: String) -> OpaquePointer? {
        let words = [
            // Seconds for each address, until a server that was found is left alone; milliseconds until one that takes nothing is.
            ("connect_timeout", String(Int(greeting))), ("tcp_user_timeout", "10000"), ("keepalives_idle", "30"), ("dbname", setting),
        ]
        let names: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.0) } + [nil]
        let values: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        return PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    }

    func liftTimeLimit() throws {
        try run("SET LOCAL statement_timeout = 0")
        limit = .infinity
    }

    private func run(_ text: String) throws {
        let result = try answer(to: PQsendQuery(handle, text))
        defer { PQclear(result) }
        try check(result)
    }

    /// The last answer to what was sent, or the first that is an error.
    /// - Parameter sent: what libpq says of the sending.
    private func answer(to sent: Int32) throws -> OpaquePointer? {
        var last: OpaquePointer?
        let started = DispatchTime.now()
        while sent == 1 {
            while PQisBusy(handle) == 1 {
                // A little more than the server has, which says so.
                let left = limit + 1 - Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9
                var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                let found = left > 0 ? poll(&socket, 1, Int32(min(left * 1000, 60_000).rounded(.up))) : 0
                if found < 0, errno == EINTR { continue }
                if found == 0, left > 60 { continue }
                guard found > 0 else {
                    PQclear(last)
                    // Whatever it says later is no answer to anything.
                    PQfinish(handle)
                    handle = nil
                    throw CatalogueError.unreachable("it gave no answer for \(Int(limit.rounded(.up))) s")
                }
                if PQconsumeInput(handle) != 1 { break }
            }
            guard let next = PQgetResult(handle) else { break }
            if let last, PQresultStatus(last) == PGRES_FATAL_ERROR {
                PQclear(next)
            } else {
                PQclear(last)
                last = next
            }
        }
        return last
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
        let result = try answer(to: PQsendQueryPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0))
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
        let result = try answer(to: PQsendPrepare(handle, name, text, Int32(count), nil))
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
