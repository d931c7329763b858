// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WindowboxContract

/// Creates guests, exports their data, and erases them.
public protocol GuestRepository: Sendable {
    /// The guest of a device in an app, created if necessary; without a device, always a new one.
    /// - Parameter secret: the secret returned when the guest was created; nil if the device doesn't have it.
    func access(app: String, device: String?, secret: String?, at now: Date) async throws -> GuestAccess
    func guest(id: String) async throws -> Guest?
    /// Lowering the level deletes what the guest has seen.
    func setTracking(_ level: TrackingLevel, of id: String) async throws -> Guest?
    /// All data of a guest as JSON; nil if there is no such guest.
    func export(_ id: String) async throws -> JSONValue?
    /// Deletes a guest and the guest's data. Orders are kept, as shops are obliged to, but no longer refer to the guest.
    /// - Returns: whether the guest existed.
    func erase(_ id: String) async throws -> Bool
    /// Erases guests who have been inactive since a time.
    /// - Returns: how many, up to the limit.
    func forgetGuests(before date: Date, limit: Int) async throws -> Int
}

extension GuestRepository {
    /// The guest of a device, created if necessary, without proof of identity.
    public func guest(app: String, device: String?, at now: Date) async throws -> Guest {
        try await access(app: app, device: device, secret: nil, at: now).guest
    }
}

/// The result of a guest's sign-in.
public struct GuestAccess: Hashable, Sendable {
    public var guest: Guest
    /// A new secret for the device, returned only once; nil if the device got one before.
    public var newSecret: String?
    /// Whether the device has proved that the guest is its own: the guest is new, or the secret matches.
    public var isProven: Bool
}

struct SQLGuests: GuestRepository {
    let store: any SQLStore
    let sessions: any SQLStore

    func access(app: String, device: String?, secret: String?, at now: Date) async throws -> GuestAccess {
        let made = Guest(id: OpaqueID.make(), appID: app, deviceID: device, createdAt: Timestamp.date(Timestamp.milliseconds(now)))
        let (newSecret, time) = (Self.makeSecret(), Timestamp.milliseconds(now))
        return try await store.write { connection in
            let isNew =
                try connection.execute(
                    """
                    INSERT INTO guest (id, app, device, tracking, created, proof, active)
                    VALUES (\(made.id), \(app), \(device), \(made.tracking.rawValue), \(time), \(Self.proof(newSecret)), \(time))
                    ON CONFLICT (app, device) DO NOTHING
                    """) == 1
            guard !isNew, let device, let guest = try Self.find("app = \(app) AND device = \(device)", connection) else {
                return GuestAccess(guest: made, newSecret: newSecret, isProven: true)
            }
            try connection.execute("UPDATE guest SET active = \(time) WHERE id = \(guest.id) AND active < \(time)")
            // For guests of an earlier version, the first device that asks is trusted.
            let isFirst =
                try connection.execute("UPDATE guest SET proof = \(Self.proof(newSecret)) WHERE id = \(guest.id) AND proof IS NULL") == 1
            if isFirst { return GuestAccess(guest: guest, newSecret: newSecret, isProven: true) }
            let kept = try connection.rows("SELECT proof FROM guest WHERE id = \(guest.id)").first?.optionalText(0)
            return GuestAccess(guest: guest, isProven: secret.map(Self.proof) == kept && kept != nil)
        }
    }

