// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Interrupts a statement of SQLite that runs too long, as PostgreSQL does itself: until it ends, it occupies a connection, or blocks all
/// writes.
///
/// Only the thread of the connection uses it.
final class StatementTimer {
    /// In seconds.
    private var limit: Double
    private var end: ContinuousClock.Instant?
    /// Instructions of SQLite's virtual machine between checks of the clock, which take well below a millisecond.
    private static let steps: Int32 = 10_000

    private init(limit: Double) { self.limit = limit }

    /// Limits each statement for which the body calls ``begin()``.
    /// - Parameter limit: in seconds.
    static func limiting<Result>(
        _ database: Database, to limit: Double, _ body: (StatementTimer) throws -> Result
    ) rethrows -> Result {
        let timer = StatementTimer(limit: limit)
        let context = Unmanaged.passUnretained(timer).toOpaque()
        sqlite3_progress_handler(
            database.sqliteConnection, steps,
            { context in
                guard let context else { return 0 }
                return Unmanaged<StatementTimer>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            }, context)
        defer { sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(timer) { try body(timer) }
    }

    /// A statement begins.
    func begin() { end = limit.isFinite ? .now + .seconds(limit) : nil }

    /// Removes the limit of the statements that follow.
    func lift() { limit = .infinity }

    private var isOver: Bool { end.map { ContinuousClock.now >= $0 } ?? false }
}
