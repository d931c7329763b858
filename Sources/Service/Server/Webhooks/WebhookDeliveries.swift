// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract
import WindowboxPackager

/// Sends pending webhook messages. Several processes may do so at the same time. If one is killed, another sends its messages a minute
/// later: delivery is at least once, and duplicates have the same id.
public struct WebhookDeliveries: Service {
    private let service: VideoService
    private let logger: Logger
    private let client: WebhookClient
    private let worker = OpaqueID.make()
    /// A random number in 0..<1.
    private let jitter: @Sendable () -> Double

    /// Seconds between attempts; there are six in all.
    static let waits: [Double] = [3600, 3600, 3600, 86400, 86400]
    /// Seconds by which an attempt may be later.
    private static let spread = 900.0
    /// Seconds for a receiver to respond, and seconds after which another process may repeat an attempt.
    private static let (timeout, lease) = (30.0, 60.0)
    /// Simultaneous deliveries, so that one slow receiver doesn't delay the others.
    private static let concurrency = 8

    public init(_ service: VideoService, logger: Logger) { self.init(service, logger: logger) { .random(in: 0..<1) } }

    /// - Parameter jitter: returns a number in 0..<1, by which an attempt is delayed.
    init(_ service: VideoService, logger: Logger, jitter: @escaping @Sendable () -> Double) {
        self.service = service
        self.logger = logger
        self.jitter = jitter
        client = WebhookClient(rule: service.settings.addressRule)
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.concurrency {
                    group.addTask {
                        await RepeatedWork(name: "webhooks", logger: logger).run { try await sendOne(at: service.clock()) }
                    }
                }
            }
        }
    }

    /// Seconds before the next attempt; nil after the last one. What failed at one moment, as when a receiver is down, is spread over a
    /// quarter of an hour, so that it doesn't get everything at once when it is back.
    private func wait(after due: DueDelivery) -> Double? {
        due.attempt <= Self.waits.count ? Self.waits[due.attempt - 1] + Self.spread * jitter() : nil
    }

    /// - Returns: whether a delivery was due.
    func sendOne(at now: Date) async throws -> Bool {
        let webhooks = service.catalogue.webhooks
        guard let due = try await webhooks.take(worker: worker, for: Self.lease, at: now) else { return false }
        guard let webhook = due.webhook else {
            let attempt = WebhookDelivery.Attempt(
                at: now, error: "The webhook's record can't be read. Repair it or delete it.", durationMS: 0)
            _ = try await webhooks.finish(due, attempt, isDelivered: false, retryAt: wait(after: due).map(now.addingTimeInterval))
            return true
        }
        let start = ContinuousClock.now
        var attempt = WebhookDelivery.Attempt(at: now, durationMS: 0)
        var canRetry = true
        do {
            guard let secret = webhook.secret.flatMap(service.vault.open) else { throw SecretUnavailable() }
            let signature = WebhookSignature.text(due.body, secret: secret, at: now)
            let status = try await client.post(
                due.body, to: webhook.url, fields: [(WebhookSignature.field, signature)], seconds: Self.timeout)
            attempt.status = status
            if ![200, 202, 204].contains(status) {
                attempt.error = "The receiver answered \(status); only 200, 202 and 204 count as success."
            }
        } catch let error as UploadError {
            attempt.error = error.description
            canRetry = error.canRetry
        } catch is SecretUnavailable {
            attempt.error =
                "The webhook's secret can't be read: its encryption secret is no longer in the secret file. Create another webhook."
            canRetry = false
        }
        attempt.durationMS = Int64(start.duration(to: .now) / .milliseconds(1))
        let isDelivered = attempt.error == nil
        let wait = canRetry ? self.wait(after: due) : nil
        let retryAt = isDelivered ? nil : wait.map { now.addingTimeInterval($0) }
        _ = try await webhooks.finish(due, attempt, isDelivered: isDelivered, retryAt: retryAt)
        let facts: Logger.Metadata = [
            "delivery": "\(due.id)", "webhook": "\(webhook.id)", "attempt": "\(due.attempt)", "delivered": "\(isDelivered)",
        ]
        logger.info("webhook delivery attempted", metadata: facts)
        return true
    }
}

/// The webhook's secret can't be decrypted.
private struct SecretUnavailable: Error {}
