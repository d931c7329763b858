// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// What a step of a live stream may do, with nobody in between.
public struct LiveTransaction {
    private let connection: any SQLConnection
    private let stream: String
    private let now: Date
    private let written = Written()

    private final class Written {
        var isMedia = false
    }

    /// Messages of people that are kept to be told again.
    private static let mostMessages: Int64 = 2000

    init(connection: any SQLConnection, stream: String, now: Date) throws {
        self.connection = connection
        self.stream = stream
        self.now = now
        try connection.execute("INSERT INTO live_state (stream, last, likes) VALUES (\(stream), 0, 0) ON CONFLICT (stream) DO NOTHING")
        // Others wait here; SQLite has one writer at a time anyway.
        if connection.dialect == .postgres { _ = try connection.rows("SELECT last FROM live_state WHERE stream = \(stream) FOR UPDATE") }
    }

    /// Whether what decides about files may be another now.
    var hasChangedMedia: Bool { written.isMedia }

    public func find<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Resource? {
        try connection.resource(type, id: id)
    }

    /// All of one parent, the oldest first; or the first of them.
    public func all<Resource: StoredResource>(_ type: Resource.Type, of parent: String, limit: Int = .max) throws -> [Resource] {
        try connection.rows(
            "SELECT document FROM resource WHERE kind = \(type.kind) AND parent = \(parent) ORDER BY created, id LIMIT \(limit)"
        ).compactMap { connection.readable(type, $0.text(0)) }
    }

    public func save<Resource: StoredResource>(_ resource: Resource) throws {
        try ResourceWriter(connection: connection).save(resource, at: now)
        if Resource.decidesAboutMedia { written.isMedia = true }
    }

    /// - Returns: false when there is one of this id already.
    public func add<Resource: StoredResource>(_ resource: Resource) throws -> Bool {
        try ResourceWriter(connection: connection).add(resource, at: now)
    }

    public func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) throws {
        _ = try ResourceWriter(connection: connection).delete(type, id: id)
    }

    /// Tells it to all who watch, or to one guest alone.
    /// - Parameters:
    ///   - key: what was told under it before is not told any more.
    ///   - author: the guest whose words these are: they go when the guest is forgotten.
    ///   - isChat: of such messages only the last ones are kept.
    public func tell(
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
        // Now and then, since it costs.
        if isChat, seq % 64 == 0 {
            try connection.execute(
                "DELETE FROM live_log WHERE stream = \(stream) AND is_chat = 1 AND seq <= \(seq - Self.mostMessages)")
        }
    }

    /// Takes back what was told under a key: who comes later doesn't hear it.
    public func forget(key: String) throws {
        try connection.execute("DELETE FROM live_log WHERE stream = \(stream) AND name = \(key)")
    }

    /// - Returns: all hearts.
    public func like(_ count: Int) throws -> Int {
        let rows = try connection.rows("UPDATE live_state SET likes = likes + \(count) WHERE stream = \(stream) RETURNING likes")
        return Int(rows.first?.integer(0) ?? 0)
    }

    /// Notes how many watch.
    /// - Returns: false when that was noted already.
    public func note(viewers: Int) throws -> Bool {
        try connection.execute("UPDATE live_state SET viewers = \(viewers) WHERE stream = \(stream) AND viewers <> \(viewers)") > 0
    }

    /// Takes a name for a guest, and gives back the one that the guest had.
    /// - Parameter folded: the same for names that look alike.
    /// - Returns: false when somebody else has it.
    public func claim(name folded: String, for guest: String) throws -> Bool {
        let owner = try connection.rows("SELECT guest FROM live_name WHERE stream = \(stream) AND name = \(folded)").first?.text(0)
        guard owner == nil || owner == guest else { return false }
        try connection.execute("DELETE FROM live_name WHERE stream = \(stream) AND guest = \(guest)")
        try connection.execute("INSERT INTO live_name (stream, name, guest) VALUES (\(stream), \(folded), \(guest))")
        return true
    }

    /// Puts a message for the webhooks of a business beside what it tells of: they have both or neither.
    public func publish(_ type: String, business: String, data: JSONValue) throws {
        try WebhookOutbox(connection: connection).publish(type, business: business, data: data, at: now)
    }

    /// The stream has something to do then; at once, where nothing else is said.
    public func set(_ timer: LiveTimer, due: Date? = nil) throws {
        try connection.execute(
            """
            INSERT INTO live_timer (stream, kind, due) VALUES (\(timer.stream), \(timer.kind.rawValue), \(Timestamp.milliseconds(due ?? now)))
            ON CONFLICT (stream, kind) DO UPDATE SET due = excluded.due
            """)
    }

    /// Takes a timer away.
    /// - Returns: false when another process did.
    public func take(_ timer: LiveTimer) throws -> Bool {
        try connection.execute("DELETE FROM live_timer WHERE stream = \(timer.stream) AND kind = \(timer.kind.rawValue)") > 0
    }
}
