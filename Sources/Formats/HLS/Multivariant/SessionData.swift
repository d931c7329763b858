// SPDX-License-Identifier: Apache-2.0

/// Arbitrary session data of the author (EXT-X-SESSION-DATA, RFC 8216bis 4.4.6.4).
public struct SessionData: Hashable, Sendable {
    /// The data itself, or where it is.
    public enum Content: Hashable, Sendable {
        /// The VALUE attribute.
        case value(String)
        /// A JSON document.
        case json(URIReference)
        /// Any document.
        case raw(URIReference)
    }
    /// DATA-ID, in reverse DNS notation: `com.example.title`. Several entries of one ID have different languages.
    public var id: String
    /// The data or its location.
    public var content: Content
    /// BCP 47 tag.
    public var language: String?

    public init(id: String, content: Content, language: String? = nil) {
        self.id = id
        self.content = content
        self.language = language
    }
}
