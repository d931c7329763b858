// SPDX-License-Identifier: Apache-2.0

extension HTTPTransport {
    /// Adds header fields to a request as it is sent: a changing token, or a session's name. Called again for every redirect.
    public typealias HeaderHook = @Sendable (TransportRequest) async -> TransportHeaders

    public struct Configuration: Sendable {
        public var userAgent = "Windowbox/0.1"
        /// Sent with every request to its original origin; a request's own fields take precedence.
        public var headers: TransportHeaders = [:]
        public var headerHook: HeaderHook?
        /// Where HTTP without TLS is allowed; by default only on this machine.
        public var plainHTTP = PlainHTTPPolicy.loopbackOnly
        /// Redirects from https to http are errors unless this is set.
        public var allowsDowngrade = false
        /// Redirects followed for one request.
        public var maximumRedirects = 10
        /// The jar for all requests; nil leaves it to each request, and players give each item its own jar.
        public var cookies: CookieJar?
        /// Whether cookies are stored and sent at all.
        public var acceptsCookies = true
        /// The user names and passwords for servers that require them; nil keeps those of URLs, and never asks.
        public var credentials: CredentialStore?
        /// Whether the user may be asked for credentials. Switch it off for what nobody has asked for, such as ads.
        public var asksForCredentials = true
        /// Whether to request gzip or deflate for requests with ``TransportRequest/acceptsCompression``, and to decompress responses.
        public var compression = false
        public var commonMediaClientData = CommonMediaClientDataMode.off
        /// Bytes buffered ahead of a body's reader before the network has to wait.
        public var bufferedBytes = 512 << 10
        /// HTTP/1.1 connections per host.
        public var connectionsPerHost = 8
        /// A PEM file of certificate authorities to trust in addition to the system's, for private servers.
        public var trustedAuthorities: String?
        /// Which requests use a proxy.
        public var proxies = ProxyPolicy.environment
        /// Seconds that an idle connection is kept.
        public var keepAlive = 60.0

        public init() {}
    }
}
