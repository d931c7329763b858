// SPDX-License-Identifier: Apache-2.0

/// A URI as a playlist writes it, together with what it is relative to.
///
/// Resolving happens when ``url`` is read: a playlist of 100,000 segments does not pay for addresses that nobody fetches.
public struct URIReference: Hashable, Sendable, ExpressibleByStringLiteral {
    /// As written, after variable substitution.
    public var text: String
    /// The address of the playlist it stood in, after redirects; empty when not known.
    public var base: String

    public init(_ text: String, base: String = "") {
        self.text = text
        self.base = base
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// The absolute address (RFC 3986 section 5.2); the text itself when the base is not known.
    public var url: String { base.isEmpty ? text : URIResolver.resolve(text, against: base) }
}
