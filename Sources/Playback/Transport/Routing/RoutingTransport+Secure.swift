// SPDX-License-Identifier: Apache-2.0

extension RoutingTransport {
    /// The usual transport of an application: HTTP without TLS is refused but for this machine and the hosts that are named.
    ///
    /// It is what players and services use where nothing else is said; each refuses on its own.
    /// - Parameter plainHTTP: where else it may be used; `PlainHTTPPolicy.always` allows it everywhere.
    public static func secure(
        allowing plainHTTP: PlainHTTPPolicy = .loopbackOnly, _ configuration: HTTPTransport.Configuration = .init()
    ) -> RoutingTransport {
        var configuration = configuration
        configuration.plainHTTP = plainHTTP
        return RoutingTransport(http: HTTPTransport(configuration))
    }
}
