// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores viewers' events.
public protocol EventRepository: Sendable {
    /// Stores a batch. When this returns, accepted events are on disk.
    ///
    /// A repeated event counts once. For viewers who allow only essential tracking, impressions, starts and completions are stored
    /// anonymously; for those who allow none, nothing is stored.
    func record(_ events: [ViewerEvent], of viewer: Viewer, at now: Date) async throws -> EventReceipt
    /// The videos that a guest has seen, most recent first.
    func seen(by guestID: String, limit: Int) async throws -> [String]
    /// The number of stored events.
    func count(of name: EventName, video: String?, from: Date, to: Date) async throws -> Int
    /// Deletes older events.
    /// - Returns: how many.
    func forgetEvents(before date: Date, limit: Int) async throws -> Int
}

struct SQLEvents: EventRepository {
    private let store: any SQLStore
    private let writer: EventWriter

    /// - Parameter days: for businesses without a time zone.
    init(store: any SQLStore, days: DayCalendar) {
        self.store = store
        writer = EventWriter(store: store, days: days)
    }

    func record(_ events: [ViewerEvent], of viewer: Viewer, at now: Date) async throws -> EventReceipt {
        guard events.count <= EventBatch.limit else {
            throw APIError(.invalidField, "At most \(EventBatch.limit) events can be sent at once.", field: "events")
        }
        var receipt = EventReceipt(accepted: events.count)
        var kept: [StoredEvent] = []
        for event in events {
            do { try event.validate() } catch {
                receipt.accepted -= 1
                receipt.rejected.append(EventReceipt.Rejection(id: String(event.id.prefix(64)), code: error.code, field: error.error.field))
                continue
            }
            if let event = try StoredEvent(event, of: viewer, at: now) { kept.append(event) }
        }
        if !kept.isEmpty { try await writer.write(kept) }
        return receipt
    }

    func seen(by guestID: String, limit: Int) async throws -> [String] {
        try await store.read { connection in
            try connection.rows("SELECT video FROM seen WHERE guest = \(guestID) ORDER BY seen_at DESC, video LIMIT \(limit)").map {
                $0.text(0)
            }
        }
    }

    func count(of name: EventName, video: String?, from: Date, to: Date) async throws -> Int {
        try await store.read { connection in
            let only: SQL = video.map { "AND video = \($0)" } ?? ""
            let rows = try connection.rows(
                """
                SELECT COUNT(*) FROM event WHERE name = \(name.rawValue) AND ts >= \(Timestamp.milliseconds(from))
                AND ts < \(Timestamp.milliseconds(to)) \(only)
                """)
            return Int(rows.first?.integer(0) ?? 0)
        }
    }

    func forgetEvents(before date: Date, limit: Int) async throws -> Int {
        try await store.write { connection in
            try connection.execute(
                "DELETE FROM event WHERE n IN (SELECT n FROM event WHERE ts < \(Timestamp.milliseconds(date)) ORDER BY ts LIMIT \(limit))")
        }
    }
}

/// A stored event.
struct StoredEvent: Sendable {
    var event: ViewerEvent
    /// Empty if it must be anonymous.
    var guest: String
    var app: String
    /// When it arrived, in milliseconds.
    var received: Int64
    /// When it happened, in milliseconds; never later than it arrived.
    var time: Int64
    var document: String

    /// Nil if it must not be stored.
    init?(_ event: ViewerEvent, of viewer: Viewer, at now: Date) throws {
        let levels = [event.tracking, viewer.tracking]
        if levels.contains(.none) { return nil }
        let isEssentialOnly = levels.contains(.essentialOnly)
        if isEssentialOnly, !event.name.isEssential { return nil }
        self.event = event
        if isEssentialOnly { self.event.properties = nil }
        self.event.tracking = isEssentialOnly ? .essentialOnly : .all
        guest = isEssentialOnly ? "" : viewer.guestID
        app = viewer.appID
        received = Timestamp.milliseconds(now)
        time = min(Timestamp.milliseconds(event.ts), received)
        document = try ContractJSON.text(self.event)
    }
}
