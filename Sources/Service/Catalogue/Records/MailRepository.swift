// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Stores e-mail until it is sent or given up. Then it is deleted.
public protocol MailRepository: Sendable {
    /// When this returns, it is on disk.
    func add(_ mail: QueuedMail, at now: Date) async throws
    /// Leases the mail that has been due longest for some seconds; nil if none is due.
    func take(worker: String, for seconds: Double, at now: Date) async throws -> DueMail?
    /// Replaces the content of a message.
    /// - Returns: false if another worker has taken it.
    func replace(_ due: DueMail, with document: String) async throws -> Bool
    /// Records the result of an attempt.
    /// - Parameter retryAt: nil if it was sent or is given up.
    /// - Returns: false if another worker has taken it.
    func finish(_ due: DueMail, retryAt: Date?) async throws -> Bool
}

/// Mail to be sent.
public struct QueuedMail: Hashable, Sendable {
    public var id: String
    public var businessID: String
    /// The subject, for the log.
    public var kind: String
    /// Encrypted by the caller.
    public var document: String

    public init(id: String, businessID: String, kind: String, document: String) {
        (self.id, self.businessID, self.kind, self.document) = (id, businessID, kind, document)
    }
}

/// Mail that is due.
public struct DueMail: Hashable, Sendable {
    public let mail: QueuedMail
    public let createdAt: Date
    /// From 1.
    public let attempt: Int
    let worker: String
}

/// Adds mail in the transaction that is its cause, so that after a crash both exist or neither.
struct MailOutbox {
    let connection: any SQLConnection

    func add(_ mail: QueuedMail, at now: Date) throws {
        let time = Timestamp.milliseconds(now)
        try connection.execute(
            """
            INSERT INTO mail (id, business, kind, document, created, run_at, attempt)
            VALUES (\(mail.id), \(mail.businessID), \(mail.kind), \(mail.document), \(time), \(time), 0)
            """)
    }
}

struct SQLMail: MailRepository {
    let store: any SQLStore

    func add(_ mail: QueuedMail, at now: Date) async throws {
        try await store.write { try MailOutbox(connection: $0).add(mail, at: now) }
    }

    func take(worker: String, for seconds: Double, at now: Date) async throws -> DueMail? {
        let (time, until) = (Timestamp.milliseconds(now), Timestamp.milliseconds(now.addingTimeInterval(seconds)))
        // Most polls find nothing and shouldn't wait for a writer.
        let isIdle = try await store.read { try $0.rows("SELECT 1 FROM mail WHERE run_at <= \(time) LIMIT 1").isEmpty }
        if isIdle { return nil }
        return try await store.write { connection in
            let lock: SQL = connection.dialect == .postgres ? "FOR UPDATE SKIP LOCKED" : ""
            // This is the lease: if the process is killed, the mail becomes due again.
            return try connection.rows(
                """
                UPDATE mail SET worker = \(worker), run_at = \(until), attempt = attempt + 1 WHERE id = (
                    SELECT id FROM mail WHERE run_at <= \(time) ORDER BY run_at, id LIMIT 1 \(lock)
                ) RETURNING id, business, kind, document, created, attempt
                """
            ).first.map { row in
                DueMail(
                    mail: QueuedMail(id: row.text(0), businessID: row.text(1), kind: row.text(2), document: row.text(3)),
                    createdAt: Timestamp.date(row.integer(4)), attempt: Int(row.integer(5)), worker: worker)
            }
        }
    }

    func replace(_ due: DueMail, with document: String) async throws -> Bool {
        try await store.write {
            try $0.execute("UPDATE mail SET document = \(document) WHERE \(Self.isOwn(due))") == 1
        }
    }

    func finish(_ due: DueMail, retryAt: Date?) async throws -> Bool {
        try await store.write { connection in
            guard let retryAt else { return try connection.execute("DELETE FROM mail WHERE \(Self.isOwn(due))") == 1 }
            return try connection.execute(
                "UPDATE mail SET run_at = \(Timestamp.milliseconds(retryAt)), worker = NULL WHERE \(Self.isOwn(due))") == 1
        }
    }

    private static func isOwn(_ due: DueMail) -> SQL { "id = \(due.mail.id) AND worker = \(due.worker) AND attempt = \(due.attempt)" }
}
