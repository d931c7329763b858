// SPDX-License-Identifier: Apache-2.0

/// A media playlist (RFC 8216bis 4.4.3 to 4.4.5): one rendition's segments and what is known of its live edge.
public struct MediaPlaylist: Hashable, Sendable {
    /// EXT-X-PLAYLIST-TYPE.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Segments are only ever added at the end.
        case event
        /// It never changes.
        case onDemand
    }

    /// Where it was loaded from, after redirects and without delivery directives; empty when not known.
    public var baseURL: String
    /// EXT-X-VERSION; 1 when absent.
    public var version: Int
    /// Upper bound of a rounded segment duration, in seconds.
    public var targetDuration: Int
    /// The sequence number of the first segment; in a delta update that of the first skipped one.
    public var mediaSequence: UInt64
    /// Discontinuities before the first segment, since the stream began.
    public var discontinuitySequence: UInt64
    /// nil when the tag is absent.
    public var kind: Kind?
    /// No segment will be added any more.
    public var isEndList: Bool
    /// Each segment is one I-frame.
    public var isIFramesOnly: Bool
    /// Each segment is an image (EXT-X-IMAGES-ONLY).
    public var isImagesOnly: Bool
    /// Each segment can be decoded without the one before.
    public var isIndependentSegments: Bool
    public var segments: SegmentList
    /// The segment being produced: its parts so far and the map, keys and date that hold for it. It has no URI yet.
    public var upcoming: MediaSegment?
    /// In the order of the playlist; tags with one ID are one range.
    public var dateRanges: [DateRange]
    public var start: PlaylistStart?
    public var serverControl: ServerControl
    /// PART-TARGET: upper bound of a part's duration in seconds; nil without low latency.
    public var partTarget: Double?
    /// Set in a delta update, which ``merging(_:)`` makes whole.
    public var skip: Skip?
    public var preloadHints: [PreloadHint]
    public var renditionReports: [RenditionReport]
    public var defines: [Definition]
    /// Tags this library does not know that stand before the first segment's tags or after the last segment.
    public var unknownTags: [UnknownTag]

    public init(targetDuration: Int, segments: SegmentList = [], baseURL: String = "") {
        self.baseURL = baseURL
        self.targetDuration = targetDuration
        self.segments = segments
        version = 1
        mediaSequence = 0
        discontinuitySequence = 0
        kind = nil
        isEndList = false
        isIFramesOnly = false
        isImagesOnly = false
        isIndependentSegments = false
        upcoming = nil
        dateRanges = []
        start = nil
        serverControl = ServerControl()
        partTarget = nil
        skip = nil
        preloadHints = []
        renditionReports = []
        defines = []
        unknownTags = []
    }

    /// The sequence number after the last segment's: that of ``upcoming``, or of the next segment to come.
    public var nextSequence: UInt64 { mediaSequence &+ (skip?.skippedSegments ?? 0) &+ UInt64(segments.count) }

    /// Seconds that the segments last together, with the parts of ``upcoming``.
    public var duration: Double {
        guard let first = segments.first ?? upcoming, let last = upcoming ?? segments.last else { return 0 }
        return last.end - first.start
    }
}
