// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// The outbox of ad beacons: each beacon is recorded once, by whichever process is first, and belongs to the process that holds its lease.
///
/// A beacon is marked before it is sent. If the process ends just then, it is unknown whether the beacon arrived, and it is not sent again.
public protocol AdBeaconRepository: Sendable {
    /// - Returns: those that had not been recorded before; they belong to the owner now.
    func record(_ beacons: [StoredBeacon], for owner: String, until lease: Date, at now: Date) async throws -> [StoredBeacon]
    /// Marks beacons that are about to be sent.
    func begin(_ beacons: [StoredBeacon]) async throws
    /// Marks beacons that were not accepted; their owner sends them again.
    func wait(_ beacons: [StoredBeacon]) async throws
    /// Marks beacons that arrived or were given up.
    func finish(_ beacons: [StoredBeacon]) async throws
    /// Extends the leases of the owner's beacons.
    func renew(_ owner: String, until lease: Date) async throws
    /// Takes over beacons of processes that have ended.
    func adopt(for owner: String, until lease: Date, limit: Int, at now: Date) async throws -> [StoredBeacon]
}

public struct StoredBeacon: Hashable, Sendable {
    public var session: String
    public var id: String
    public var document: String

    public init(session: String, id: String, document: String) {
        self.session = session
        self.id = id
        self.document = document
    }
}

struct SQLAdBeacons: AdBeaconRepository {
    let store: any SQLStore

    private enum State {
        static let waiting = 0
        static let underWay = 1
        static let over = 2
    }

    func record(_ beacons: [StoredBeacon], for owner: String, until lease: Date, at now: Date) async throws -> [StoredBeacon] {
        let (lease, now) = (Timestamp.milliseconds(lease), Timestamp.milliseconds(now))
        return try await store.write { connection in
            try beacons.filter { beacon in
                try connection.execute(
                    """
                    INSERT INTO ad_beacon (session, id, document, state, owner, lease, recorded)
                    VALUES (\(beacon.session), \(beacon.id), \(beacon.document), \(State.waiting), \(owner), \(lease), \(now))
                    ON CONFLICT (session, id) DO NOTHING
                    """) == 1
            }
        }
    }

    func begin(_ beacons: [StoredBeacon]) async throws { try await set(beacons, State.underWay) }
    func wait(_ beacons: [StoredBeacon]) async throws { try await set(beacons, State.waiting) }
    func finish(_ beacons: [StoredBeacon]) async throws { try await set(beacons, State.over) }

    private func set(_ beacons: [StoredBeacon], _ state: Int) async throws {
        try await store.write { connection in
            for beacon in beacons {
                try connection.execute("UPDATE ad_beacon SET state = \(state) WHERE session = \(beacon.session) AND id = \(beacon.id)")
            }
        }
    }

    func renew(_ owner: String, until lease: Date) async throws {
        let lease = Timestamp.milliseconds(lease)
        _ = try await store.write {
            try $0.execute("UPDATE ad_beacon SET lease = \(lease) WHERE state = \(State.waiting) AND owner = \(owner)")
        }
    }

    func adopt(for owner: String, until lease: Date, limit: Int, at now: Date) async throws -> [StoredBeacon] {
        let (lease, now) = (Timestamp.milliseconds(lease), Timestamp.milliseconds(now))
        return try await store.write { connection in
            let lock: SQL = connection.dialect == .postgres ? "FOR UPDATE SKIP LOCKED" : ""
            let rows = try connection.rows(
                """
                SELECT session, id, document FROM ad_beacon WHERE state = \(State.waiting) AND lease < \(now)
                ORDER BY recorded LIMIT \(limit) \(lock)
                """)
            let beacons = rows.map { StoredBeacon(session: $0.text(0), id: $0.text(1), document: $0.text(2)) }
            for beacon in beacons {
                try connection.execute(
                    "UPDATE ad_beacon SET owner = \(owner), lease = \(lease) WHERE session = \(beacon.session) AND id = \(beacon.id)")
            }
            return beacons
        }
    }
}
