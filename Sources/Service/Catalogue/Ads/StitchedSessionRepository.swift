// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Stores the sessions of stitched streams, so that another process can continue them.
public protocol StitchedSessionRepository: Sendable {
    /// - Returns: nil if there is no session with this id.
    func find(_ id: String) async throws -> StoredStitchedSession?
    /// - Parameter version: the version that the document is based on; 0 for a new one.
    /// - Returns: false if another process has written a later version, which is kept.
    func save(_ document: String, of id: String, over version: Int, at now: Date) async throws -> Bool
    /// Marks a session as in use.
    func touch(_ id: String, at now: Date) async throws
    /// Stores the progress of ad delivery, which only one process writes at a time.
    func save(progress: String, of id: String) async throws
    /// Deletes sessions that have been unused since a time, with their beacons.
    /// - Returns: how many.
    func forget(before time: Date) async throws -> Int
}

public struct StoredStitchedSession: Hashable, Sendable {
    public var document: String
    public var progress: String?
    public var version: Int
}

struct SQLStitchedSessions: StitchedSessionRepository {
    let store: any SQLStore

    func find(_ id: String) async throws -> StoredStitchedSession? {
        try await store.read { connection in
            try connection.rows("SELECT document, progress, version FROM stitched_session WHERE id = \(id)").first.map { row in
                StoredStitchedSession(document: row.text(0), progress: row.optionalText(1), version: Int(row.integer(2)))
            }
        }
    }

    func save(_ document: String, of id: String, over version: Int, at now: Date) async throws -> Bool {
        let time = Timestamp.milliseconds(now)
        return try await store.write { connection in
            let changed =
                if version == 0 {
                    try connection.execute(
                        """
                        INSERT INTO stitched_session (id, version, document, touched) VALUES (\(id), 1, \(document), \(time))
                        ON CONFLICT (id) DO NOTHING
                        """)
                } else {
                    try connection.execute(
                        """
                        UPDATE stitched_session SET version = version + 1, document = \(document), touched = \(time)
                        WHERE id = \(id) AND version = \(version)
                        """)
                }
            return changed == 1
        }
    }

    func touch(_ id: String, at now: Date) async throws {
        let time = Timestamp.milliseconds(now)
        _ = try await store.write { try $0.execute("UPDATE stitched_session SET touched = \(time) WHERE id = \(id)") }
    }

    func save(progress: String, of id: String) async throws {
        _ = try await store.write { try $0.execute("UPDATE stitched_session SET progress = \(progress) WHERE id = \(id)") }
    }

    func forget(before time: Date) async throws -> Int {
        let limit = Timestamp.milliseconds(time)
        return try await store.write { connection in
            try connection.execute("DELETE FROM ad_beacon WHERE recorded < \(limit)")
            return try connection.execute("DELETE FROM stitched_session WHERE touched < \(limit)")
        }
    }
}
