// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A variant stream (EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF, EXT-X-IMAGE-STREAM-INF; RFC 8216bis 4.4.6.2).
public struct Variant: Hashable, Sendable {
    /// Whether the video carries closed captions.
    public enum ClosedCaptions: Hashable, Sendable {
        /// CLOSED-CAPTIONS=NONE: no variant has any.
        case none
        /// The GROUP-ID of renditions that describe them.
        case group(String)
    }

    /// The variant's media playlist.
    public var uri: URIReference
    /// Peak bit/s of the variant with its largest renditions; 0 if missing in a lenient reading.
    public var bandwidth: Int
    /// AVERAGE-BANDWIDTH in bit/s; nil if not stated.
    public var averageBandwidth: Int?
    /// The author's preference; higher is better. All variants have one, or none.
    public var score: Double?
    /// Codec strings (RFC 6381).
    public var codecs: [String]
    /// Backward-compatible enhancement formats: each a codec and its brands, `dvh1.08.07/db4h`.
    public var supplementalCodecs: [String]
    /// The optimal size for display in pixels; nil if not stated.
    public var resolution: PixelSize?
    /// The maximum frame rate in frames per second.
    public var frameRate: Double?
    /// NONE, TYPE-0, TYPE-1: the minimum output protection required.
    public var hdcpLevel: String?
    /// KEYFORMATs and the content protection configurations allowed for each, `com.example.drm1:SMART-TV/PC`.
    public var allowedCPC: [String]
    /// SDR, HLG, PQ, or a value defined later.
    public var videoRange: String?
    /// REQ-VIDEO-LAYOUT: each entry a list of specifiers joined by `/`, `CH-STEREO/PROJ-HEQU`.
    public var requiredVideoLayout: [String]
    /// STABLE-VARIANT-ID: stays the same across reloads and pathways; nil if not stated.
    public var stableID: String?
    /// Its content steering pathway; `.` if the tag names none.
    public var pathwayID: String
    /// The GROUP-ID of its audio renditions; nil if audio is only in its segments.
    public var audioGroup: String?
    /// The GROUP-ID of its video renditions; nil if video is only in its segments.
    public var videoGroup: String?
    /// The GROUP-ID of its subtitle renditions; nil without subtitles.
    public var subtitlesGroup: String?
    /// CLOSED-CAPTIONS: their group, or that there are none; nil if not stated.
    public var closedCaptions: ClosedCaptions?
    /// NAME, which is not in the standard: a title for display.
    public var name: String?
    /// PROGRAM-ID, which the standard removed in protocol version 6.
    public var programID: String?
    /// Attributes without a dedicated property.
    public var otherAttributes: [Attribute]

    public init(uri: URIReference, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
        averageBandwidth = nil
        score = nil
        codecs = []
        supplementalCodecs = []
        resolution = nil
        frameRate = nil
        hdcpLevel = nil
        allowedCPC = []
        videoRange = nil
        requiredVideoLayout = []
        stableID = nil
        pathwayID = Variant.defaultPathway
        audioGroup = nil
        videoGroup = nil
        subtitlesGroup = nil
        closedCaptions = nil
        name = nil
        programID = nil
        otherAttributes = []
    }

    /// The pathway of variants without PATHWAY-ID.
    public static var defaultPathway: String { "." }
}
