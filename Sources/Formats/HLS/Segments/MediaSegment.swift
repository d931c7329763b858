// SPDX-License-Identifier: Apache-2.0

/// A media segment with all attributes that apply to it: persistent tags (keys, map, bitrate) are repeated on each segment.
public struct MediaSegment: Hashable, Sendable {
    /// Where the segment is. Empty for ``MediaPlaylist/upcoming``.
    public var uri: URIReference
    /// Seconds, from EXTINF. For ``MediaPlaylist/upcoming``, the sum of its parts so far.
    public var duration: Double
    /// Seconds on the playlist's timeline: 0 is the first segment of the first load, and merged reloads continue from there.
    public var start: Double
    /// The media sequence number. It may use all 64 bits, so convert it with `clamping`.
    public var sequence: UInt64
    /// The number of discontinuities before it in the stream. Segments with the same number have continuous timestamps and encoding.
    public var discontinuitySequence: UInt64
    /// The date of the segment's first sample in seconds since 1970: stated, or extrapolated from the nearest stated date; nil if the
    /// playlist states none.
    public var programDateTime: Double?
    /// Whether the segment has its own EXT-X-PROGRAM-DATE-TIME.
    public var statesProgramDateTime: Bool
    /// Whether an EXT-X-DISCONTINUITY precedes the segment.
    public var isDiscontinuity: Bool
    /// Whether the segment is marked as missing and must not be loaded (EXT-X-GAP).
    public var isGap: Bool
    /// The text after the duration; empty if there is none.
    public var title: String
    /// The segment's range in the resource; nil for all of it.
    public var byteRange: ByteRange?
    /// Approximate kbit/s, from EXT-X-BITRATE.
    public var bitrate: Int?
    /// One key per KEYFORMAT; any one of them decrypts the segment. Empty if it is not encrypted.
    public var keys: [Key]
    /// The parts of this segment, in order; empty once the server has removed them.
    public var parts: [PartialSegment]
    /// The layout of thumbnails in an image segment (EXT-X-TILES).
    public var tiles: Tiles? {
        get { tileTable.first }
        set { tileTable = newValue.map { [$0] } ?? [] }
    }
    /// Unknown tags between the previous segment and this one.
    public var unknownTags: [UnknownTag]

    /// The initialization section to parse before the segment.
    public var map: InitializationMap? {
        get { mapTable.first }
        set { mapTable = newValue.map { [$0] } ?? [] }
    }

    // Arrays of at most one element: thousands of segments share one buffer, at 8 bytes each.
    var mapTable: [InitializationMap]
    var tileTable: [Tiles]

    public init(uri: URIReference, duration: Double, sequence: UInt64 = 0) {
        self.uri = uri
        self.duration = duration
        self.sequence = sequence
        start = 0
        discontinuitySequence = 0
        programDateTime = nil
        statesProgramDateTime = false
        isDiscontinuity = false
        isGap = false
        title = ""
        byteRange = nil
        bitrate = nil
        keys = []
        parts = []
        unknownTags = []
        mapTable = []
        tileTable = []
    }

    init(
        uri: consuming URIReference, duration: Double, start: Double, sequence: UInt64, discontinuitySequence: UInt64,
        programDateTime: Double?, statesProgramDateTime: Bool, isDiscontinuity: Bool, isGap: Bool, title: String, byteRange: ByteRange?,
        bitrate: Int?, keys: [Key], parts: [PartialSegment], unknownTags: [UnknownTag], mapTable: [InitializationMap], tileTable: [Tiles]
    ) {
        self.uri = uri
        self.duration = duration
        self.start = start
        self.sequence = sequence
        self.discontinuitySequence = discontinuitySequence
        self.programDateTime = programDateTime
        self.statesProgramDateTime = statesProgramDateTime
        self.isDiscontinuity = isDiscontinuity
        self.isGap = isGap
        self.title = title
        self.byteRange = byteRange
        self.bitrate = bitrate
        self.keys = keys
        self.parts = parts
        self.unknownTags = unknownTags
        self.mapTable = mapTable
        self.tileTable = tileTable
    }

    /// The first moment after the segment, in seconds on the playlist's timeline.
    public var end: Double { start + duration }

    /// The sixteen-byte IV for this segment: the key's own, or the sequence number in big endian (RFC 8216bis 5.2).
    public func initializationVector(for key: Key) -> [UInt8] {
        if let vector = key.initializationVector { return vector }
        var bytes = [UInt8](repeating: 0, count: 16)
        for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: sequence >> (8 * UInt64(index))) }
        return bytes
    }
}
