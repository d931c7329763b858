// SPDX-License-Identifier: Apache-2.0

import WindowboxStreaming

/// The redirects that a request has followed, and the rules for following more.
struct RedirectChain {
    private(set) var url: String
    /// Whether the request has reached another scheme, host or port: what was meant for the first must not be sent on.
    private(set) var hasLeftOrigin = false
    private var visited: Set<String>
    private let first: HTTPAddress?
    private let allowsDowngrade: Bool
    private let maximum: Int

    /// - Parameter maximum: the maximum number of redirects.
    init(_ url: String, allowsDowngrade: Bool = false, maximum: Int = 10) {
        self.url = url
        self.allowsDowngrade = allowsDowngrade
        self.maximum = maximum
        visited = [url]
        first = try? HTTPAddress(url)
    }

    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// - Parameter location: the `Location` of the response, absolute or relative.
    mutating func follow(_ location: String?) throws(TransportError) {
        guard let location, !location.isEmpty else { throw refusal("The redirect has no Location.", .invalidRedirect) }
        let current = try HTTPAddress(url)
        guard let target = current.resolve(location) else {
            throw refusal("The redirect's Location is not a valid URL: \(location.prefix(200))", .invalidRedirect)
        }
        guard let next = try? HTTPAddress(target) else {
            throw refusal("The redirect leads out of HTTP, to \(target.prefix(200)).", .invalidRedirect)
        }
        if current.isSecure, !next.isSecure, !allowsDowngrade {
            throw refusal("The redirect leads from https to http, to \(target.prefix(200)).", .insecureRedirect)
        }
        guard visited.insert(target).inserted else {
            throw refusal(
                "The server redirects in a circle, back to \(target.prefix(200)), and never delivers anything. Open the URL in a browser: "
                    + "it may require cookies or signing in.", .redirectLoop)
        }
        guard visited.count <= maximum + 1 else {
            throw refusal(
                "The server redirects more than \(maximum) times. Open the URL in a browser to see where it leads.", .tooManyRedirects)
        }
        if next.origin != first?.origin { hasLeftOrigin = true }
        url = target
    }

    private func refusal(_ message: String, _ reason: FailureReason) -> TransportError {
        TransportError(.redirect, url: url, message: message, reason: reason)
    }
}
