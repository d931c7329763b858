// SPDX-License-Identifier: Apache-2.0

/// Arbitrary session data of the author (EXT-X-SESSION-DATA, RFC 8216bis 4.4.6.4).
public struct SessionData: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case value(String)
        /// A JSON document.
        case json(URIReference)
        /// Any document.
        case raw(URIReference)
    }
    public var id: String
    public var content: Content
    /// BCP 47 tag.
    public var language: String?

    public init(id: String, content: Content, language: String? = nil) {
        self.id = id
        self.content = content
        self.language = language
    }
}
