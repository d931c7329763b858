// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract

/// Performs the timed work of live streams: scheduled starts, reminders, and forwarding events of other processes.
/// Several processes may do so at the same time.
public struct LiveTimers: Service {
    private let service: VideoService
    private let logger: Logger
    /// The longest delay of events from other processes.
    private static let period = Duration.milliseconds(250)

    public init(_ service: VideoService, logger: Logger) {
        self.service = service
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tick()
                try? await Task.sleep(for: Self.period)
            }
        }
        // Likes that are not stored yet would be lost.
        do { try await service.liveService.hub.publishLikes(at: service.clock()) } catch { warn(error) }
    }

    private func tick() async {
        do { try await service.liveService.hub.tick(at: service.clock()) } catch { warn(error) }
        // Scheduled streams start also while the events of others can't be forwarded.
        do { try await service.liveService.begin(at: service.clock()) } catch { warn(error) }
    }

    private func warn(_ error: any Error) { logger.warning("live-stream timers failed", metadata: ["fault": "\(error)"]) }
}

extension LiveStreamService {
    /// Seconds before a failed timer is retried.
    private static let retryDelay = 10.0

    /// Fires all timers that are due.
    /// - Throws: the last failure, after all timers were tried.
    func begin(at now: Date) async throws {
        var failure: (any Error)?
        for timer in try await catalogue.live.due(at: now) {
            do { try await perform(timer, at: now) } catch {
                failure = error
                let again = now.addingTimeInterval(Self.retryDelay)
                // If that fails too, the timer stays due.
                try? await catalogue.live.perform(on: timer.stream, at: now) { try $0.set(timer, due: again) }
            }
        }
        if let failure { throw failure }
    }

    private func perform(_ timer: LiveTimer, at now: Date) async throws {
        switch timer.kind {
        case .start:
            do { _ = try await move(.start, timer.stream, at: now) } catch let error as APIError
                where error.code == .invalidTransition || error.code == .notFound
            {
                // The stream was started or deleted meanwhile, so nothing is left to do.
                _ = try await catalogue.live.perform(on: timer.stream, at: now) { try $0.take(timer) }
            }
        case .remind: try await remind(timer.stream, at: now)
        }
    }
}
