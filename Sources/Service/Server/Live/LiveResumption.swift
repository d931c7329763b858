// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxContract

/// Keeps what is on air consistent with the catalogue: resumes streams that were live in an earlier process, and begins those that another
/// process was asked to begin. All are stopped when the service group shuts down.
public struct LiveResumption: Service {
    private let service: VideoService
    private let studio: LiveIngestManager
    private let logger: Logger
    /// The number of newest streams checked each time; at startup all are.
    private static let newest = 200
    /// Seconds before a failed attempt is repeated.
    private static let retryDelay = 30.0

    /// - Parameter studio: the service's own manager.
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

    /// Resumes the streams that were on air. Call this before serving requests.
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
        where stream.status.isActive && stream.isIngested
            && (!begun.contains(stream.id) || rehearsals.contains(stream.id))
        {
            if let last = refused[stream.id], now.timeIntervalSince(last) < Self.retryDelay { continue }
            do {
                let endpoints = try await studio.begin(stream.opened(by: service.vault)).sealed(in: service.vault)
                _ = try await resources.update(LiveStream.self, id: stream.id, at: now) { endpoints.describe(&$0) }
                refused[stream.id] = nil
            } catch {
                refused[stream.id] = now
                logger.warning("live stream can't be resumed", metadata: ["stream": "\(stream.id)", "fault": "\(error)"])
            }
        }
        let known = try await resources.find(LiveStream.self, ids: begun)
        for id in begun where known.first(where: { $0.id == id })?.status.isActive != true {
            // A stream that is being started is still idle.
            if known.contains(where: { $0.id == id && $0.status == .idle }) { continue }
            // It wasn't ended; its record can't be read.
            if try await resources.damaged(LiveStream.self, id: id) != nil { continue }
            if let last = refused[id], now.timeIntervalSince(last) < Self.retryDelay { continue }
            do {
                _ = try await service.liveService.endIngest(id, at: now)
                refused[id] = nil
            } catch {
                refused[id] = now
                logger.warning("live stream's recording can't be kept yet", metadata: ["stream": "\(id)", "fault": "\(error)"])
            }
        }
    }
}
