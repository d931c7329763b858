// SPDX-License-Identifier: Apache-2.0

/// An error of the database.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Code: Hashable, Sendable {
        case unreachable, slow, failed, conflict, full, newer, malformed, invalidText, closed, occupied
    }
    private let code: Code
    /// Cause, location and remedy.
    public let description: String

    /// Retrying may succeed: no connection, timeout, no space, or a conflict with other writers.
    public var canRetry: Bool { code == .unreachable || code == .slow || code == .conflict || code == .full }
    /// There is no free space. Existing data can still be read.
    public var isFull: Bool { code == .full }
    /// The name exists already.
    public var isConflict: Bool { code == .conflict }
    /// One record can't be read; all others can.
    public var isMalformed: Bool { code == .malformed }
    /// A later version of this program created the database.
    public var isNewer: Bool { code == .newer }

    static func unreachable(_ cause: String) -> Self {
        Self(
            code: .unreachable,
            description: "The database can't be reached: \(cause). Check that it runs and that the setting \"database\" is right.")
    }
    static func slow(_ cause: String) -> Self {
        Self(code: .slow, description: "The database takes too long: \(cause). Check its load and its locks.")
    }
    static func failed(_ cause: String, state: String) -> Self {
        let isConflict = ["23505", "40001", "40P01", "SQLITE_BUSY", "SQLITE_CONSTRAINT"].contains(state)
        // PostgreSQL's class 53: no disk space, memory or connections.
        if state == "SQLITE_FULL" || (state.count == 5 && state.hasPrefix("53")) {
            return Self(code: .full, description: "The database has no space left: \(cause) (\(state)). Free some on its disk.")
        }
        // A statement or a wait for a lock exceeded a time limit.
        if state == "57014" || state == "55P03" { return slow(cause) }
        return Self(code: isConflict ? .conflict : .failed, description: "The database refused the request: \(cause) (\(state)).")
    }
    static func newer(_ step: String) -> Self {
        Self(code: .newer, description: "A later version made this database (it has \"\(step)\"). Run that version, or restore a backup.")
    }
    static func malformed(_ location: String, id: String? = nil) -> Self {
        let name = id.map { "\(location) \($0)" } ?? location
        return Self(
            code: .malformed,
            description: "The record of \(name) in the database can't be read. Repair or delete it, or restore it from a backup.")
    }
    static let invalidText = Self(code: .invalidText, description: "A text contains a null character, which can't be stored. Remove it.")
    static let occupied = Self(
        code: .occupied,
        description: "The database already has tables of this service. Restore into an empty database, or drop these tables first.")
    static let closed = Self(code: .closed, description: "The catalogue was closed.")
}
