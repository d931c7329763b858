// SPDX-License-Identifier: Apache-2.0

/// Runs work that needs a service while the service is running.
enum ServiceGuard {
    /// - Parameters:
    ///   - ended: Waits for the service to end and returns its last message.
    ///   - work: The work; cancelled if the service ends first.
    /// - Throws: A ``Failure`` if the service ends first; errors of the work.
    static func run(
        until ended: @escaping @Sendable () async -> String, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                let output = await ended()
                try Task.checkCancellation()
                throw Failure.failed("the service exited unexpectedly\(output.isEmpty ? "" : ": \(output)"). Start the demo again.")
            }
            defer { group.cancelAll() }
            do { try await group.next() } catch is CancellationError {
                // The work may have been cancelled because its service ended; then the service's error is reported.
                try await group.next()
            }
        }
    }
}
