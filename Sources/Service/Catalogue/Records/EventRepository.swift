// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Keeps what viewers did.
public protocol EventRepository: Sendable {
    /// Keeps a batch; when this comes back, what it says is accepted is on disk.
    ///
    /// An event that came before counts once. Of viewers who allow only the essential, impressions, starts and completions are kept
    /// without saying whose; of those who allow nothing, nothing is.
    func record(_ events: [ViewerEvent], of viewer: Viewer, at now: Date) async throws -> EventReceipt
    /// The videos that a guest has seen, the newest first.
    func seen(by guestID: String, limit: Int) async throws -> [String]
    /// How often an event is there.
    func count(of name: EventName, video: String?, from: Date, to: Date) async throws -> Int
    /// Forgets what is older.
    /// - Returns: how many events.
    func forgetEvents(before date: Date, limit: Int) async throws -> Int
}

struct SQLEvents: EventRepository {
    private let store: any SQLStore
    private let writer: EventWriter

    /// - Parameter days: of businesses that name no time zone.
    init(store: any SQLStore, days: DayCalendar) {
        self.store = store
        writer = EventWriter(store: store, days: days)
    }

    func record(_ events: [ViewerEvent], of viewer: Viewer, at now: Date) async throws -> EventReceipt {
        guard events.count <= EventBatch.limit else {
            throw APIError(.invalidField, "At most \(EventBatch.limit) events are taken at once.", field: "events")
        }
        var receipt = EventReceipt(accepted: events.count)
        var kept: [KeptEvent] = []
        for event in events {
            do { try event.validate() } catch {
                receipt.accepted -= 1
                receipt.rejected.append(EventReceipt.Rejection(id: String(event.id.prefix(64)), code: error.code, field: error.error.field))
                continue
            }
            if let event = try KeptEvent(event, of: viewer, at: now) { kept.append(event) }
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

/// An event as the table has it.
struct KeptEvent: Sendable {
    var event: ViewerEvent
    /// Empty when it must not be said whose it is.
    var guest: String
    var app: String
    /// Milliseconds, when it came.
    var received: Int64
    /// Milliseconds, when it happened: never later than it came.
    var time: Int64
    var document: String

    /// Nil for what must not be kept.
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
