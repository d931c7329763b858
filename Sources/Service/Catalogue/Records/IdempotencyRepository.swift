// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Stores the responses to repeatable requests for a day.
public protocol IdempotencyRepository: Sendable {
    /// Registers a request that is about to be handled.
    func begin(_ record: IdempotencyKey, at now: Date) async throws -> IdempotencyState
    /// Records that a request is still being handled. Must be called more often than every ``IdempotencyKey/timeout`` seconds, so that the
    /// request isn't considered abandoned and handled twice.
    func renew(_ record: IdempotencyKey, at now: Date) async throws
    /// Stores the response, unless there is one.
    func finish(_ record: IdempotencyKey, with response: StoredResponse) async throws
    /// Removes the key, so that the request can be repeated. Does nothing if it has a response.
    func forget(_ record: IdempotencyKey) async throws
    /// Deletes keys older than a day.
    /// - Returns: how many.
    func forgetExpiredKeys(at now: Date) async throws -> Int
}

/// A caller's idempotency key for a request.
public struct IdempotencyKey: Hashable, Sendable {
    public var caller: String
    public var key: String
    /// A fingerprint of the request: a key belongs to one request.
    public var fingerprint: String
    /// Fingerprints of the request with earlier secrets.
    public var olderFingerprints: [String] = []

    /// Seconds after which an unfinished request is considered abandoned because its process has ended.
    public static let timeout = 60.0

    public init(caller: String, key: String, fingerprint: String) {
        self.caller = caller
        self.key = key
        self.fingerprint = fingerprint
    }

    /// The caller name of a guest, by which stored responses are deleted when the guest is erased.
    public static func caller(guest id: String) -> String { "guest \(id)" }
}

public struct StoredResponse: Codable, Hashable, Sendable {
    public var status: Int
    public var mediaType: String?
    public var body: String?

    public init(status: Int, mediaType: String?, body: String?) {
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

public enum IdempotencyState: Hashable, Sendable {
    /// The key is new: the request must be handled now.
    case new
    /// The request is being handled.
    case underway
    case answered(StoredResponse)
    /// The key belongs to another request.
    case mismatch
}

struct SQLIdempotency: IdempotencyRepository {
    let store: any SQLStore
    /// In seconds.
    private static let lifetime = 86400.0

    func begin(_ record: IdempotencyKey, at now: Date) async throws -> IdempotencyState {
        let time = Timestamp.milliseconds(now)
        let (expired, abandoned) = (
            Timestamp.milliseconds(now.addingTimeInterval(-Self.lifetime)),
            Timestamp.milliseconds(now.addingTimeInterval(-IdempotencyKey.timeout))
        )
        return try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM idempotency WHERE caller = \(record.caller) AND name = \(record.key)
                AND (begun < \(expired) OR (answer IS NULL AND begun < \(abandoned)))
                """)
            let isNew =
                try connection.execute(
                    """
                    INSERT INTO idempotency (caller, name, fingerprint, begun)
                    VALUES (\(record.caller), \(record.key), \(record.fingerprint), \(time)) ON CONFLICT (caller, name) DO NOTHING
                    """) == 1
            if isNew { return .new }
            let rows = try connection.rows(
                "SELECT fingerprint, answer FROM idempotency WHERE caller = \(record.caller) AND name = \(record.key)")
            guard let row = rows.first else { return .underway }
            guard ([record.fingerprint] + record.olderFingerprints).contains(row.text(0)) else { return .mismatch }
            guard let document = row.optionalText(1) else { return .underway }
            return .answered(try ContractJSON.decode(StoredResponse.self, from: document))
        }
    }

    func renew(_ record: IdempotencyKey, at now: Date) async throws {
        _ = try await store.write { connection in
            try connection.execute("UPDATE idempotency SET begun = \(Timestamp.milliseconds(now)) WHERE \(Self.unfinished(record))")
        }
    }

    func finish(_ record: IdempotencyKey, with response: StoredResponse) async throws {
        let document = try ContractJSON.text(response)
        _ = try await store.write { connection in
            try connection.execute("UPDATE idempotency SET answer = \(document) WHERE \(Self.unfinished(record))")
        }
    }

    func forget(_ record: IdempotencyKey) async throws {
        _ = try await store.write { connection in
            try connection.execute("DELETE FROM idempotency WHERE \(Self.unfinished(record))")
        }
    }

    /// A request that was considered abandoned may end after the one that took its place: the first response counts.
    private static func unfinished(_ record: IdempotencyKey) -> SQL {
        "caller = \(record.caller) AND name = \(record.key) AND answer IS NULL"
    }

    func forgetExpiredKeys(at now: Date) async throws -> Int {
        let limit = Timestamp.milliseconds(now.addingTimeInterval(-Self.lifetime))
        return try await store.write { try $0.execute("DELETE FROM idempotency WHERE begun < \(limit)") }
    }
}
