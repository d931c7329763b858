// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether the service is shutting down: requests are still answered, but their connections close, so that clients reconnect elsewhere.
final class ShutdownState: Sendable {
    private let began = Mutex(false)
    var hasBegun: Bool { began.withLock { $0 } }
    func begin() { began.withLock { $0 = true } }
}
