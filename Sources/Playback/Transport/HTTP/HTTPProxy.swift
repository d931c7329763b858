// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A proxy server: one that opens tunnels (HTTP `CONNECT`, RFC 9110 9.3.6), or one that speaks SOCKS 5 (RFC 1928).
public struct HTTPProxy: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case http, socks5 }

    public var kind: Kind
    public var host: String
    public var port: Int
    /// Asked for by some HTTP proxies (Basic); SOCKS goes without.
    public var user: String?
    public var password: String?

    public init(_ kind: Kind = .http, host: String, port: Int, user: String? = nil, password: String? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.user = user
        self.password = password
    }

    /// - Parameter text: as in the variable `https_proxy`: `http://name:password@host:3128`, `socks5://host:1080`, or `host:3128`. Without a
    ///   port it is 1080, as in curl.
    /// - Returns: nil when it can't be read, or is of a kind that is not known here.
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

/// Which requests go through a proxy. Requests to this machine never do.
public enum ProxyPolicy: Sendable {
    /// All connections are made directly.
    case direct
    /// As the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment say, read as curl reads them.
    case environment
    /// As the application says for each address; nil is directly.
    case custom(@Sendable (String) -> HTTPProxy?)
}

/// The variables that name proxies.
struct EnvironmentProxies: Sendable {
    private let variables: [String: String]

    /// - Parameter environment: of the process.
    init(_ environment: [String: String]) {
        var variables: [String: String] = [:]
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            // `HTTP_PROXY` is not read: where a web server starts programs, it is a header field of whoever asks.
            let upper = name == "http_proxy" ? nil : environment[name.uppercased()]
            if let value = environment[name] ?? upper, !value.isEmpty { variables[name] = value }
        }
        self.variables = variables
    }

    static let ofProcess = EnvironmentProxies(ProcessInfo.processInfo.environment)

    /// - Throws: ``TransportError`` when a variable names no proxy that can be used.
    func proxy(for address: HTTPAddress) throws(TransportError) -> HTTPProxy? {
        guard let name = [address.isSecure ? "https_proxy" : "http_proxy", "all_proxy"].first(where: { variables[$0] != nil }),
            let text = variables[name], !isExcepted(address)
        else { return nil }
        guard let proxy = HTTPProxy(text) else {
            throw TransportError(
                .connection, url: address.text,
                message: "The variable \(name) names no proxy that can be used. It should read http://host:port or socks5://host:port.")
        }
        return proxy
    }

    /// Names with all that lies below them, addresses, blocks of IPv4 addresses, and `*`; each with a port or without.
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
