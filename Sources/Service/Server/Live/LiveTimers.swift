// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract

/// Does what live streams do by the clock: begin when they are due, remind, and tell what other processes told. Several processes may do
/// so at once.
public struct LiveTimers: Service {
    private let service: VideoService
    private let logger: Logger
    /// So late is heard at most what happens in another process.
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
        // What is only counted would be lost.
        do { try await service.stage.hub.tellHearts(at: service.clock()) } catch { warn(error) }
    }

    private func tick() async {
        do {
            try await service.stage.hub.tick(at: service.clock())
            try await service.stage.begin(at: service.clock())
        } catch { warn(error) }
    }

    private func warn(_ error: any Error) { logger.warning("live streams fell behind", metadata: ["fault": "\(error)"]) }
}

extension LiveStreamService {
    /// Seconds after which what failed is tried again.
    private static let patience = 10.0

    /// Does all that is due.
    /// - Throws: the last of what failed, once all else is done.
    func begin(at now: Date) async throws {
        var failure: (any Error)?
        for timer in try await catalogue.live.due(at: now) {
            do { try await perform(timer, at: now) } catch {
                failure = error
                let again = now.addingTimeInterval(Self.patience)
                try await catalogue.live.perform(on: timer.stream, at: now) { try $0.set(timer, due: again) }
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
                // It was begun or removed meanwhile: nothing is left to do.
                _ = try await catalogue.live.perform(on: timer.stream, at: now) { try $0.take(timer) }
            }
        case .remind: try await remind(timer.stream, at: now)
        }
    }
}
