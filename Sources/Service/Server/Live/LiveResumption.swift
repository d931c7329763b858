// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract

/// Holds what is on the air against what the catalogue says: streams that an earlier process had there go on, and so do those that
/// another process was asked to begin. All are taken off when the group shuts down.
public struct LiveResumption: Service {
    private let service: VideoService
    private let studio: LiveIngestManager
    private let logger: Logger
    /// The newest streams that are looked at each time; all are when it begins.
    private static let newest = 200
    /// Seconds after which one that could not be put on the air is tried again.
    private static let patience = 30.0

    /// - Parameter studio: the service's own.
    public init(_ service: VideoService, studio: LiveIngestManager, logger: Logger) {
        self.service = service
        self.studio = studio
        self.logger = logger
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var refused: [String: Date] = [:]
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                do { try await reconcile(Self.newest, &refused) } catch is CancellationError { return } catch {
                    logger.warning("live streams can't be looked up", metadata: ["fault": "\(error)"])
                }
            }
        }
        await studio.close()
    }

    /// Puts on the air what was there. To be done before anybody is told where streams are.
    /// - Throws: `CatalogueError`.
    public func resume() async throws {
        var refused: [String: Date] = [:]
        try await reconcile(10_000, &refused)
    }

    private func reconcile(_ limit: Int, _ refused: inout [String: Date]) async throws {
        let (resources, now) = (service.catalogue.resources, service.clock())
        await studio.endForgottenRehearsals()
        let (begun, rehearsals) = (await studio.onAir, await studio.rehearsals)
        let streams = try await resources.list(LiveStream.self, parent: nil, before: nil, since: nil, limit: limit)
        for stream in streams
        where stream.status.isActive && stream.isTakenIn
            && (!begun.contains(stream.id) || rehearsals.contains(stream.id))
        {
            if let last = refused[stream.id], now.timeIntervalSince(last) < Self.patience { continue }
            do {
                let place = try await studio.begin(stream.opened(by: service.vault)).sealed(in: service.vault)
                _ = try await resources.update(LiveStream.self, id: stream.id, at: now) { place.describe(&$0) }
                refused[stream.id] = nil
            } catch {
                refused[stream.id] = now
                logger.warning("live stream can't go on", metadata: ["stream": "\(stream.id)", "fault": "\(error)"])
            }
        }
        let known = try await resources.find(LiveStream.self, ids: begun)
        for id in begun where known.first(where: { $0.id == id })?.status.isActive != true {
            // Between its place and its first moment a stream is not live yet.
            if known.contains(where: { $0.id == id && $0.status == .idle }) { continue }
            // Nobody said that it ends: its record can't be read.
            if try await resources.damaged(LiveStream.self, id: id) != nil { continue }
            if let last = refused[id], now.timeIntervalSince(last) < Self.patience { continue }
            do {
                _ = try await service.stage.takeOff(id, at: now)
                refused[id] = nil
            } catch {
                refused[id] = now
                logger.warning("live stream's recording can't be kept yet", metadata: ["stream": "\(id)", "fault": "\(error)"])
            }
        }
    }
}
