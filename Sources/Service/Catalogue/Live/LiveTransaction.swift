// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// The operations within a live-stream transaction.
public struct LiveTransaction {
    private let connection: any SQLConnection
    private let stream: String
    private let now: Date
    private let written = Written()

    private final class Written {
        var isMedia = false
    }

    /// The limit of chat messages kept in the log.
    private static let maxMessages: Int64 = 2000

    init(connection: any SQLConnection, stream: String, now: Date) throws {
        self.connection = connection
        self.stream = stream
        self.now = now
        try connection.execute("INSERT INTO live_state (stream, last, likes) VALUES (\(stream), 0, 0) ON CONFLICT (stream) DO NOTHING")
        // Serialises transactions per stream; SQLite has only one writer anyway.
        if connection.dialect == .postgres { _ = try connection.rows("SELECT last FROM live_state WHERE stream = \(stream) FOR UPDATE") }
    }

    /// Whether access to media files may have changed.
    var hasChangedMedia: Bool { written.isMedia }

    public func find<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Resource? {
        try connection.resource(type, id: id)
    }

    /// The resources with a parent, oldest first, up to a limit.
    public func all<Resource: StoredResource>(_ type: Resource.Type, of parent: String, limit: Int = .max) throws -> [Resource] {
        try connection.rows(
            "SELECT document FROM resource WHERE kind = \(type.kind) AND parent = \(parent) ORDER BY created, id LIMIT \(limit)"
        ).compactMap { connection.readable(type, $0.text(0)) }
    }

    /// Visits the resources with a parent, oldest first. There can be any number of them, so they are read some at a time.
    public func each<Resource: StoredResource>(_ type: Resource.Type, of parent: String, _ visit: (Resource) throws -> Void) throws {
        var last: (created: Int64, id: String) = (-1, "")
        while true {
            let rows = try connection.rows(
                """
                SELECT document, created, id FROM resource WHERE kind = \(type.kind) AND parent = \(parent)
                AND (created, id) > (\(last.created), \(last.id)) ORDER BY created, id LIMIT \(Self.batch)
                """)
            for row in rows { if let resource = connection.readable(type, row.text(0)) { try visit(resource) } }
            guard rows.count == Self.batch, let row = rows.last else { return }
            last = (row.integer(1), row.text(2))
        }
    }

    private static let batch = 500

    public func save<Resource: StoredResource>(_ resource: Resource) throws {
        try ResourceWriter(connection: connection).save(resource, at: now)
        if Resource.decidesAboutMedia { written.isMedia = true }
    }

    /// - Returns: false if the id exists already.
    public func add<Resource: StoredResource>(_ resource: Resource) throws -> Bool {
        try ResourceWriter(connection: connection).add(resource, at: now)
    }

    public func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) throws {
        _ = try ResourceWriter(connection: connection).delete(type, id: id)
    }

    /// Adds an entry to the log, for all viewers or a single guest.
    /// - Parameters:
    ///   - key: replaces any earlier entry with this key.
    ///   - author: the guest who wrote it: the entry is deleted with the guest.
    ///   - isChat: whether it counts against the limit of chat messages.
    public func emit(
        _ type: SocketMessageType, _ data: JSONValue, key: String? = nil, to guest: String? = nil, author: String? = nil,
        isChat: Bool = false
    ) throws {
        let rows = try connection.rows("UPDATE live_state SET last = last + 1 WHERE stream = \(stream) RETURNING last")
        guard let seq = rows.first?.integer(0) else { throw CatalogueError.malformed("live_state") }
        if let key { try connection.execute("DELETE FROM live_log WHERE stream = \(stream) AND name = \(key)") }
        try connection.execute(
            """
            INSERT INTO live_log (stream, seq, type, at, data, name, guest, author, is_chat)
            VALUES (\(stream), \(seq), \(type.rawValue), \(Timestamp.milliseconds(now)), \(try ContractJSON.text(data)), \(key), \(guest),
                \(author), \(isChat ? 1 : 0))
            """)
        // Only occasionally, because of its cost.
        if isChat, seq % 64 == 0 {
            try connection.execute(
                "DELETE FROM live_log WHERE stream = \(stream) AND is_chat = 1 AND seq <= \(seq - Self.maxMessages)")
        }
    }

    /// Removes the entry with a key, so that later viewers don't get it.
    public func forget(key: String) throws {
        try connection.execute("DELETE FROM live_log WHERE stream = \(stream) AND name = \(key)")
    }

    /// - Returns: the total of likes.
    public func like(_ count: Int) throws -> Int {
        let rows = try connection.rows("UPDATE live_state SET likes = likes + \(count) WHERE stream = \(stream) RETURNING likes")
        return Int(rows.first?.integer(0) ?? 0)
    }

    /// Records the number of viewers.
    /// - Returns: false if it hasn't changed.
    public func note(viewers: Int) throws -> Bool {
        try connection.execute("UPDATE live_state SET viewers = \(viewers) WHERE stream = \(stream) AND viewers <> \(viewers)") > 0
    }

    /// Reserves a name for a guest, and releases the guest's previous one.
    /// - Parameter folded: identical for names that look alike.
    /// - Returns: false if another guest has it.
    public func claim(name folded: String, for guest: String) throws -> Bool {
        let owner = try connection.rows("SELECT guest FROM live_name WHERE stream = \(stream) AND name = \(folded)").first?.text(0)
        guard owner == nil || owner == guest else { return false }
        try connection.execute("DELETE FROM live_name WHERE stream = \(stream) AND guest = \(guest)")
        try connection.execute("INSERT INTO live_name (stream, name, guest) VALUES (\(stream), \(folded), \(guest))")
        return true
    }

    /// Adds a message to the webhook outbox in the same transaction.
    public func publish(_ type: String, business: String, data: JSONValue) throws {
        try WebhookOutbox(connection: connection).publish(type, business: business, data: data, at: now)
    }

    /// Adds e-mail to the outbox in the same transaction.
    public func send(_ mail: QueuedMail) throws { try MailOutbox(connection: connection).add(mail, at: now) }

    /// Sets a timer; by default it is due at once.
    public func set(_ timer: LiveTimer, due: Date? = nil) throws {
        try connection.execute(
            """
            INSERT INTO live_timer (stream, kind, due) VALUES (\(timer.stream), \(timer.kind.rawValue), \(Timestamp.milliseconds(due ?? now)))
            ON CONFLICT (stream, kind) DO UPDATE SET due = excluded.due
            """)
    }

    /// Deletes a timer.
    /// - Returns: false if another process did.
    public func take(_ timer: LiveTimer) throws -> Bool {
        try connection.execute("DELETE FROM live_timer WHERE stream = \(timer.stream) AND kind = \(timer.kind.rawValue)") > 0
    }
}
