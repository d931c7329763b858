// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A URL that can be requested over HTTP.
struct HTTPAddress {
    let url: URL
    let isSecure: Bool
    let host: String
    let port: Int

    init(_ text: String) throws(TransportError) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: true), !host.isEmpty
        else {
            throw TransportError(.address, url: text, message: "This is not an absolute http or https URL.")
        }
        self.url = url
        self.host = host.lowercased()
        isSecure = scheme == "https"
        port = url.port ?? (isSecure ? 443 : 80)
    }

    /// Scheme, host and port (RFC 6454).
    var origin: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }

    var text: String { url.absoluteString }

    var path: String { url.path(percentEncoded: true) }

    /// Path and query as sent in a request (RFC 9112 3.2.1).
    var target: String {
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        return (path.isEmpty ? "/" : path) + query
    }

    /// Resolves a reference to an absolute URL (RFC 3986 5).
    func resolve(_ reference: String) -> String? {
        guard let target = URL(string: reference, relativeTo: url)?.absoluteURL else { return nil }
        return target.absoluteString
    }

    /// The URL with another query item, which is already percent-encoded.
    func adding(query item: String) -> String {
        var text = url.absoluteString
        let fragment = text.firstIndex(of: "#").map { String(text[$0...]) } ?? ""
        text.removeLast(fragment.count)
        return text + (text.contains("?") ? "&" : "?") + item + fragment
    }
}