    private static func makeSecret() -> String {
        let text = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
        return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A hash of a secret. A fast hash is enough, because secrets are too long to be guessed.
    private static func proof(_ secret: String) -> String { Data(SHA256.hash(data: Data(secret.utf8))).base64EncodedString() }

    func forgetGuests(before date: Date, limit: Int) async throws -> Int {
        let ids = try await store.read { connection in
            try connection.rows("SELECT id FROM guest WHERE active < \(Timestamp.milliseconds(date)) ORDER BY active LIMIT \(limit)")
                .map { $0.text(0) }
        }
        for id in ids { _ = try await erase(id) }
        return ids.count
    }

    func guest(id: String) async throws -> Guest? { try await store.read { try Self.find("id = \(id)", $0) } }

    func setTracking(_ level: TrackingLevel, of id: String) async throws -> Guest? {
        try await store.write { connection in
            try connection.execute("UPDATE guest SET tracking = \(level.rawValue) WHERE id = \(id)")
            if level != .all {
                try connection.execute("DELETE FROM seen WHERE guest = \(id)")
                try ViewingWriter.forget(guest: id, connection)
            }
            return try Self.find("id = \(id)", connection)
        }
    }

    func export(_ id: String) async throws -> JSONValue? {
        let feeds = try await sessions.read { connection in
            try connection.rows("SELECT id, created, request FROM feed_session WHERE guest = \(id) ORDER BY created, id").map { row in
                [
                    "id": .string(row.text(0)), "created_at": .string(Timestamp.text(Timestamp.date(row.integer(1)))),
                    "request": Self.value(row.text(2)),
                ] as JSONValue
            }
        }
        return try await store.read { connection in
            guard let guest = try Self.find("id = \(id)", connection) else { return nil }
            let events = try connection.rows("SELECT document, watched_ratio FROM event WHERE guest = \(id) ORDER BY ts, n").map { row in
                var event = Self.value(row.text(0)).members ?? [:]
                if row.values[1] != .null { event["watched_ratio"] = .number(row.real(1)) }
                return JSONValue.object(event)
            }
            let orders = try connection.rows("SELECT document FROM purchase WHERE guest = \(id) ORDER BY made, id").map {
                Self.value($0.text(0))
            }
            let confirmed = try connection.rows("SELECT document FROM shop_order WHERE guest = \(id) ORDER BY made, id").map {
                Self.value($0.text(0))
            }
            let contacts = try connection.rows("SELECT purchase, document FROM order_contact WHERE guest = \(id) ORDER BY purchase").map {
                ["purchase_id": .string($0.text(0)), "contact": Self.value($0.text(1))] as JSONValue
            }
            let seen = try connection.rows("SELECT video, seen_at FROM seen WHERE guest = \(id) ORDER BY seen_at, video").map { row in
                ["video_id": .string(row.text(0)), "seen_at": .string(Timestamp.text(Timestamp.date(row.integer(1))))] as JSONValue
            }
            let viewings = try connection.rows(
                "SELECT video, engagement, watched_at FROM viewing WHERE guest = \(id) ORDER BY watched_at, video"
            ).map { row in
                [
                    "video_id": .string(row.text(0)), "engagement": .number(row.real(1)),
                    "watched_at": .string(Timestamp.text(Timestamp.date(row.integer(2)))),
                ] as JSONValue
            }
            let likes = try connection.rows("SELECT video, made FROM video_like WHERE guest = \(id) ORDER BY made, video").map { row in
                ["video_id": .string(row.text(0)), "liked_at": .string(Timestamp.text(Timestamp.date(row.integer(1))))] as JSONValue
            }
            let follows = try connection.rows(
                "SELECT channel, made FROM channel_follow WHERE guest = \(id) ORDER BY made, channel"
            ).map { row in
                ["channel_id": .string(row.text(0)), "followed_at": .string(Timestamp.text(Timestamp.date(row.integer(1))))] as JSONValue
            }
            let kinds = SQL.list(GuestRecords.kinds.map(SQLValue.text))
            let records = try connection.rows(
                "SELECT kind, document FROM resource WHERE link = \(id) AND kind IN \(kinds) ORDER BY created, id")
            return [
                "guest": Self.value(try ContractJSON.text(guest)), "events": .array(events), "purchases": .array(orders),
                "orders": .array(confirmed), "contacts": .array(contacts), "seen": .array(seen), "feeds": .array(feeds),
                "viewings": .array(viewings), "likes": .array(likes), "follows": .array(follows),
                "records": .array(records.map { ["kind": .string($0.text(0)), "record": Self.value($0.text(1))] }),
            ]
        }
    }

    func erase(_ id: String) async throws -> Bool {
        try await sessions.write { connection in
            try connection.execute("DELETE FROM feed_page WHERE feed IN (SELECT id FROM feed_session WHERE guest = \(id))")
            try connection.execute("DELETE FROM feed_session WHERE guest = \(id)")
            try connection.execute("DELETE FROM live_viewer WHERE guest = \(id)")
            try connection.execute("DELETE FROM house_ad_showing WHERE viewer = \(id)")
            // The host app may pass the guest's id to ad servers under any name.
            let mention: SQL = connection.dialect == .sqlite ? "instr(document, \(id)) > 0" : "strpos(document, \(id)) > 0"
            try connection.execute(
                "DELETE FROM ad_beacon WHERE \(mention) OR session IN (SELECT id FROM stitched_session WHERE \(mention))")
            try connection.execute("DELETE FROM stitched_session WHERE \(mention)")
        }
        let caller = IdempotencyKey.caller(guest: id)
        return try await store.write { connection in
            try connection.execute("DELETE FROM event WHERE guest = \(id)")
            try connection.execute("DELETE FROM seen WHERE guest = \(id)")
            try ViewingWriter.forget(guest: id, connection)
            let kinds = SQL.list(GuestRecords.kinds.map(SQLValue.text))
            try connection.execute("DELETE FROM resource WHERE link = \(id) AND kind IN \(kinds)")
            try connection.execute("DELETE FROM idempotency WHERE caller = \(caller)")
            try connection.execute("DELETE FROM live_log WHERE guest = \(id) OR author = \(id)")
            try connection.execute("DELETE FROM live_name WHERE guest = \(id)")
            try SQLModeration.forget(guest: id, connection)
            try SQLFollows.forget(guest: id, connection)
            let quotas = SQL.list(GuestRecords.quotas.map { .text(GuestRecords.quota($0, of: id)) })
            try connection.execute("DELETE FROM allowance WHERE name IN \(quotas)")
            // A message may name the guest as a winner; it is not sent any more.
            let mention: SQL = connection.dialect == .sqlite ? "instr(message, \(id)) > 0" : "strpos(message, \(id)) > 0"
            try connection.execute("DELETE FROM delivery WHERE \(mention)")
            for row in try connection.rows("SELECT id, document FROM purchase WHERE guest = \(id)") {
                let purchase = try Self.changed(Purchase.self, row.text(1)) { ($0.guestID, $0.order.extra) = (nil, nil) }
                try connection.execute(
                    """
                    UPDATE purchase SET guest = NULL, claimant = id, document = \(purchase)
                    WHERE id = \(row.text(0))
                    """)
            }
            for row in try connection.rows("SELECT id, document FROM shop_order WHERE guest = \(id)") {
                let order = try Self.changed(ShopOrder.self, row.text(1)) { ($0.guestID, $0.order.extra) = (nil, nil) }
                try connection.execute(
                    "UPDATE shop_order SET guest = NULL, document = \(order) WHERE id = \(row.text(0))")
            }
            let wasThere = try connection.execute("DELETE FROM guest WHERE id = \(id)") > 0
            // Last, because orders lock their guest while they add a contact.
            try connection.execute("DELETE FROM order_contact WHERE guest = \(id)")
            return wasThere
        }
    }

    /// A stored document for its subject; as text if it isn't JSON.
    private static func value(_ document: String) -> JSONValue {
        (try? ContractJSON.decode(JSONValue.self, from: document)) ?? .string(document)
    }

    /// A changed document. An unreadable one is emptied, because it may contain personal data.
    private static func changed<Value: Codable>(_: Value.Type, _ document: String, _ change: (inout Value) -> Void) throws -> String {
        guard var value = try? ContractJSON.decode(Value.self, from: document) else { return "{}" }
        change(&value)
        return try ContractJSON.text(value)
    }

    private static func find(_ condition: SQL, _ connection: any SQLConnection) throws -> Guest? {
        try connection.rows("SELECT id, app, device, tracking, created FROM guest WHERE \(condition)").first.map { row in
            var guest = Guest(
                id: row.text(0), appID: row.text(1), deviceID: row.optionalText(2), createdAt: Timestamp.date(row.integer(4)))
            guest.tracking = TrackingLevel(rawValue: row.text(3))
            return guest
        }
    }
}
