// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The databases for which all tests of the contract run.
public enum Make: String, CaseIterable, Sendable, CustomStringConvertible {
    case sqlite, postgres

    /// Both. If PostgreSQL is not installed, its tests fail and say so, unless they are skipped on purpose.
    public static let available: [Make] = {
        guard ProcessInfo.processInfo.environment["WINDOWBOX_SQLITE_ONLY"] != nil else { return allCases }
        FileHandle.standardError.write(Data("LEFT OUT: the tests on PostgreSQL (WINDOWBOX_SQLITE_ONLY).\n".utf8))
        return [.sqlite]
    }()

    /// The database of the current test.
    @TaskLocal public static var current = Make.sqlite

    public var description: String { rawValue }

    /// The setting for an empty database.
    /// - Parameter folder: The folder for an SQLite file.
    public func setting(in folder: URL) throws -> String {
        switch self {
        case .sqlite: folder.appending(path: "catalogue.sqlite").path
        case .postgres: try PostgresServer.shared.get().makeDatabase()
        }
    }
}
