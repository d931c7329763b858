// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A PostgreSQL server, by a few connections that take turns.
final class PostgresStore: SQLStore {
    let dialect = SQLDialect.postgres
    private let isDurable: Bool
    private let pool: PostgresPool

    /// - Parameters:
    ///   - setting: as libpq takes it: `postgresql://…` or `host=… dbname=…`.
    ///   - connections: how many there are at most; they are opened when they are needed.
    init(setting: String, connections: Int = 8) {
        isDurable = true
        pool = PostgresPool(setting: setting, count: connections)
    }

    private init(pool: PostgresPool) {
        isDurable = false
        self.pool = pool
    }

    /// The same for what may be lost when the server's machine fails, and is written faster.
    var relaxed: PostgresStore { PostgresStore(pool: pool) }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        try await pool.with { try await $0.perform(begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body) }
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        let begin = isDurable ? "BEGIN" : "BEGIN; SET LOCAL synchronous_commit = off"
        return try await pool.with { try await $0.perform(begin: begin, body) }
    }

    func close() async throws { await pool.close() }
}

/// Connections, the one that was used last first; who finds none waits in a row.
private final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection]
        var waiting: [CheckedContinuation<PostgresConnection?, Never>] = []
        var isClosed = false
    }
    private let state: Mutex<State>

    init(setting: String, count: Int) {
        state = Mutex(State(idle: (0..<max(1, count)).map { _ in PostgresConnection(setting: setting) }))
    }

    func with<Result>(_ body: (PostgresConnection) async throws -> Result) async throws -> Result {
        guard let connection = await take() else { throw CatalogueError.closed }
        do {
            let result = try await body(connection)
            await giveBack(connection)
            return result
        } catch {
            await giveBack(connection)
            throw error
        }
    }

    private func take() async -> PostgresConnection? {
        await withCheckedContinuation { continuation in
            let (isReady, connection) = state.withLock { state -> (Bool, PostgresConnection?) in
                if state.isClosed { return (true, nil) }
                if let connection = state.idle.popLast() { return (true, connection) }
                state.waiting.append(continuation)
                return (false, nil)
            }
            if isReady { continuation.resume(returning: connection) }
        }
    }

    private func giveBack(_ connection: PostgresConnection) async {
        let (next, isClosed) = state.withLock { state -> (CheckedContinuation<PostgresConnection?, Never>?, Bool) in
            if state.isClosed { return (nil, true) }
            guard !state.waiting.isEmpty else {
                state.idle.append(connection)
                return (nil, false)
            }
            return (state.waiting.removeFirst(), false)
        }
        next?.resume(returning: connection)
        if isClosed { await connection.close() }
    }

    func close() async {
        let (idle, waiting) = state.withLock { state in
            defer { (state.idle, state.waiting, state.isClosed) = ([], [], true) }
            return (state.idle, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: nil) }
        for connection in idle { await connection.close() }
    }
}
