// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Cookies in memory, gone with the jar. Several transports may share one.
public final class CookieJar: Sendable {
    private let store = Mutex(CookieStore())

    public init() {}

    /// Cookies held now, for tests and for people who ask.
    public var count: Int { store.withLock { $0.cookies.count } }

    public func removeAll() { store.withLock { $0.cookies.removeAll() } }

    func header(for address: HTTPAddress, at seconds: Double) -> String? {
        store.withLock { $0.header(host: address.host, path: address.path, isSecure: address.isSecure, at: seconds) }
    }

    func take(_ fields: [String], from address: HTTPAddress, at seconds: Double) {
        if fields.isEmpty { return }
        store.withLock { store in
            for field in fields { store.take(field, host: address.host, path: address.path, isSecure: address.isSecure, at: seconds) }
        }
    }
}
