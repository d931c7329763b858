// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether the service is about to end: whoever asks meanwhile is answered, and told to ask elsewhere the next time.
final class ShutdownState: Sendable {
    private let began = Mutex(false)
    var hasBegun: Bool { began.withLock { $0 } }
    func begin() { began.withLock { $0 = true } }
}
