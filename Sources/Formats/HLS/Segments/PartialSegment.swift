// SPDX-License-Identifier: Apache-2.0

/// A part of a segment that can be fetched before the segment is complete (EXT-X-PART, RFC 8216bis 4.4.4.9).
public struct PartialSegment: Hashable, Sendable {
    /// Where the part is.
    public var uri: URIReference
    /// Seconds.
    public var duration: Double
    /// Seconds on the playlist's timeline, see ``MediaSegment/start``.
    public var start: Double
    /// The part's range in the resource; nil for all of it.
    public var byteRange: ByteRange?
    /// Whether it starts with an independent frame, so that playback may start or switch here.
    public var isIndependent: Bool
    /// Whether it is marked as missing.
    public var isGap: Bool

    public init(
        uri: URIReference, duration: Double, start: Double = 0, byteRange: ByteRange? = nil, isIndependent: Bool = false,
        isGap: Bool = false
    ) {
        self.uri = uri
        self.duration = duration
        self.start = start
        self.byteRange = byteRange
        self.isIndependent = isIndependent
        self.isGap = isGap
    }
}
