// SPDX-License-Identifier: Apache-2.0

/// The live edge of another rendition's playlist (EXT-X-RENDITION-REPORT, RFC 8216bis 4.4.5.4).
public struct RenditionReport: Hashable, Sendable {
    /// The other rendition's playlist, relative to this one.
    public var uri: URIReference
    /// The last segment's number; nil means this playlist's own (the standard requires the attribute, but servers omit it).
    public var lastSequence: UInt64?
    /// The index of that segment's last part.
    public var lastPart: Int?

    public init(uri: URIReference, lastSequence: UInt64? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastSequence = lastSequence
        self.lastPart = lastPart
    }
}
