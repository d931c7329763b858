// SPDX-License-Identifier: Apache-2.0

/// The initialization section needed to parse segments (EXT-X-MAP, RFC 8216bis 4.4.4.5).
public struct InitializationMap: Hashable, Sendable {
    /// Where the section is.
    public var uri: URIReference
    /// The section's range in the resource; nil for all of it.
    public var byteRange: ByteRange?
    /// The keys in effect at the tag; empty for an unencrypted section.
    public var keys: [Key]

    public init(uri: URIReference, byteRange: ByteRange? = nil, keys: [Key] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
    }
}
