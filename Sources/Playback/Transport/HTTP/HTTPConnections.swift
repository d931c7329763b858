// SPDX-License-Identifier: Apache-2.0

/// The persistent connections of a transport. They are closed when this is released.
final class HTTPConnections: Sendable {
    /// Connections per host.
    let perHost: Int
    /// Seconds that an idle connection is kept.
    let keepAlive: Double
    /// A PEM file of certificate authorities to trust in addition to the system's.
    let trustedAuthorities: String?
    private let thread: CurlThread

    init(perHost: Int, keepAlive: Double, trustedAuthorities: String?, thread: CurlThread = .shared) {
        self.perHost = perHost
        self.keepAlive = keepAlive
        self.trustedAuthorities = trustedAuthorities
        self.thread = thread
    }

    deinit { thread.send(.close(ObjectIdentifier(self))) }
}
