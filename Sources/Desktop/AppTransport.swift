// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxDesktop
import WindowboxTransport

extension Transport where Self == RoutingTransport {
    /// For the app: URLs that users enter may be loaded with or without TLS, and requests use the proxies of the desktop's settings.
    static var ofApp: RoutingTransport { ofApp() }

    /// - Parameters:
    ///   - credentials: nil for those of URLs only.
    ///   - asks: whether the user may be asked for credentials.
    static func ofApp(_ credentials: CredentialStore? = nil, asks: Bool = false) -> RoutingTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.proxies = DesktopProxies.policy(environment: ProcessInfo.processInfo.environment)
        configuration.credentials = credentials
        configuration.asksForCredentials = asks
        return .secure(allowing: .always, configuration)
    }
}

/// The transports of a window. They share the credentials of servers.
struct AppTransports: Sendable {
    /// For what the user opens: asks for credentials.
    let media: RoutingTransport
    /// For what the app looks for by itself, such as ads and subtitles.
    let extras: RoutingTransport

    init(_ credentials: CredentialStore) {
        media = .ofApp(credentials, asks: true)
        extras = .ofApp(credentials)
    }
}
