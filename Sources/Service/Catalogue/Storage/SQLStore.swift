// SPDX-License-Identifier: Apache-2.0

/// An SQLite or PostgreSQL database.
protocol SQLStore: Sendable {
    var dialect: SQLDialect { get }
    /// Reads from a consistent snapshot.
    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result
    /// Writes atomically; durable when it returns, unless the store says otherwise.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result
    /// Whether damage was found.
    var isDamaged: Bool { get }
    func noteDamage()
    /// Removes overwritten data from auxiliary files, if there are any.
    func clearLog() async throws
    /// Closes all connections once their work is done.
    func close() async throws
}

extension SQLStore {
    var isDamaged: Bool { false }
    func noteDamage() {}
    func clearLog() async throws {}
}

/// A connection, to be used only by the thread that gets it.
protocol SQLConnection {
    var dialect: SQLDialect { get }
    func rows(_ statement: SQL) throws -> [SQLRow]
    /// - Returns: the number of changed rows.
    @discardableResult func execute(_ statement: SQL) throws -> Int
    /// Removes the time limit for the rest of this transaction.
    func liftTimeLimit() throws
}

extension SQLConnection {
    func liftTimeLimit() throws {}
}
