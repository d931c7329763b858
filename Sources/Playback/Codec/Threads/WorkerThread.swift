// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A dedicated thread for blocking work, which must stay off Swift's cooperative pool.
package enum WorkerThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread, which ends when `run` returns.
    package static func start(run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run)).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, body)
        precondition(result == 0, "no thread could be started: error \(result)")
        pthread_detach(thread)
    }
}
