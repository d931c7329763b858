// SPDX-License-Identifier: Apache-2.0

/// Where HTTP without TLS is allowed.
public struct PlainHTTPPolicy: Hashable, Sendable {
    private enum Rule: Hashable, Sendable {
        case always, loopback, never
        case hosts([String])
    }
    private let rule: Rule

    public static let always = PlainHTTPPolicy(rule: .always)
    /// `localhost` and its subdomains, 127.0.0.0/8 and ::1.
    public static let loopbackOnly = PlainHTTPPolicy(rule: .loopback)
    public static let never = PlainHTTPPolicy(rule: .never)
    /// These hosts with their subdomains, and loopback.
    public static func hosts(_ names: [String]) -> PlainHTTPPolicy { PlainHTTPPolicy(rule: .hosts(names.map { $0.lowercased() })) }

    /// - Parameter host: a name or address as in a URL; IPv6 addresses with or without brackets.
    public func allows(host: String) -> Bool {
        let host = host.lowercased()
        switch rule {
        case .always: return true
        case .never: return false
        case .loopback: return isLoopback(host)
        case .hosts(let names): return isLoopback(host) || names.contains { host == $0 || host.hasSuffix("." + $0) }
        }
    }

    private func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
