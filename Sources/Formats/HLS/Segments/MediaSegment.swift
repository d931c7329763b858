// SPDX-License-Identifier: Apache-2.0

/// One media segment with everything that holds for it: tags that last (keys, map, bitrate) stand on each segment they cover.
public struct MediaSegment: Hashable, Sendable {
    public var uri: URIReference
    /// Seconds, from EXTINF. For ``MediaPlaylist/upcoming`` the sum of its parts so far.
    public var duration: Double
    /// Seconds on the playlist's own timeline: 0 is the first segment of the first load, and merged reloads go on counting.
    public var start: Double
    /// The media sequence number; all 64 bits may be in use, so narrow it with `clamping`.
    public var sequence: UInt64
    /// How many discontinuities came before it in the stream: segments with one number share timestamps and encoding.
    public var discontinuitySequence: UInt64
    /// Seconds since 1970 of the segment's first sample: stated, or extrapolated from the nearest stated date by the durations
    /// between; nil when the playlist states none.
    public var programDateTime: Double?
    /// An EXT-X-PROGRAM-DATE-TIME stood before this very segment.
    public var statesProgramDateTime: Bool
    /// An EXT-X-DISCONTINUITY stands between the segment before and this one.
    public var isDiscontinuity: Bool
    /// The segment is announced as missing and must not be loaded (EXT-X-GAP).
    public var isGap: Bool
    /// The text after the duration; empty when there is none.
    public var title: String
    public var byteRange: ByteRange?
    /// Approximate kbit/s, from EXT-X-BITRATE.
    public var bitrate: Int?
    /// One for each KEYFORMAT in force; any one of them decrypts the segment. Empty when it is in the clear.
    public var keys: [Key]
    /// Parts of this segment, in order; empty once the server has dropped them.
    public var parts: [PartialSegment]
    /// How thumbnails lie in an image segment (EXT-X-TILES).
    public var tiles: Tiles? {
        get { tileTable.first }
        set { tileTable = newValue.map { [$0] } ?? [] }
    }
    /// Tags this library does not know that stood before the segment and after the one before it.
    public var unknownTags: [UnknownTag]

    /// The section to parse before the segment.
    public var map: InitializationMap? {
        get { mapTable.first }
        set { mapTable = newValue.map { [$0] } ?? [] }
    }

    // Arrays of at most one element: thousands of segments share one buffer, in 8 bytes each.
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

    public var end: Double { start + duration }

    /// The sixteen bytes to decrypt this segment with: the key's own, or the sequence number in big endian (RFC 8216bis 5.2).
    public func initializationVector(for key: Key) -> [UInt8] {
        if let vector = key.initializationVector { return vector }
        var bytes = [UInt8](repeating: 0, count: 16)
        for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: sequence >> (8 * UInt64(index))) }
        return bytes
    }
}
