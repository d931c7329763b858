// SPDX-License-Identifier: Apache-2.0

/// The security headers of a page (Content Security Policy, level 3).
public struct PagePolicy: Sendable {
    /// Whether other sites may embed the page in a frame.
    public var isEmbeddable = false

    /// Further sources of images, media and playlists: origins such as `https://cdn.example`, or schemes such as `https:`.
    public var origins: [String] = []

    public init(isEmbeddable: Bool = false, origins: [String] = []) {
        self.isEmbeddable = isEmbeddable
        self.origins = origins
    }

    /// Only our own scripts and styles are allowed, so injected markup would have no effect. `'self'` covers
    /// requests to the service itself, including WebSockets.
    public var contentSecurity: String {
        let elsewhere = origins.map { " " + $0 }.joined()
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:\(elsewhere)",
            "media-src 'self' blob:\(elsewhere)", "connect-src 'self'\(elsewhere)", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors \(isEmbeddable ? "*" : "'none'")",
        ].joined(separator: "; ")
    }

    /// The header fields, sorted by name.
    public var fields: [(name: String, value: String)] {
        [
            ("Content-Security-Policy", contentSecurity),
            ("Cross-Origin-Opener-Policy", isEmbeddable ? "unsafe-none" : "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
            ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ]
    }
}
