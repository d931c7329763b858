// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores webhook messages until they are delivered or given up, and the history of deliveries.
public protocol WebhookRepository: Sendable {
    /// Adds a message to the outbox of each webhook of a business that wants it; when this returns, it is on disk.
    /// - Returns: the number of webhooks.
    func publish(_ type: String, business: String, data: JSONValue, at now: Date) async throws -> Int
    /// Leases the message that has been due longest for some seconds; nil if none is due.
    func take(worker: String, for seconds: Double, at now: Date) async throws -> DueDelivery?
    /// Records the result of an attempt.
    /// - Parameter retryAt: nil if it was delivered or is given up.
    /// - Returns: false if another worker has taken it.
    func finish(_ due: DueDelivery, _ attempt: WebhookDelivery.Attempt, isDelivered: Bool, retryAt: Date?) async throws -> Bool
    /// Newest first.
    /// - Parameter before: a ``PageCursor``.
    /// - Throws: ``CursorExpired``.
    func deliveries(of webhook: String, before: String?, limit: Int) async throws -> [WebhookDelivery]
    func delivery(id: String) async throws -> WebhookDelivery?
    /// Repeats a delivery's message as a new delivery.
    func replay(_ id: String, at now: Date) async throws -> WebhookDelivery?
    /// Deletes older deliveries that have ended.
    func forgetDeliveries(before date: Date, limit: Int) async throws -> Int
}

/// A message that is due.
public struct DueDelivery: Hashable, Sendable {
    public let id: String
    /// Nil if it was deleted meanwhile, or its record can't be read.
    public let webhook: Webhook?
    /// The exact body to send.
    public let body: String
    /// From 1.
    public let attempt: Int
    let worker: String
}

struct SQLWebhooks: WebhookRepository {
    let store: any SQLStore
    private static let columns: SQL = "id, webhook, state, message, attempts, run_at, created"
    private static let pending = WebhookDelivery.State.pending.rawValue

    func publish(_ type: String, business: String, data: JSONValue, at now: Date) async throws -> Int {
        try await store.write { try WebhookOutbox(connection: $0).publish(type, business: business, data: data, at: now) }
    }

    func take(worker: String, for seconds: Double, at now: Date) async throws -> DueDelivery? {
        let (time, until) = (Timestamp.milliseconds(now), Timestamp.milliseconds(now.addingTimeInterval(seconds)))
        // Most polls find nothing and shouldn't wait for a writer.
        let isIdle = try await store.read {
            try $0.rows("SELECT 1 FROM delivery WHERE state = \(Self.pending) AND run_at <= \(time) LIMIT 1").isEmpty
        }
        if isIdle { return nil }
        return try await store.write { connection in
            let lock: SQL = connection.dialect == .postgres ? "FOR UPDATE SKIP LOCKED" : ""
            // This is the lease: if the process is killed, the message becomes due again.
            let row = try connection.rows(
                """
                UPDATE delivery SET worker = \(worker), run_at = \(until), attempt = attempt + 1 WHERE id = (
                    SELECT id FROM delivery WHERE state = \(Self.pending) AND run_at <= \(time) ORDER BY run_at, id LIMIT 1 \(lock)
                ) RETURNING id, webhook, message, attempt
                """
            ).first
            guard let row else { return nil }
            return DueDelivery(
                id: row.text(0), webhook: try connection.readableResource(Webhook.self, id: row.text(1)), body: row.text(2),
                attempt: Int(row.integer(3)), worker: worker)
        }
    }

    func finish(_ due: DueDelivery, _ attempt: WebhookDelivery.Attempt, isDelivered: Bool, retryAt: Date?) async throws -> Bool {
        try await store.write { connection in
            let condition: SQL = "id = \(due.id) AND worker = \(due.worker) AND attempt = \(due.attempt) AND state = \(Self.pending)"
            guard let row = try connection.rows("SELECT attempts, run_at FROM delivery WHERE \(condition)").first else { return false }
            let attempts = Self.attempts(row.text(0)) + [attempt]
            let state: WebhookDelivery.State = isDelivered ? .delivered : retryAt == nil ? .failed : .pending
            let next = retryAt.map(Timestamp.milliseconds) ?? row.integer(1)
            return try connection.execute(
                """
                UPDATE delivery SET state = \(state.rawValue), run_at = \(next), attempts = \(try ContractJSON.text(attempts)), worker = NULL
                WHERE \(condition)
                """) == 1
        }
    }

    func deliveries(of webhook: String, before: String?, limit: Int) async throws -> [WebhookDelivery] {
        try await store.read { connection in
            var behind: SQL = ""
            if let before {
                let cursor = PageCursor(before)
                let known = try connection.rows("SELECT created FROM delivery WHERE id = \(cursor.id) AND webhook = \(webhook)").first
                guard let created = known?.integer(0) ?? cursor.created else { throw CursorExpired() }
                behind = "AND \(cursor.condition("<", created: created))"
            }
            return try connection.rows(
                """
                SELECT \(Self.columns) FROM delivery WHERE webhook = \(webhook) \(behind) ORDER BY created DESC, id DESC LIMIT \(limit)
                """
            ).map(Self.delivery)
        }
    }

    func delivery(id: String) async throws -> WebhookDelivery? {
        try await store.read { try $0.rows("SELECT \(Self.columns) FROM delivery WHERE id = \(id)").first.map(Self.delivery) }
    }

    func replay(_ id: String, at now: Date) async throws -> WebhookDelivery? {
        try await store.write { connection in
            guard let row = try connection.rows("SELECT webhook, business, message FROM delivery WHERE id = \(id)").first else {
                return nil
            }
            let made = try WebhookOutbox(connection: connection).add(row.text(2), to: row.text(0), business: row.text(1), at: now)
            return try connection.rows("SELECT \(Self.columns) FROM delivery WHERE id = \(made)").first.map(Self.delivery)
        }
    }

    func forgetDeliveries(before date: Date, limit: Int) async throws -> Int {
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM delivery WHERE id IN (
                    SELECT id FROM delivery WHERE created < \(Timestamp.milliseconds(date)) AND state <> \(Self.pending)
                    ORDER BY created LIMIT \(limit)
                )
                """)
        }
    }

    private static func attempts(_ text: String) -> [WebhookDelivery.Attempt] {
        (try? ContractJSON.decode([WebhookDelivery.Attempt].self, from: text)) ?? []
    }

    private static func delivery(_ row: SQLRow) -> WebhookDelivery {
        let state = WebhookDelivery.State(rawValue: row.text(2))
        // An unreadable message is returned as text, so that the rest of the list is available.
        let message =
            (try? ContractJSON.decode(WebhookMessage.self, from: row.text(3)))
            ?? WebhookMessage(
                id: row.text(0), type: "unreadable", occurredAt: Timestamp.date(row.integer(6)), businessID: "", data: .string(row.text(3)))
        return WebhookDelivery(
            id: row.text(0), webhookID: row.text(1), state: state, message: message, attempts: attempts(row.text(4)),
            nextAttemptAt: state == .pending ? Timestamp.date(row.integer(5)) : nil, createdAt: Timestamp.date(row.integer(6)))
    }
}
