// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Synchronization

/// One client for direct connections, and one for each proxy in use.
final class HTTPClients: Sendable {
    private let make: @Sendable (HTTPProxy?) -> HTTPClient
    private let clients = Mutex<[HTTPProxy?: HTTPClient]>([:])
    private let policy: ProxyPolicy
    private let environment: EnvironmentProxies

    /// - Parameter make: creates a client for a proxy; nil means direct connections.
    init(_ policy: ProxyPolicy, environment: EnvironmentProxies = .ofProcess, make: @escaping @Sendable (HTTPProxy?) -> HTTPClient) {
        self.policy = policy
        self.environment = environment
        self.make = make
    }

    deinit {
        for client in clients.withLock({ $0.values.map { $0 } }) { client.shutdown { _ in } }
    }

    /// - Throws: ``TransportError`` if the environment contains an unusable proxy.
    func client(for address: HTTPAddress) throws(TransportError) -> HTTPClient {
        let proxy = try proxy(for: address)
        return clients.withLock { clients in
            if let client = clients[proxy] { return client }
            let client = make(proxy)
            clients[proxy] = client
            return client
        }
    }

    private func proxy(for address: HTTPAddress) throws(TransportError) -> HTTPProxy? {
        // A proxy's loopback interface is on another machine.
        if PlainHTTPPolicy.loopbackOnly.allows(host: address.host) { return nil }
        switch policy {
        case .direct: return nil
        case .environment: return try environment.proxy(for: address)
        case .custom(let choose): return choose(address.text)
        }
    }
}
