// SPDX-License-Identifier: Apache-2.0

/// A media playlist (RFC 8216bis 4.4.3 to 4.4.5): one rendition's segments and its live-edge information.
public struct MediaPlaylist: Hashable, Sendable {
    /// EXT-X-PLAYLIST-TYPE.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Segments are only added at the end.
        case event
        /// The playlist never changes.
        case onDemand
    }

    /// The URL it was loaded from, after redirects and without delivery directives; empty if unknown.
    public var baseURL: String
    /// EXT-X-VERSION; 1 if absent.
    public var version: Int
    /// The upper bound of rounded segment durations, in seconds.
    public var targetDuration: Int
    /// The sequence number of the first segment; in a delta update, of the first skipped one.
    public var mediaSequence: UInt64
    /// The number of discontinuities before the first segment, since the stream started.
    public var discontinuitySequence: UInt64
    /// nil if the tag is absent.
    public var kind: Kind?
    /// Whether no more segments will be added.
    public var isEndList: Bool
    /// Whether each segment is one I-frame.
    public var isIFramesOnly: Bool
    /// Whether each segment is an image (EXT-X-IMAGES-ONLY).
    public var isImagesOnly: Bool
    /// Whether each segment can be decoded independently.
    public var isIndependentSegments: Bool
    /// The complete segments, in playlist order.
    public var segments: SegmentList
    /// The segment in production: its parts so far, and its map, keys and date. It has no URI yet.
    public var upcoming: MediaSegment?
    /// In playlist order; tags with the same ID are merged.
    public var dateRanges: [DateRange]
    /// The preferred start position; nil if not stated.
    public var start: PlaylistStart?
    /// EXT-X-SERVER-CONTROL: what the server supports, and distances to the live edge.
    public var serverControl: ServerControl
    /// PART-TARGET: the upper bound of a part's duration in seconds; nil without low latency.
    public var partTarget: Double?
    /// Set in a delta update, which ``merging(_:)`` completes.
    public var skip: Skip?
    /// Resources that will soon be available; empty without low latency.
    public var preloadHints: [PreloadHint]
    /// The live edges of other renditions; empty without low latency.
    public var renditionReports: [RenditionReport]
    /// Variables (EXT-X-DEFINE), in playlist order.
    public var defines: [Definition]
    /// Unknown tags before the first segment's tags or after the last segment.
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

    /// The sequence number after the last segment: that of ``upcoming``, or of the next segment.
    public var nextSequence: UInt64 { mediaSequence &+ (skip?.skippedSegments ?? 0) &+ UInt64(segments.count) }

    /// The total duration in seconds, including the parts of ``upcoming``.
    public var duration: Double {
        guard let first = segments.first ?? upcoming, let last = upcoming ?? segments.last else { return 0 }
        return last.end - first.start
    }
}
