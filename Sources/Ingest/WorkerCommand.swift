// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxPackager

/// Processes imports that others have requested.
struct WorkerCommand {
    let program: IngestProgram

    func run() async throws {
        try await program.catalogue.withIngest(program.settings()) { ingest, _ in
            var configuration = JobWorker.Configuration()
            configuration.onEvent = { event in FileHandle.standardOutput.write(Data((Self.line(event) + "\n").utf8)) }
            let worker = ingest.worker(configuration)
            if program.untilIdle {
                while try await worker.runOne() { try Task.checkCancellation() }
            } else {
                await worker.run()
            }
        }
    }

    private static func line(_ event: JobWorker.Event) -> String {
        switch event {
        case .began(let job): "\(job.id) began, try \(job.attempt) of \(job.maxAttempts)"
        case .done(let job): "\(job.id) done"
        case .warned(let job, let warning): "\(job.id): \(warning)"
        case .failed(let job, let fault, let isFinal): "\(job.id) \(isFinal ? "failed" : "will be tried again later"): \(fault)"
        case .lost(let job): "\(job.id) was taken over by another worker"
        case .stopped(let fault): "interrupted, and will go on later: \(fault)"
        }
    }
}
