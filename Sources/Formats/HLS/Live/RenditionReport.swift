// SPDX-License-Identifier: Apache-2.0

/// How far another rendition's playlist has come (EXT-X-RENDITION-REPORT, RFC 8216bis 4.4.5.4).
public struct RenditionReport: Hashable, Sendable {
    public var uri: URIReference
    /// That of its last segment; nil stands for this playlist's own (the standard demands it, servers leave it out).
    public var lastSequence: UInt64?
    /// Index of the last part of that segment.
    public var lastPart: Int?

    public init(uri: URIReference, lastSequence: UInt64? = nil, lastPart: Int? = nil) {
        self.uri = uri
        self.lastSequence = lastSequence
        self.lastPart = lastPart
    }
}
