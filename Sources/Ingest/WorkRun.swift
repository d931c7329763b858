// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxPackager

/// Does imports that others asked for.
struct WorkRun {
    let program: IngestProgram

    func run() async throws {
        try await program.catalogue.withIngest(program.settings()) { ingest, _ in
            let worker = ingest.worker()
            if program.untilIdle {
                while try await worker.runOne() { try Task.checkCancellation() }
            } else {
                await worker.run()
            }
        }
    }
}
