// SPDX-License-Identifier: Apache-2.0

import CGIO
public import WindowboxTransport

/// The proxies of the desktop's settings: those of GNOME (`org.gnome.system.proxy`), of libproxy, or of a sandbox's portal, with their
/// exceptions and automatic configuration.
public enum DesktopProxies {
    private static let variables = ["http_proxy", "https_proxy", "all_proxy"]

    /// The proxies that a program of the desktop uses: those of the environment if it names any, else those of the desktop's settings.
    ///
    /// Of several proxies for a URL, the first of a supported kind is used (HTTP or SOCKS 5). A change of the settings applies to the next
    /// request.
    /// - Parameter environment: the environment of the process.
    public static func policy(environment: [String: String]) -> ProxyPolicy {
        let isStated = variables.contains { environment[$0]?.isEmpty == false || environment[$0.uppercased()]?.isEmpty == false }
        return isStated ? .environment : .custom { proxy(for: $0) }
    }

    /// The desktop's proxy for a URL; nil for a direct connection, and where the settings can't be read.
    static func proxy(for url: String) -> HTTPProxy? {
        // GIO's default resolver is a singleton that may be used on any thread.
        guard let list = g_proxy_resolver_lookup(g_proxy_resolver_get_default(), url, nil, nil) else { return nil }
        defer { g_strfreev(list) }
        var choices: [String] = []
        while let choice = list[choices.count] { choices.append(String(cString: choice)) }
        return first(of: choices)
    }

    /// The first usable entry of a list as GIO writes it: `http://host:port`, `socks5://host:port` or `direct://`.
    static func first(of choices: [String]) -> HTTPProxy? {
        for choice in choices {
            if choice.hasPrefix("direct:") { return nil }
            if let proxy = HTTPProxy(choice) { return proxy }
        }
        return nil
    }
}
