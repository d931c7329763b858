// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores the likes of videos, and changes what several records say about comments and reports at once.
public protocol ModerationRepository: Sendable {
    /// Changes nothing if the guest likes the video already.
    func like(_ video: String, guest: String, at now: Date) async throws -> VideoLikes
    func unlike(_ video: String, guest: String) async throws -> VideoLikes
    func likes(of video: String, guest: String) async throws -> VideoLikes
    /// Changes records, all or none.
    func perform<Result: Sendable>(
        at now: Date, _ step: @escaping @Sendable (ModerationTransaction) throws -> Result
    ) async throws -> Result
}

/// The operations within a transaction.
public struct ModerationTransaction {
    let connection: any SQLConnection
    let now: Date
    private let changed = ChangedMedia()

    init(connection: any SQLConnection, now: Date) {
        (self.connection, self.now) = (connection, now)
    }

    /// Whether a change may affect access to media files.
    var hasChangedMedia: Bool { changed.isAny }

    public func find<Resource: StoredResource>(_ type: Resource.Type, id: String) throws -> Resource? {
        try connection.resource(type, id: id)
    }

    public func save<Resource: StoredResource>(_ resource: Resource) throws {
        try ResourceWriter(connection: connection).save(resource, at: now)
        changed.note(Resource.self)
    }

    /// - Returns: false if the id exists already.
    public func add<Resource: StoredResource>(_ resource: Resource) throws -> Bool {
        let isNew = try ResourceWriter(connection: connection).add(resource, at: now)
        if isNew { changed.note(Resource.self) }
        return isNew
    }

    /// Nil if it doesn't exist.
    public func update<Resource: StoredResource>(
        _ type: Resource.Type, id: String, _ change: (inout Resource) -> Void
    ) throws -> Resource? {
        let updated = try ResourceWriter(connection: connection).update(type, id: id, at: now, change)
        if updated != nil { changed.note(type) }
        return updated
    }

    public func delete<Resource: StoredResource>(_ type: Resource.Type, id: String) throws {
        if try ResourceWriter(connection: connection).delete(type, id: id) { changed.note(type) }
    }

    /// Waits for other transactions with the same name.
    public func lock(_ name: String) throws {
        if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext(\(name)))") }
    }
}

/// Notes whether a transaction wrote a resource that decides about media.
private final class ChangedMedia {
    private(set) var isAny = false
    func note<Resource: StoredResource>(_ type: Resource.Type) { if type.decidesAboutMedia { isAny = true } }
}

struct SQLModeration: ModerationRepository {
    let store: any SQLStore
    let changes: ChangeCount

    func perform<Result: Sendable>(
        at now: Date, _ step: @escaping @Sendable (ModerationTransaction) throws -> Result
    ) async throws -> Result {
        let (result, isMedia) = try await store.write { connection in
            let transaction = ModerationTransaction(connection: connection, now: now)
            return (try step(transaction), transaction.hasChangedMedia)
        }
        if isMedia { changes.increase() }
        return result
    }

    func like(_ video: String, guest: String, at now: Date) async throws -> VideoLikes {
        try await store.write { connection in
            let isNew =
                try connection.execute(
                    """
                    INSERT INTO video_like (video, guest, made) VALUES (\(video), \(guest), \(Timestamp.milliseconds(now)))
                    ON CONFLICT (video, guest) DO NOTHING
                    """) == 1
            if isNew {
                try connection.execute(
                    """
                    INSERT INTO video_like_count (video, likes) VALUES (\(video), 1)
                    ON CONFLICT (video) DO UPDATE SET likes = video_like_count.likes + 1
                    """)
            }
            return try Self.likes(of: video, guest: guest, connection)
        }
    }

    func unlike(_ video: String, guest: String) async throws -> VideoLikes {
        try await store.write { connection in
            if try connection.execute("DELETE FROM video_like WHERE video = \(video) AND guest = \(guest)") == 1 {
                try connection.execute("UPDATE video_like_count SET likes = likes - 1 WHERE video = \(video)")
            }
            return try Self.likes(of: video, guest: guest, connection)
        }
    }

    func likes(of video: String, guest: String) async throws -> VideoLikes {
        try await store.read { try Self.likes(of: video, guest: guest, $0) }
    }

    private static func likes(of video: String, guest: String, _ connection: any SQLConnection) throws -> VideoLikes {
        let count = try connection.rows("SELECT likes FROM video_like_count WHERE video = \(video)").first?.integer(0) ?? 0
        let own = try connection.rows("SELECT 1 FROM video_like WHERE video = \(video) AND guest = \(guest)")
        return VideoLikes(count: Int(count), liked: !own.isEmpty)
    }

    /// Takes all likes of a guest back.
    static func forget(guest: String, _ connection: any SQLConnection) throws {
        // In a fixed order, so that concurrent writers can't deadlock.
        for row in try connection.rows("SELECT video FROM video_like WHERE guest = \(guest) ORDER BY video") {
            let video = row.text(0)
            if try connection.execute("DELETE FROM video_like WHERE video = \(video) AND guest = \(guest)") == 1 {
                try connection.execute("UPDATE video_like_count SET likes = likes - 1 WHERE video = \(video)")
            }
        }
    }

    /// Deletes what guests said about a video.
    static func forget(video: String, _ connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM video_like WHERE video = \(video)")
        try connection.execute("DELETE FROM video_like_count WHERE video = \(video)")
        for parent in [video, GuestRecords.hidden(video)] {
            try connection.execute("DELETE FROM resource WHERE kind = \(GuestRecords.comment) AND parent = \(parent)")
        }
    }
}
