// SPDX-License-Identifier: Apache-2.0

/// Does something that needs a service for as long as that runs.
enum ServiceWatch {
    /// - Parameters:
    ///   - ended: comes back when the service has ended, with the last that it said.
    ///   - work: is cancelled when the service ends before it.
    /// - Throws: ``Failure`` when the service ends first; what the work throws.
    static func run(
        until ended: @escaping @Sendable () async -> String, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                let said = await ended()
                try Task.checkCancellation()
                throw Failure.failed("the service ended by itself\(said.isEmpty ? "" : ": \(said)"). Start the demo again.")
            }
            defer { group.cancelAll() }
            do { try await group.next() } catch is CancellationError {
                // The work ends with the service that it needs; why that ended is what counts.
                try await group.next()
            }
        }
    }
}
