// SPDX-License-Identifier: Apache-2.0

/// The initialization section that segments need to be parsed (EXT-X-MAP, RFC 8216bis 4.4.4.5).
public struct InitializationMap: Hashable, Sendable {
    public var uri: URIReference
    public var byteRange: ByteRange?
    /// The keys in force where the tag stood; empty for a section in the clear.
    public var keys: [Key]

    public init(uri: URIReference, byteRange: ByteRange? = nil, keys: [Key] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
    }
}
