// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxTransport

/// The default transport, with a callback before each request is sent.
final class WatchedTransport: Transport {
    typealias Watcher = @Sendable (TransportRequest) async -> Void

    private let transport = RoutingTransport()
    private let watcher = Mutex<Watcher?>(nil)

    func watch(_ watcher: @escaping Watcher) { self.watcher.withLock { $0 = watcher } }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let watcher = watcher.withLock { $0 }
        await watcher?(request)
        return try await transport.open(request)
    }
}
