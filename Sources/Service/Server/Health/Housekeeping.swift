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
                    do { try await service.removeUnusedCreatives(at: service.clock()) } catch {
                        logger.warning("creatives not removed", metadata: ["fault": "\(error)"])
                    }
                }
                await tidy(at: service.clock())
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

    /// Does all that is due. A step that fails is logged, and doesn't keep the others from being done.
    ///
    /// - Returns: the names of the steps that failed.
    @discardableResult
    func tidy(at now: Date) async -> [String] {
        var failed: [String] = []
        for (name, step) in steps(at: now) where !Task.isCancelled {
            do { try await step() } catch is CancellationError { break } catch {
                failed.append(name)
                logger.warning("housekeeping failed", metadata: ["step": "\(name)", "fault": "\(error)"])
            }
        }
        return failed
    }

    private typealias Step = (name: String, run: () async throws -> Void)

    private func steps(at now: Date) -> [Step] {
        let catalogue = service.catalogue
        var steps: [Step] = []
        func add(_ name: String, _ run: @escaping () async throws -> Void) { steps.append((name, run)) }
        func date(before days: Double) -> Date { now.addingTimeInterval(-86400 * days) }
        add("feeds") { _ = try await catalogue.feeds.forgetExpired(at: now) }
        add("idempotency keys") { _ = try await catalogue.idempotency.forgetExpiredKeys(at: now) }
        add("viewers") { _ = try await catalogue.live.forgetViewers(before: now.addingTimeInterval(-3600)) }
        add("jobs") { _ = try await catalogue.jobs.forgetJobs(before: date(before: 30)) }
        add("quotas") { _ = try await catalogue.quotas.deleteExpiredQuotas(before: date(before: 1)) }
        add("words") { try await Self.all(Self.words) { try await catalogue.search.forgetWords(limit: $0) } }
        add("uploads") { _ = try await service.uploadPipeline?.uploads.removeExpired(at: now) }
        let deliveries = date(before: Self.deliveryDays)
        add("deliveries") {
            try await Self.all(Self.events) { try await catalogue.webhooks.forgetDeliveries(before: deliveries, limit: $0) }
        }
        add("ads") { _ = try await service.insertion?.tidy() }
        if let limit = service.settings.guestDays.map({ date(before: Double($0)) }) {
            add("guests") { try await Self.all(Self.guests) { try await catalogue.guests.forgetGuests(before: limit, limit: $0) } }
        }
        if let limit = service.settings.auditDays.map({ date(before: Double($0)) }) {
            add("audit") { try await Self.all(Self.events) { try await catalogue.audit.forgetEntries(before: limit, limit: $0) } }
        }
        if let limit = service.settings.eventDays.map({ date(before: Double($0)) }) {
            add("events") { try await Self.all(Self.events) { try await catalogue.events.forgetEvents(before: limit, limit: $0) } }
        }
        return steps
    }

    /// Repeats a deletion of at most `limit` rows until it finds fewer.
    private static func all(_ limit: Int, _ delete: (Int) async throws -> Int) async throws {
        while try await delete(limit) == limit { try Task.checkCancellation() }
    }
}
