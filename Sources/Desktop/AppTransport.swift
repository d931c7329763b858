// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxDesktop
import WindowboxTransport

extension Transport where Self == RoutingTransport {
    /// For the app: URLs that users enter may be loaded with or without TLS, and requests use the proxies of the desktop's settings.
    static var ofApp: RoutingTransport {
        var configuration = HTTPTransport.Configuration()
        configuration.proxies = DesktopProxies.policy(environment: ProcessInfo.processInfo.environment)
        return .secure(allowing: .always, configuration)
    }
}
