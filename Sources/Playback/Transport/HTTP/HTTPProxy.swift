// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A proxy server: an HTTP proxy with `CONNECT` tunnels (RFC 9110 9.3.6), or a SOCKS 5 proxy (RFC 1928).
public struct HTTPProxy: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case http, socks5 }

    public var kind: Kind
    public var host: String
    public var port: Int
    /// Required by some HTTP proxies (Basic); not used for SOCKS.
    public var user: String?
    public var password: String?

    public init(_ kind: Kind = .http, host: String, port: Int, user: String? = nil, password: String? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }

    /// - Parameter text: as in the variable `https_proxy`: `http://name:password@host:3128`, `socks5://host:1080`, or `host:3128`. The
    ///   default port is 1080, as in curl.
    /// - Returns: nil if it is invalid or of an unsupported kind.
    public init?(_ text: String) {
        let text = text.contains("://") ? text : "http://" + text
        let split = HTTPCredentials.split(text)
        guard let url = URL(string: split?.address ?? text), let host = url.host(percentEncoded: false), !host.isEmpty else { return nil }
        switch url.scheme?.lowercased() {
        case "http": kind = .http
        case "socks", "socks5", "socks5h": kind = .socks5
        default: return nil
        }
        self.host = host
        port = url.port ?? 1080
        user = split?.credentials.user
        password = split?.credentials.password
        guard (1...65535).contains(port) else { return nil }
    }
}

/// Which requests use a proxy. Requests to this machine never do.
public enum ProxyPolicy: Sendable {
    /// All connections are made directly.
    case direct
    /// From the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, with the same rules as curl.
    case environment
    /// Chosen by the application for each URL; nil means a direct connection.
    case custom(@Sendable (String) -> HTTPProxy?)
}

extension ProxyPolicy {
    /// - Returns: nil for a direct connection.
    /// - Throws: ``TransportError`` if the environment contains an unusable proxy.
    func proxy(for address: HTTPAddress) throws(TransportError) -> HTTPProxy? {
        // A proxy's loopback interface is on another machine.
        if PlainHTTPPolicy.loopbackOnly.allows(host: address.host) { return nil }
        switch self {
        case .direct: return nil
        case .environment: return try EnvironmentProxies.ofProcess.proxy(for: address)
        case .custom(let choose): return choose(address.text)
        }
    }
}

/// The proxies named by environment variables.
struct EnvironmentProxies: Sendable {
    private let variables: [String: String]

    /// - Parameter environment: the environment of the process.
    init(_ environment: [String: String]) {
        var variables: [String: String] = [:]
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            // `HTTP_PROXY` is ignored: in a CGI program it is a request header field that clients control.
            let upper = name == "http_proxy" ? nil : environment[name.uppercased()]
            if let value = environment[name] ?? upper, !value.isEmpty { variables[name] = value }
        }
        self.variables = variables
    }

    static let ofProcess = EnvironmentProxies(ProcessInfo.processInfo.environment)

    /// - Throws: ``TransportError`` if a variable contains an unusable proxy.
    func proxy(for address: HTTPAddress) throws(TransportError) -> HTTPProxy? {
        guard let name = [address.isSecure ? "https_proxy" : "http_proxy", "all_proxy"].first(where: { variables[$0] != nil }),
            let text = variables[name], !isExcepted(address)
        else { return nil }
        guard let proxy = HTTPProxy(text) else {
            throw TransportError(
                .connection, url: address.text,
                message: "The variable \(name) doesn't contain a usable proxy. It should read http://host:port or socks5://host:port.")
        }
        return proxy
    }

    /// Checks `no_proxy`: names including their subdomains, addresses, IPv4 blocks and `*`, each with an optional port.
    private func isExcepted(_ address: HTTPAddress) -> Bool {
        let host = address.host.trimmingBrackets
        return (variables["no_proxy"] ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            if entry == "*" { return true }
            var name = entry.drop { $0 == "." }
            if let colon = name.lastIndex(of: ":"),
                name.firstIndex(of: ":") == colon || name.hasPrefix("[") && name[..<colon].hasSuffix("]")
            {
                guard Int(name[name.index(after: colon)...]) == address.port else { return false }
                name = name[..<colon]
            }
            if let slash = name.firstIndex(of: "/"), let length = Int(name[name.index(after: slash)...]) {
                guard let block = Self.bits(name[..<slash]), let own = Self.bits(host[...]), (0...32).contains(length) else { return false }
                return length == 0 || (block ^ own) >> UInt32(32 - length) == 0
            }
            let plain = String(name).trimmingBrackets
            return host == plain || host.hasSuffix("." + plain)
        }
    }

    private static func bits(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4 else { return nil }
        return parts.reduce(UInt32?.some(0)) { sum, part in sum.flatMap { sum in part.map { sum << 8 | UInt32($0) } } }
    }
}

extension String {
    fileprivate var trimmingBrackets: String { hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self }
}
