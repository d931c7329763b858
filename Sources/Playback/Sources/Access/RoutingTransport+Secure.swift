// SPDX-License-Identifier: Apache-2.0

public import WindowboxTransport

extension RoutingTransport {
    /// The usual transport of an application: HTTP without TLS is refused but for this machine and the hosts that are named.
    ///
    /// Give it to the player and to the services: each refuses on its own.
    /// - Parameter plainHTTP: where else it may be used; `PlainHTTPPolicy.always` allows it everywhere.
    public static func secure(
        allowing plainHTTP: PlainHTTPPolicy = .loopbackOnly, _ configuration: HTTPTransport.Configuration = .init()
    ) -> RoutingTransport {
        var configuration = configuration
        configuration.plainHTTP = plainHTTP
        return RoutingTransport(http: HTTPTransport(configuration))
    }
}
