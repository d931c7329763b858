// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxInsertion
import WindowboxPackager

/// Deletes expired data once a minute. Several processes may do so at the same time.
public struct Housekeeping: Service {
    private let service: VideoService
    private let logger: Logger
    /// Events deleted per transaction, so that other writers get their turn.
    private static let events = 5000
    /// Guests deleted per transaction.
    private static let guests = 200
    /// Words of the search looked at per transaction.
    private static let words = 50
    /// Days for which records of webhook deliveries are kept.
    private static let deliveryDays = 30.0

    public init(_ service: VideoService, logger: Logger) {
        self.service = service
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var verified: ContinuousClock.Instant?
            while !Task.isCancelled {
                if verified.map({ $0.duration(to: .now) > Self.day }) ?? true {
                    verified = .now
                    await verify()
                    do { try await service.rotateSecrets() } catch {
                        logger.warning("secrets not renewed", metadata: ["fault": "\(error)"])
                    }
                }
                do { try await tidy(at: service.clock()) } catch {
                    logger.warning("housekeeping failed", metadata: ["fault": "\(error)"])
                }
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }

    private static let day = Duration.seconds(86400)

    /// Finds damage to the database file before a request hits it.
    private func verify() async {
        do {
            guard try await !service.catalogue.verify() else { return }
            logger.error("database damaged", metadata: ["remedy": "Stop the service, and restore a backup."])
        } catch { logger.warning("database not verified", metadata: ["fault": "\(error)"]) }
    }

    func tidy(at now: Date) async throws {
        let catalogue = service.catalogue
        _ = try await catalogue.feeds.forgetExpired(at: now)
        _ = try await catalogue.idempotency.forgetExpiredKeys(at: now)
        _ = try await catalogue.live.forgetViewers(before: now.addingTimeInterval(-3600))
        _ = try await catalogue.jobs.forgetJobs(before: now.addingTimeInterval(-30 * 86400))
        _ = try await catalogue.quotas.deleteExpiredQuotas(before: now.addingTimeInterval(-86400))
        while try await catalogue.search.forgetWords(limit: Self.words) == Self.words { try Task.checkCancellation() }
        _ = try await service.uploadPipeline?.uploads.removeExpired(at: now)
        let old = now.addingTimeInterval(-86400 * Self.deliveryDays)
        while try await catalogue.webhooks.forgetDeliveries(before: old, limit: Self.events) == Self.events { try Task.checkCancellation() }
        try await service.insertion?.tidy()
        if let days = service.settings.guestDays {
            let limit = now.addingTimeInterval(-86400 * Double(days))
            while try await catalogue.guests.forgetGuests(before: limit, limit: Self.guests) == Self.guests { try Task.checkCancellation() }
        }
        if let days = service.settings.auditDays {
            let limit = now.addingTimeInterval(-86400 * Double(days))
            while try await catalogue.audit.forgetEntries(before: limit, limit: Self.events) == Self.events { try Task.checkCancellation() }
        }
        guard let days = service.settings.eventDays else { return }
        let limit = now.addingTimeInterval(-86400 * Double(days))
        while try await catalogue.events.forgetEvents(before: limit, limit: Self.events) == Self.events { try Task.checkCancellation() }
    }
}
