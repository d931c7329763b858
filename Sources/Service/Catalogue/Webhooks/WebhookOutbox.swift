// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Adds webhook messages in the transaction that changes the data, so that after a crash both exist or neither.
struct WebhookOutbox {
    let connection: any SQLConnection
    /// The limit of webhooks per business that get messages.
    static let maxWebhooks: Int64 = 100

    /// - Returns: the number of webhooks that get it.
    @discardableResult
    func publish(_ type: String, business: String, data: JSONValue, at now: Date) throws -> Int {
        let hooks = try connection.rows(
            """
            SELECT document FROM resource WHERE kind = \(Webhook.kind) AND parent = \(business) ORDER BY created, id
            LIMIT \(Self.maxWebhooks)
            """
        ).compactMap { connection.readable(Webhook.self, $0.text(0)) }.filter { $0.receives(type) }
        guard !hooks.isEmpty else { return 0 }
        let message = WebhookMessage(id: OpaqueID.make(), type: type, occurredAt: now, businessID: business, data: data)
        let text = try ContractJSON.text(message)
        for hook in hooks { try add(text, to: hook.id, business: business, at: now) }
        return hooks.count
    }

    @discardableResult
    func add(_ message: String, to webhook: String, business: String, at now: Date) throws -> String {
        let (id, time) = (OpaqueID.make(), Timestamp.milliseconds(now))
        try connection.execute(
            """
            INSERT INTO delivery (id, webhook, business, state, run_at, attempt, created, message, attempts)
            VALUES (\(id), \(webhook), \(business), \(WebhookDelivery.State.pending.rawValue), \(time), 0, \(time), \(message), '[]')
            """)
        return id
    }

    /// Publishes changes of a video.
    func notify(_ video: Video, before: Video?, business: String?, at now: Date) throws {
        guard let business, before != video else { return }
        let hasFailed = video.status == .failed && before?.status != .failed
        let type = before == nil ? NoticeType.videoCreated : hasFailed ? NoticeType.videoImportFailed : NoticeType.videoUpdated
        try publish(
            type, business: business,
            data: ["video_id": .string(video.id), "channel_id": .string(video.channelID), "status": .string(video.status.rawValue)],
            at: now)
    }
}

/// Webhook event types of videos.
public enum NoticeType {
    public static let videoCreated = "video_created"
    public static let videoUpdated = "video_updated"
    public static let videoImportFailed = "video_import_failed"
}

extension Webhook {
    func receives(_ type: String) -> Bool { types.contains(type) || types.contains("*") }
}
