// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// What is to be told of ads: each message is written down once, by whichever process is first, and belongs to the one that holds its
/// lease.
///
/// A message is marked before it is sent. Should the process end just then, nobody can know whether it arrived, and it is not sent a
/// second time.
public protocol AdBeaconRepository: Sendable {
    /// - Returns: those that nobody had written down before; they are the owner's now.
    func record(_ beacons: [StoredBeacon], for owner: String, until lease: Date, at now: Date) async throws -> [StoredBeacon]
    /// They are about to be sent.
    func begin(_ beacons: [StoredBeacon]) async throws
    /// They were not taken, and will be sent again by their owner.
    func wait(_ beacons: [StoredBeacon]) async throws
    /// They arrived, or were given up.
    func finish(_ beacons: [StoredBeacon]) async throws
    /// Holds what the owner has for longer.
    func renew(_ owner: String, until lease: Date) async throws
    /// Takes what belonged to processes that are gone.
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
