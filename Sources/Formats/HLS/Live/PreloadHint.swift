// SPDX-License-Identifier: Apache-2.0

/// A resource that will be available soon and may be requested now (EXT-X-PRELOAD-HINT, RFC 8216bis 4.4.5.3).
public struct PreloadHint: Hashable, Sendable {
    /// TYPE: a partial segment, or an initialization section.
    public enum Kind: UInt8, Hashable, Sendable { case part, map }
    /// Whether it is a partial segment or an initialization section.
    public var kind: Kind
    /// Where the resource will be.
    public var uri: URIReference
    /// BYTERANGE-START: the offset of its first byte in the resource.
    public var byteRangeStart: Int
    /// nil extends to the end of the resource.
    public var byteRangeLength: Int?

    public init(kind: Kind, uri: URIReference, byteRangeStart: Int = 0, byteRangeLength: Int? = nil) {
        self.kind = kind
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
    }
}
