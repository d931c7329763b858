// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Cookies in memory, lost with the jar. Several transports and requests may share one.
public final class CookieJar: Sendable {
    private let store = Mutex(CookieStore())

    public init() {}

    /// The number of stored cookies, for tests and diagnostics.
    public var count: Int { store.withLock { $0.cookies.count } }

    public func removeAll() { store.withLock { $0.cookies.removeAll() } }

    /// Stores a cookie that didn't come with a response, such as a signed cookie from an application's service.
    ///
    /// - Parameters:
    ///   - field: as in `Set-Cookie`: `name=value; Domain=example.com; Path=/; Secure`.
    ///   - url: the http or https URL that the cookie is treated as coming from. Cookies that it may not set are ignored.
    /// - Throws: ``TransportError`` if the URL is invalid.
    public func set(_ field: String, for url: String) throws(TransportError) {
        take([field], from: try HTTPAddress(url), at: wallClockSeconds())
    }

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

/// A jar is equal only to itself.
extension CookieJar: Hashable {
    public static func == (left: CookieJar, right: CookieJar) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
