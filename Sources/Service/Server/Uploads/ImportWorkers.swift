// SPDX-License-Identifier: Apache-2.0

public import Logging
public import ServiceLifecycle
import WindowboxCatalogue
import WindowboxPackager

/// Packages uploaded videos in this process; other processes may do so too (`windowbox ingest --work`).
public struct ImportWorkers: Service {
    private let service: VideoService
    private let logger: Logger

    public init(_ service: VideoService, logger: Logger) {
        self.service = service
        self.logger = logger
    }

    public func run() async throws {
        guard let uploadPipeline = service.uploadPipeline, service.settings.workers > 0 else {
            return try await gracefulShutdown()
        }
        var configuration = JobWorker.Configuration()
        configuration.onEvent = { [logger] event in Self.log(event, logger) }
        let settings = configuration
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<service.settings.workers {
                    var own = settings
                    own.name += "-\(number)"
                    let worker = uploadPipeline.ingest.worker(own)
                    group.addTask { await worker.run() }
                }
            }
        }
    }

    private static func log(_ event: JobWorker.Event, _ logger: Logger) {
        switch event {
        case .began(let job): logger.info("job began", metadata: ["job": "\(job.id)", "kind": "\(job.kind)", "attempt": "\(job.attempt)"])
        case .done(let job): logger.info("job done", metadata: ["job": "\(job.id)"])
        case .failed(let job, let fault, let isFinal):
            logger.warning("job failed", metadata: ["job": "\(job.id)", "fault": "\(fault)", "final": "\(isFinal)"])
        case .warned(let job, let warning): logger.warning("job incomplete", metadata: ["job": "\(job.id)", "reason": "\(warning)"])
        case .lost(let job): logger.warning("job taken over by another worker", metadata: ["job": "\(job.id)"])
        case .stopped(let fault): logger.warning("jobs interrupted", metadata: ["fault": "\(fault)"])
        }
    }
}
