// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores the events of live streams, so that all processes send the same ones, and clients that reconnect get those they missed.
public protocol LiveRepository: Sendable {
    /// Changes a stream in a transaction. Changes of one stream are serialised across all processes.
    func perform<Result: Sendable>(
        on stream: String, at now: Date, _ step: @escaping @Sendable (LiveTransaction) throws -> Result
    ) async throws -> Result
    /// The entries after a sequence number, in order.
    func log(of stream: String, after seq: Int64, limit: Int) async throws -> [LiveLogEntry]
    /// The state for a new viewer: the latest entry of each key, and a number of recent chat messages.
    func summary(of stream: String, messages: Int) async throws -> [LiveLogEntry]
    /// The last sequence numbers of streams with entries.
    func lastNumbers(of streams: [String]) async throws -> [String: Int64]
    /// Likes and viewers by stream; streams without data are missing.
    func counts(of streams: [String], at now: Date) async throws -> [String: LiveCounts]
    /// Registers guests as viewers until a time.
    func watch(_ stream: String, guests: [String], until: Date) async throws
    func leave(_ stream: String, guest: String) async throws
    /// Deletes viewers whose time ended before a date.
    func forgetViewers(before date: Date) async throws -> Int
    /// The timers that are due.
    func due(at now: Date) async throws -> [LiveTimer]
    /// The streams and videos of some channels that have interactions.
    func interactionParents(channels: [String]) async throws -> [String]
    /// Deletes everything that belongs to a deleted stream.
    func forget(_ stream: String) async throws
}

public struct LiveCounts: Hashable, Sendable {
    public var viewers = 0
    public var likes = 0

    public init(viewers: Int = 0, likes: Int = 0) {
        self.viewers = viewers
        self.likes = likes
    }
}

/// An entry in a stream's log.
public struct LiveLogEntry: Hashable, Sendable {
    public var message: SocketMessage
    /// A later entry with the same key replaces this one.
    public var key: String?
    /// The only recipient; nil for everybody.
    public var guestID: String?
}

/// A scheduled action of a stream.
public struct LiveTimer: Hashable, Sendable {
    public enum Kind: String, Sendable { case start, remind }
    public var stream: String
    public var kind: Kind

    public init(stream: String, kind: Kind) {
        self.stream = stream
        self.kind = kind
    }
}

struct SQLLive: LiveRepository {
    let store: any SQLStore
    let sessions: any SQLStore
    let changes: ChangeCount

    func perform<Result: Sendable>(
        on stream: String, at now: Date, _ step: @escaping @Sendable (LiveTransaction) throws -> Result
    ) async throws -> Result {
        let (result, isMedia) = try await store.write { connection in
            let live = try LiveTransaction(connection: connection, stream: stream, now: now)
            return (try step(live), live.hasChangedMedia)
        }
        if isMedia { changes.increase() }
        return result
    }

    func log(of stream: String, after seq: Int64, limit: Int) async throws -> [LiveLogEntry] {
        try await store.read { try Self.entries("stream = \(stream) AND seq > \(seq) ORDER BY seq LIMIT \(limit)", $0) }
    }

    func summary(of stream: String, messages: Int) async throws -> [LiveLogEntry] {
        try await store.read { connection in
            let chat = try Self.entries("stream = \(stream) AND is_chat = 1 ORDER BY seq DESC LIMIT \(messages)", connection)
            let rest = try Self.entries("stream = \(stream) AND is_chat = 0 ORDER BY seq DESC LIMIT 1000", connection)
            return (chat + rest).sorted { $0.message.seq < $1.message.seq }
        }
    }

    private static func entries(_ condition: SQL, _ connection: any SQLConnection) throws -> [LiveLogEntry] {
        try connection.rows("SELECT seq, type, at, data, name, guest FROM live_log WHERE \(condition)").compactMap { row in
            // Unreadable entries are skipped as if they had been deleted.
            guard let data = try? ContractJSON.decode(JSONValue.self, from: row.text(3)) else { return nil }
            let message = SocketMessage(
                seq: row.integer(0), type: SocketMessageType(rawValue: row.text(1)), at: Timestamp.date(row.integer(2)), data: data)
            return LiveLogEntry(message: message, key: row.optionalText(4), guestID: row.optionalText(5))
        }
    }

