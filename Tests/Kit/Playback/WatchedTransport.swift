// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxTransport

/// A transport with a callback before each request is sent.
final class WatchedTransport: Transport {
    typealias Watcher = @Sendable (TransportRequest) async -> Void

    private let transport: any Transport
    private let watcher = Mutex<Watcher?>(nil)

    init(_ transport: any Transport) { self.transport = transport }

    func watch(_ watcher: @escaping Watcher) { self.watcher.withLock { $0 = watcher } }

    func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let watcher = watcher.withLock { $0 }
        await watcher?(request)
        return try await transport.open(request)
    }
}
