// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// One version of the presentation (EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF, EXT-X-IMAGE-STREAM-INF; RFC 8216bis 4.4.6.2).
public struct Variant: Hashable, Sendable {
    /// Why closed captions are or are not to be looked for in the video.
    public enum ClosedCaptions: Hashable, Sendable {
        /// CLOSED-CAPTIONS=NONE: there are none in any variant.
        case none
        /// The GROUP-ID of renditions that describe them.
        case group(String)
    }

    /// Media playlist of the variant.
    public var uri: URIReference
    /// Peak bit/s of the variant with its largest renditions; 0 when a lenient reading found none.
    public var bandwidth: Int
    public var averageBandwidth: Int?
    /// The author's preference; higher is better. Present on all variants or none.
    public var score: Double?
    /// Sample formats (RFC 6381), one string each.
    public var codecs: [String]
    /// Formats that also describe it, for players that know them: each a codec and its brands, `dvh1.08.07/db4h`.
    public var supplementalCodecs: [String]
    public var resolution: PixelSize?
    /// The highest frame rate, in frames per second.
    public var frameRate: Double?
    /// NONE, TYPE-0, TYPE-1; the least protection of the output that it may be shown with.
    public var hdcpLevel: String?
    /// KEYFORMAT and the content protection configurations that may play it, `com.example.drm1:SMART-TV/PC`, one string each.
    public var allowedCPC: [String]
    /// SDR, HLG, PQ, or a later word.
    public var videoRange: String?
    /// REQ-VIDEO-LAYOUT: each entry a list of specifiers joined by `/`, `CH-STEREO/PROJ-HEQU`.
    public var requiredVideoLayout: [String]
    public var stableID: String?
    /// The content steering pathway it belongs to; `.` when the tag names none.
    public var pathwayID: String
    public var audioGroup: String?
    public var videoGroup: String?
    public var subtitlesGroup: String?
    public var closedCaptions: ClosedCaptions?
    public var name: String?
    public var programID: String?
    /// Attributes without a property of their own.
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
