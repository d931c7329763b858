// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxTransport

@testable import WindowboxDesktop

@Suite("Proxies of the desktop's settings")
struct DesktopProxiesTests {
    @Test("The first proxy of a supported kind is used")
    func order() {
        #expect(DesktopProxies.first(of: ["http://proxy.example:3128"]) == HTTPProxy(host: "proxy.example", port: 3128))
        #expect(DesktopProxies.first(of: ["socks4://a:1", "socks5://b:1080", "direct://"]) == HTTPProxy(.socks5, host: "b", port: 1080))
        #expect(DesktopProxies.first(of: ["direct://", "http://proxy.example:3128"]) == nil)
        let withName = DesktopProxies.first(of: ["http://name:secret@proxy.example:8080/"])
        #expect(withName == HTTPProxy(host: "proxy.example", port: 8080, user: "name", password: "secret"))
        #expect(DesktopProxies.first(of: []) == nil)
        #expect(DesktopProxies.first(of: ["", "socks4://a:1", "nonsense://"]) == nil)
    }

    @Test("The environment takes precedence if it names a proxy")
    func environment() {
        func isEnvironment(_ variables: [String: String]) -> Bool {
            if case .environment = DesktopProxies.policy(environment: variables) { true } else { false }
        }
        #expect(isEnvironment(["https_proxy": "http://a:1"]))
        #expect(isEnvironment(["ALL_PROXY": "socks5://a:1"]))
        #expect(!isEnvironment([:]))
        #expect(!isEnvironment(["http_proxy": "", "no_proxy": "*"]))
    }
}
