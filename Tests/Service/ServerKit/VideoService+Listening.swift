// SPDX-License-Identifier: Apache-2.0

public import Logging
import ServiceLifecycle
public import WindowboxServer

extension VideoService {
    /// Listens on a free local port while a closure runs, and then shuts down gracefully, whatever the outcome.
    ///
    /// - Parameters:
    ///   - log: Receives the log lines; nil drops them.
    ///   - body: Receives the port. It is not called if the service can't listen; the service's error is thrown then.
    public func listening(log: (any LogHandler)? = nil, _ body: @Sendable (_ port: Int) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let server = ServiceServer(self, logger: Logger(label: "test") { _ in log ?? SwiftLogNoOpLogHandler() }) { listening.yield($0) }
        let group = ServiceGroup(services: [server], logger: Logger(label: "group") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { listening.finish() }
                try await group.run()
            }
            if let port = await ports.first(where: { _ in true }) {
                do { try await body(port) } catch {
                    // Errors are reported immediately.
                    await group.triggerGracefulShutdown()
                    throw error
                }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
