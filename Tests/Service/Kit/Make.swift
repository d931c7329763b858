// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The databases that all of the contract must hold for.
public enum Make: String, CaseIterable, Sendable, CustomStringConvertible {
    case sqlite, postgres

    /// Both. Where PostgreSQL is not installed its tests fail and say so, unless they are left out on purpose.
    public static let available: [Make] = {
        guard ProcessInfo.processInfo.environment["WINDOWBOX_SQLITE_ONLY"] != nil else { return allCases }
        FileHandle.standardError.write(Data("LEFT OUT: the tests on PostgreSQL (WINDOWBOX_SQLITE_ONLY).\n".utf8))
        return [.sqlite]
    }()

    /// What the test that asks is run on.
    @TaskLocal public static var current = Make.sqlite

    public var description: String { rawValue }

    /// A setting for a database that is empty.
    /// - Parameter folder: where an SQLite file may lie.
    public func setting(in folder: URL) throws -> String {
        switch self {
        case .sqlite: folder.appending(path: "catalogue.sqlite").path
        case .postgres: try PostgresServer.shared.get().makeDatabase()
        }
    }
}
