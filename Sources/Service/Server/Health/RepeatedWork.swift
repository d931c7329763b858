// SPDX-License-Identifier: Apache-2.0

import Logging
import WindowboxPackager

/// Takes work from a queue in the database until its task is cancelled.
struct RepeatedWork: Sendable {
    /// What fails, for the log.
    let name: String
    let logger: Logger
    /// Seconds between polls when there is nothing to do.
    var pause = 1.0
    /// The longest pause after failures, in seconds.
    private static let longestPause = 60.0

    /// - Parameter once: does one piece of work, and returns whether there was one. If it throws, the cause is logged, and it is called again
    ///   after a pause, which grows while it fails.
    func run(_ once: () async throws -> Bool) async {
        let waits = BackOff(first: pause, longest: max(pause, Self.longestPause))
        var failures = 0
        while !Task.isCancelled {
            do {
                let worked = try await once()
                failures = 0
                if !worked { try? await Task.sleep(for: .seconds(pause)) }
            } catch {
                guard !Task.isCancelled else { return }
                failures += 1
                logger.warning("\(name) interrupted", metadata: ["fault": "\(error)"])
                try? await Task.sleep(for: .seconds(waits.delay(after: failures, jitter: .random(in: 0..<1))))
            }
        }
    }
}
