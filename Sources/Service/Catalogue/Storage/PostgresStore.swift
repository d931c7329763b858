// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A PostgreSQL server with a small connection pool.
final class PostgresStore: SQLStore {
    let dialect = SQLDialect.postgres
    private let isDurable: Bool
    private let pool: PostgresPool

    /// - Parameters:
    ///   - setting: in libpq's format: `postgresql://…` or `host=… dbname=…`.
    ///   - connections: the limit of connections, which are opened on demand.
    ///   - timeout: seconds after which a statement is cancelled, and a server that doesn't respond is disconnected; the wait for a free
    ///     connection is limited to a third of that.
    init(setting: String, connections: Int = 8, timeout: Double = 30) {
        isDurable = true
        pool = PostgresPool(setting: setting, count: connections, timeout: timeout)
    }

    private init(pool: PostgresPool) {
        isDurable = false
        self.pool = pool
    }

    /// A store in the same database for data that may be lost if the server's machine fails; writes are faster.
    var relaxed: PostgresStore { PostgresStore(pool: pool) }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        try await pool.with { try await $0.perform(begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body) }
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result {
        let begin = isDurable ? "BEGIN" : "BEGIN; SET LOCAL synchronous_commit = off"
        return try await pool.with { try await $0.perform(begin: begin, body) }
    }

    /// Runs a transaction that needs what only PostgreSQL has.
    /// - Parameter begin: the commands that begin it.
    func transaction<Result: Sendable>(
        begin: String, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await pool.with { try await $0.perform(begin: begin, body) }
    }

    func close() async throws { await pool.close() }
}

/// A pool of connections, most recently used first, with a queue of waiters.
private final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection]
        var waiting: [Waiter] = []
        var lastWaiter = 0
        var isClosed = false
    }
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<PostgresConnection, any Error>
    }
    private let state: Mutex<State>
    /// In seconds.
    private let timeout: Double

    init(setting: String, count: Int, timeout: Double) {
        self.timeout = timeout / 3
        state = Mutex(State(idle: (0..<max(1, count)).map { _ in PostgresConnection(setting: setting, timeout: timeout) }))
    }

    func with<Result>(_ body: (PostgresConnection) async throws -> Result) async throws -> Result {
        let connection = try await take()
        do {
            let result = try await body(connection)
            await release(connection)
            return result
        } catch {
            await release(connection)
            throw error
        }
    }

    private func take() async throws -> PostgresConnection {
        let (connection, number) = try state.withLock { state in
            if state.isClosed { throw CatalogueError.closed }
            state.lastWaiter += 1
            return (state.idle.popLast(), state.lastWaiter)
        }
        if let connection { return connection }
        let timer = Task { [timeout] in
            try await Task.sleep(for: .seconds(timeout))
            leave(number, CatalogueError.slow("all connections are in use"))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: Result<PostgresConnection, any Error>? = state.withLock { state in
                    if state.isClosed { return .failure(CatalogueError.closed) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let connection = state.idle.popLast() { return .success(connection) }
                    state.waiting.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            leave(number, CancellationError())
        }
    }

    /// Removes a waiter whose time is over.
    private func leave(_ number: Int, _ error: any Error) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(throwing: error)
    }

    private func release(_ connection: PostgresConnection) async {
        let (next, isClosed) = state.withLock { state -> (Waiter?, Bool) in
            if state.isClosed { return (nil, true) }
            guard !state.waiting.isEmpty else {
                state.idle.append(connection)
                return (nil, false)
            }
            return (state.waiting.removeFirst(), false)
        }
        next?.continuation.resume(returning: connection)
        if isClosed { await connection.close() }
    }

    func close() async {
        let (idle, waiting) = state.withLock { state in
            defer { (state.idle, state.waiting, state.isClosed) = ([], [], true) }
            return (state.idle, state.waiting)
        }
        for waiter in waiting { waiter.continuation.resume(throwing: CatalogueError.closed) }
        for connection in idle { await connection.close() }
    }
}
