// SPDX-License-Identifier: Apache-2.0

/// A database, of whichever make.
protocol SQLStore: Sendable {
    var dialect: SQLDialect { get }
    /// Sees one state of the database from beginning to end.
    func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result
    /// All of it or nothing; on disk when it comes back, unless the store says otherwise.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Result) async throws -> Result
    /// Whether a part of it was found that can't be read.
    var isDamaged: Bool { get }
    func noteDamage()
    /// Takes what was overwritten out of the files beside the database, where it has such.
    func clearLog() async throws
    /// Ends all connections once their work is done.
    func close() async throws
}

extension SQLStore {
    var isDamaged: Bool { false }
    func noteDamage() {}
    func clearLog() async throws {}
}

/// Used by the thread that it was given to, and only there.
protocol SQLConnection {
    var dialect: SQLDialect { get }
    func rows(_ statement: SQL) throws -> [SQLRow]
    /// - Returns: how many rows changed.
    @discardableResult func execute(_ statement: SQL) throws -> Int
    /// What follows in this transaction may take as long as it takes.
    func liftTimeLimit() throws
}

extension SQLConnection {
    func liftTimeLimit() throws {}
}
