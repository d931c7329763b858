// SPDX-License-Identifier: Apache-2.0

extension RoutingTransport {
    /// The default of players and services: HTTP without TLS is refused, except to this machine and to the hosts that are named.
    ///
    /// - Parameter plainHTTP: where else it may be used.
    public static func secure(
        allowing plainHTTP: PlainHTTPPolicy = .loopbackOnly, _ configuration: HTTPTransport.Configuration = .init()
    ) -> RoutingTransport {
        var configuration = configuration
        configuration.plainHTTP = plainHTTP
        return RoutingTransport(http: HTTPTransport(configuration))
    }
}

extension Transport where Self == RoutingTransport {
    /// HTTP without TLS is allowed everywhere, for programs that open what a person typed.
    ///
    /// Anyone on the way can read and change what comes over plain HTTP. To reach a few known hosts, prefer
    /// ``RoutingTransport/secure(allowing:_:)``.
    public static var allowingPlainHTTP: RoutingTransport { RoutingTransport.secure(allowing: .always) }
}