    func lastNumbers(of streams: [String]) async throws -> [String: Int64] {
        guard !streams.isEmpty else { return [:] }
        return try await store.read { connection in
            let rows = try connection.rows("SELECT stream, last FROM live_state WHERE stream IN \(SQL.list(streams.map(SQLValue.text)))")
            return Dictionary(rows.map { ($0.text(0), $0.integer(1)) }) { first, _ in first }
        }
    }

    func counts(of streams: [String], at now: Date) async throws -> [String: LiveCounts] {
        guard !streams.isEmpty else { return [:] }
        let among = SQL.list(streams.map(SQLValue.text))
        var counts: [String: LiveCounts] = [:]
        let likes = try await store.read { try $0.rows("SELECT stream, likes FROM live_state WHERE stream IN \(among)") }
        for row in likes { counts[row.text(0), default: LiveCounts()].likes = Int(row.integer(1)) }
        let time = Timestamp.milliseconds(now)
        let viewers = try await sessions.read {
            try $0.rows("SELECT stream, COUNT(*) FROM live_viewer WHERE stream IN \(among) AND until > \(time) GROUP BY stream")
        }
        for row in viewers { counts[row.text(0), default: LiveCounts()].viewers = Int(row.integer(1)) }
        return counts
    }

    func watch(_ stream: String, guests: [String], until: Date) async throws {
        let time = Timestamp.milliseconds(until)
        // In a fixed order, so that concurrent writers can't deadlock.
        let ordered = guests.sorted()
        for start in stride(from: 0, to: ordered.count, by: 100) {
            let rows = ordered[start..<min(start + 100, ordered.count)].map { "(\(stream), \($0), \(time))" as SQL }
            _ = try await sessions.write { connection in
                try connection.execute(
                    """
                    INSERT INTO live_viewer (stream, guest, until) VALUES \(SQL.joined(rows, by: ", "))
                    ON CONFLICT (stream, guest) DO UPDATE SET until = excluded.until
                    """)
            }
        }
    }

    func leave(_ stream: String, guest: String) async throws {
        _ = try await sessions.write { try $0.execute("DELETE FROM live_viewer WHERE stream = \(stream) AND guest = \(guest)") }
    }

    func forgetViewers(before date: Date) async throws -> Int {
        try await sessions.write { try $0.execute("DELETE FROM live_viewer WHERE until < \(Timestamp.milliseconds(date))") }
    }

    func due(at now: Date) async throws -> [LiveTimer] {
        try await store.read { connection in
            try connection.rows("SELECT stream, kind FROM live_timer WHERE due <= \(Timestamp.milliseconds(now)) ORDER BY due LIMIT 100")
                .compactMap { row in LiveTimer.Kind(rawValue: row.text(1)).map { LiveTimer(stream: row.text(0), kind: $0) } }
        }
    }

    func interactionParents(channels: [String]) async throws -> [String] {
        try await store.read { connection in
            let among = SQL.list(channels.map(SQLValue.text))
            return try connection.rows(
                """
                SELECT DISTINCT i.parent FROM resource i JOIN resource p ON p.id = i.parent
                WHERE i.kind = \(Interaction.kind) AND p.kind IN (\(LiveStream.kind), \(Video.kind)) AND p.parent IN \(among)
                """
            ).map { $0.text(0) }
        }
    }

    func forget(_ stream: String) async throws {
        _ = try await sessions.write { try $0.execute("DELETE FROM live_viewer WHERE stream = \(stream)") }
        try await store.write { connection in
            try connection.execute("DELETE FROM live_log WHERE stream = \(stream)")
            try connection.execute("DELETE FROM live_name WHERE stream = \(stream)")
            try connection.execute("DELETE FROM live_timer WHERE stream = \(stream)")
            try connection.execute("DELETE FROM live_state WHERE stream = \(stream)")
            try connection.execute(
                """
                DELETE FROM resource WHERE kind IN (\(GuestRecords.entry), \(GuestRecords.person), \(WinnerDrawRecord.kind))
                AND parent IN (SELECT id FROM resource WHERE kind = \(Interaction.kind) AND parent = \(stream))
                """)
            let kinds = SQL.list(([Interaction.kind, WinnerDrawRecord.kind] + GuestRecords.kinds).map(SQLValue.text))
            try connection.execute("DELETE FROM resource WHERE parent = \(stream) AND kind IN \(kinds)")
        }
    }
}
