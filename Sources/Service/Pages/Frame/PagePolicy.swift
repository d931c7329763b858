// SPDX-License-Identifier: Apache-2.0

/// What a browser may do in a page, told with its head (Content Security Policy, level 3).
public struct PagePolicy: Sendable {
    /// Whether pages of others may show this one in a frame.
    public var isEmbeddable = false

    /// Where pictures, media and playlists may lie beside the service itself: origins such as `https://cdn.example`, or schemes with a
    /// colon such as `https:`.
    public var origins: [String] = []

    public init(isEmbeddable: Bool = false, origins: [String] = []) {
        self.isEmbeddable = isEmbeddable
        self.origins = origins
    }

    /// Scripts and styles are our own files and nothing else, so text that got into a page as markup would still do nothing. What is
    /// asked of the service itself, its sockets included, is covered by `'self'`.
    public var contentSecurity: String {
        let elsewhere = origins.map { " " + $0 }.joined()
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:\(elsewhere)",
            "media-src 'self' blob:\(elsewhere)", "connect-src 'self'\(elsewhere)", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors \(isEmbeddable ? "*" : "'none'")",
        ].joined(separator: "; ")
    }

    /// The fields of an answer, in the order of their names.
    public var fields: [(name: String, value: String)] {
        [
            ("Content-Security-Policy", contentSecurity),
            ("Cross-Origin-Opener-Policy", isEmbeddable ? "unsafe-none" : "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
            ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ]
    }
}
