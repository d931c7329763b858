// SPDX-License-Identifier: Apache-2.0

extension HTTPTransport {
    /// Adds fields to a request as it is sent: a token that changes, a session's name. Asked again for every redirect.
    public typealias HeaderHook = @Sendable (TransportRequest) async -> TransportHeaders

    public struct Configuration: Sendable {
        public var userAgent = "Windowbox/0.1"
        /// Sent with every request to the origin it names; a request's own fields win.
        public var headers: TransportHeaders = [:]
        public var headerHook: HeaderHook?
        /// Where HTTP without TLS may be used: on this machine only, unless it is set.
        public var plainHTTP = PlainHTTPPolicy.loopbackOnly
        /// Redirects from https to http are errors unless this is set.
        public var allowsDowngrade = false
        /// Redirects followed for one request.
        public var maximumRedirects = 10
        /// Of all requests; nil leaves it to each of them, and players give each item a jar of its own.
        public var cookies: CookieJar?
        /// Whether cookies are kept and sent at all.
        public var acceptsCookies = true
        /// Ask for gzip or deflate where the request says that its answer is worth it, and unpack whatever comes packed.
        public var compression = false
        public var commonMediaClientData = CommonMediaClientDataMode.off
        /// Bytes kept ahead of the reader of a body before the network has to wait.
        public var bufferedBytes = 512 << 10
        /// HTTP/1.1 connections per host.
        public var connectionsPerHost = 8
        /// A PEM file of certificate authorities to trust besides the system's: for servers of one's own.
        public var trustedAuthorities: String?
        /// Which requests go through a proxy.
        public var proxies = ProxyPolicy.environment
        /// Seconds a connection without work is kept.
        public var keepAlive = 60.0

        public init() {}
    }
}
