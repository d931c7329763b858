// SPDX-License-Identifier: Apache-2.0

/// A URI as written in a playlist, with the base it is relative to.
///
/// It is resolved when ``url`` is read, so that parsing a playlist with 100,000 segments does not resolve URLs that are never loaded.
public struct URIReference: Hashable, Sendable, ExpressibleByStringLiteral {
    /// As written, after variable substitution.
    public var text: String
    /// The URL of the playlist that contains it, after redirects; empty if unknown.
    public var base: String

    public init(_ text: String, base: String = "") {
        self.text = text
        self.base = base
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// The absolute URL (RFC 3986 section 5.2); the text itself if the base is unknown.
    public var url: String { base.isEmpty ? text : URIResolver.resolve(text, against: base) }
}
