// SPDX-License-Identifier: Apache-2.0

extension RoutingTransport {
    /// The default for players and services: refuses HTTP without TLS, except to this machine and the given hosts.
    ///
    /// - Parameter plainHTTP: where plain HTTP is allowed.
    public static func secure(
        allowing plainHTTP: PlainHTTPPolicy = .loopbackOnly, _ configuration: HTTPTransport.Configuration = .init()
    ) -> RoutingTransport {
        var configuration = configuration
        configuration.plainHTTP = plainHTTP
        return RoutingTransport(http: HTTPTransport(configuration))
    }
}

extension Transport where Self == RoutingTransport {
    /// Allows HTTP without TLS everywhere, for programs that open URLs entered by the user.
    ///
    /// Anyone on the network path can read and change data sent over plain HTTP. To reach a few known hosts, prefer
    /// ``RoutingTransport/secure(allowing:_:)``.
    public static var allowingPlainHTTP: RoutingTransport { RoutingTransport.secure(allowing: .always) }
}
