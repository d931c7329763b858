// SPDX-License-Identifier: Apache-2.0

import CPostgres
import Dispatch
import Glibc

/// A connection to a PostgreSQL server. libpq blocks, so everything runs on a dispatch queue.
///
/// Unchecked because of the C handles, which are used only on ``queue``.
final class PostgresConnection: @unchecked Sendable, SQLConnection {
    let dialect = SQLDialect.postgres
    private let queue = DispatchQueue(label: "Windowbox PostgreSQL")
    private let setting: String
    /// The timeout for a result in seconds.
    private let timeout: Double
    /// The timeout for the current transaction.
    private var limit: Double
    private(set) var handle: OpaquePointer?
    /// Names of prepared statements by text.
    private var prepared: [String: String] = [:]
    /// The limit of prepared statements, each of which uses memory on the server.
    private static let maxPrepared = 256

    /// The connect timeout in seconds.
    private static let greeting = 5.0

    /// - Parameter timeout: seconds after which a statement is cancelled, and a server that doesn't respond is disconnected.
    init(setting: String, timeout: Double) {
        self.setting = setting
        self.timeout = timeout
        limit = timeout
    }

    deinit { PQfinish(handle) }

    /// Runs one transaction.
    func perform<Result: Sendable>(
        begin: String, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
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

    private func transaction<Result>(begin: String, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        limit = min(timeout, Self.greeting)
        try connect()
        do { try run(begin) } catch {
            // The idle connection broke, for example in a server restart; nothing has happened yet.
            guard PQstatus(handle) != CONNECTION_OK else { throw error }
            try connect()
            try run(begin)
        }
        limit = timeout
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
        // The server cancels a statement before the client gives up, even if the client has disconnected.
        try run("SET client_min_messages = warning; SET statement_timeout = \(Int(max(1, timeout * 1000)))")
    }

    /// With timeouts that the setting may override, for a server that doesn't respond.
    private static func open(_ setting: String) -> OpaquePointer? {
        let words = [
            // Seconds to connect to each address; milliseconds until unacknowledged data breaks the connection.
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

    /// Ends a connection that is in the middle of something.
    func disconnect() {
        PQfinish(handle)
        handle = nil
    }

    /// Runs a command without parameters. Its text must contain nothing from outside.
    func run(_ text: String) throws {
        let result = try result(of: PQsendQuery(handle, text))
        defer { PQclear(result) }
        try check(result)
    }

    /// The last result of what was sent, or the first error.
    /// - Parameter sent: libpq's result of sending.
    private func result(of sent: Int32) throws -> OpaquePointer? {
        var last: OpaquePointer?
        let started = DispatchTime.now()
        while sent == 1 {
            while PQisBusy(handle) == 1 {
                // Slightly longer than the server's own timeout, which gives a better error.
                let left = limit + 1 - Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 1e9
                var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                let found = left > 0 ? poll(&socket, 1, Int32(min(left * 1000, 60_000).rounded(.up))) : 0
                if found < 0, errno == EINTR { continue }
                if found == 0, left > 60 { continue }
                guard found > 0 else {
                    PQclear(last)
                    // A late result would be taken for that of the next statement.
                    PQfinish(handle)
                    handle = nil
                    throw CatalogueError.unreachable("it did not respond for \(Int(limit.rounded(.up))) s")
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

    @discardableResult func execute(_ statement: SQL) throws -> Int {
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
        let result = try result(of: PQsendQueryPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0))
        do { try check(result) } catch {
            PQclear(result)
            throw error
        }
        return result
    }

    private func prepare(_ text: String, count: Int) throws -> String {
        if let name = prepared[text] { return name }
        if prepared.count >= Self.maxPrepared {
            try run("DEALLOCATE ALL")
            prepared = [:]
        }
        let name = "s\(prepared.count)"
        let result = try result(of: PQsendPrepare(handle, name, text, Int32(count), nil))
        defer { PQclear(result) }
        try check(result)
        prepared[text] = name
        return name
    }

    func check(_ result: OpaquePointer?) throws {
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
