// SPDX-License-Identifier: Apache-2.0

/// Implements the rules of RFC 6265 5.3 and 5.4. Times are seconds since 1970.
struct CookieStore {
    struct Cookie: Hashable {
        var name: String
        var value: String
        var domain: String
        /// Whether it is sent only to the domain itself, not to its subdomains.
        var isHostOnly: Bool
        var path: String
        var isSecure: Bool
        var expires: Double?
    }

    var cookies: [Cookie] = []
    /// Limits the number of cookies; the oldest are removed first.
    static let maximumCount = 300
    /// Limits the number of cookies of one domain, so that a server can't push out those of others (RFC 6265 6.1).
    static let maximumPerDomain = 50
    /// Limits the size of a cookie field in bytes.
    static let maximumBytes = 4096

    mutating func take(_ field: String, host: String, path requestPath: String, isSecure: Bool, at now: Double) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        // Controls can't be sent back (RFC 6265bis 5.7).
        guard field.utf8.count <= Self.maximumBytes, !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }),
            let pair = split(parts[0]), !pair.name.isEmpty
        else { return }
        var cookie = Cookie(
            name: pair.name, value: pair.value, domain: host, isHostOnly: true, path: defaultPath(requestPath), isSecure: false,
            expires: nil)
        var age: Double?
        for part in parts.dropFirst() {
            let (name, value) = split(part) ?? (String(part), "")
            switch name.lowercased() {
            case "domain":
                let domain = String(value.drop { $0 == "." }).lowercased()
                if domain.isEmpty { continue }
                guard host == domain || (host.hasSuffix("." + domain) && domain.contains(".") && !isNumeric(host)) else { return }
                cookie.domain = domain
                cookie.isHostOnly = false
            case "path" where value.hasPrefix("/"): cookie.path = value
            case "secure": cookie.isSecure = true
            case "max-age": age = seconds(value) ?? age
            case "expires": cookie.expires = HTTPDate(value)?.secondsSince1970
            default: continue
            }
        }
        if cookie.isSecure, !isSecure { return }
        guard keepsPrefix(cookie, isSecure: isSecure), isSecure || !hidesSecure(cookie) else { return }
        if let age { cookie.expires = now + age }
        cookies.removeAll { $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path }
        if let expires = cookie.expires, expires <= now { return }
        cookies.append(cookie)
        if cookies.count(where: { $0.domain == cookie.domain }) > Self.maximumPerDomain {
            if let oldest = cookies.firstIndex(where: { $0.domain == cookie.domain }) { cookies.remove(at: oldest) }
        }
        if cookies.count > Self.maximumCount { cookies.removeFirst() }
    }

    /// The `Cookie` field for a request; nil if no cookie matches.
    mutating func header(host: String, path: String, isSecure: Bool, at now: Double) -> String? {
        cookies.removeAll { $0.expires.map { $0 <= now } ?? false }
        let path = path.isEmpty ? "/" : path
        let fitting = cookies.filter { cookie in
            (host == cookie.domain || (!cookie.isHostOnly && host.hasSuffix("." + cookie.domain)))
                && (!cookie.isSecure || isSecure) && covers(cookie.path, path)
        }
        if fitting.isEmpty { return nil }
        return fitting.sorted { $0.path.utf8.count > $1.path.utf8.count }.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Checks the requirements of cookie name prefixes (RFC 6265bis 4.1.3).
    private func keepsPrefix(_ cookie: Cookie, isSecure: Bool) -> Bool {
        let name = cookie.name.lowercased()
        if name.hasPrefix("__secure-") { return cookie.isSecure }
        if name.hasPrefix("__host-") { return cookie.isSecure && cookie.isHostOnly && cookie.path == "/" }
        return true
    }

    /// Plain HTTP must not replace a secure cookie (RFC 6265bis 5.7).
    private func hidesSecure(_ cookie: Cookie) -> Bool {
        func isAt(_ domain: String, orBelow other: String) -> Bool { domain == other || domain.hasSuffix("." + other) }
        return cookies.contains { held in
            held.isSecure && held.name == cookie.name && covers(held.path, cookie.path)
                && (isAt(held.domain, orBelow: cookie.domain) || isAt(cookie.domain, orBelow: held.domain))
        }
    }

    /// An IPv4 address has no parent domains (RFC 6265 5.1.3); a host that ends in a number is one.
    private func isNumeric(_ host: String) -> Bool { host.split(separator: ".").last?.utf8.allSatisfy(\.isDigit) ?? false }

    private func covers(_ cookiePath: String, _ path: String) -> Bool {
        path == cookiePath || (path.hasPrefix(cookiePath) && (cookiePath.hasSuffix("/") || path.dropFirst(cookiePath.count).hasPrefix("/")))
    }

    private func defaultPath(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Parses digits after an optional minus, nothing else (RFC 6265 5.2.2).
    private func seconds(_ text: String) -> Double? {
        guard let last = text.utf8.last, last.isDigit, text.utf8.drop(while: { $0 == 0x2D }).allSatisfy(\.isDigit) else { return nil }
        return Double(text)
    }

    private func split(_ text: some StringProtocol) -> (name: String, value: String)? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        return (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

private func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(start[...$0]) } ?? ""
}
