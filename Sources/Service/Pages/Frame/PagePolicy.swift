// SPDX-License-Identifier: Apache-2.0

/// What a browser may do in a page, told with its head (Content Security Policy, level 3).
public struct PagePolicy: Sendable {
    /// Whether pages of others may show this one in a frame.
    public var isEmbeddable = false

    public init(isEmbeddable: Bool = false) { self.isEmbeddable = isEmbeddable }

    /// Scripts and styles are our own files and nothing else, so text that got into a page as markup would still do nothing. Pictures,
    /// media and their playlists may lie elsewhere.
    public var contentSecurity: String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob: https: http:",
            "media-src 'self' blob: https: http:", "connect-src 'self' https: http: wss: ws:", "form-action 'self'", "base-uri 'none'",
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
