// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Remembers for a day how calls were answered that may come again.
public protocol IdempotencyRepository: Sendable {
    /// Says that a call is about to be answered.
    func begin(_ record: IdempotencyKey, at now: Date) async throws -> IdempotencyState
    /// Keeps the answer.
    func finish(_ record: IdempotencyKey, with answer: KeptAnswer) async throws
    /// The call may come again as if it had never come.
    func forget(_ record: IdempotencyKey) async throws
    /// Forgets what is older than a day.
    /// - Returns: how many.
    func forgetExpiredKeys(at now: Date) async throws -> Int
}

/// A key that a caller gave a call.
public struct IdempotencyKey: Hashable, Sendable {
    public var caller: String
    public var key: String
    /// Of what was asked: a key belongs to one call.
    public var fingerprint: String
    /// What the same call's fingerprint was before secrets changed.
    public var olderFingerprints: [String] = []

    public init(caller: String, key: String, fingerprint: String) {
        self.caller = caller
        self.key = key
        self.fingerprint = fingerprint
    }

    /// How a guest is called as a caller: what is kept of one goes when the guest is erased.
    public static func caller(guest id: String) -> String { "guest \(id)" }
}

public struct KeptAnswer: Codable, Hashable, Sendable {
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
    /// Nobody came with this key: it is to be answered now.
    case new
    /// Somebody is at it.
    case underway
    case answered(KeptAnswer)
    /// The key belongs to another call.
    case mismatch
}

struct SQLIdempotency: IdempotencyRepository {
    let store: any SQLStore
    /// Seconds.
    private static let lifetime = 86400.0
    /// Seconds after which a call that was not answered is given up: its process is gone.
    private static let patience = 60.0

    func begin(_ record: IdempotencyKey, at now: Date) async throws -> IdempotencyState {
        let time = Timestamp.milliseconds(now)
        let (expired, abandoned) = (
            Timestamp.milliseconds(now.addingTimeInterval(-Self.lifetime)), Timestamp.milliseconds(now.addingTimeInterval(-Self.patience))
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
            return .answered(try ContractJSON.decode(KeptAnswer.self, from: document))
        }
    }

    func finish(_ record: IdempotencyKey, with answer: KeptAnswer) async throws {
        let document = try ContractJSON.text(answer)
        _ = try await store.write { connection in
            try connection.execute(
                "UPDATE idempotency SET answer = \(document) WHERE caller = \(record.caller) AND name = \(record.key)")
        }
    }

    func forget(_ record: IdempotencyKey) async throws {
        _ = try await store.write { connection in
            try connection.execute("DELETE FROM idempotency WHERE caller = \(record.caller) AND name = \(record.key)")
        }
    }

    func forgetExpiredKeys(at now: Date) async throws -> Int {
        let limit = Timestamp.milliseconds(now.addingTimeInterval(-Self.lifetime))
        return try await store.write { try $0.execute("DELETE FROM idempotency WHERE begun < \(limit)") }
    }
}
