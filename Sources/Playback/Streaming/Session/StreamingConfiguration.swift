// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The configuration of a session; the defaults suit a desktop player.
public struct StreamingConfiguration: Hashable, Sendable {
    /// Seconds of media that every content type buffers ahead of the position.
    public var bufferGoal = 30.0
    /// Bytes buffered ahead of the position, over all content types, at which loading pauses regardless of ``bufferGoal``.
    public var bufferBytes = 96 << 20
    /// How qualities are chosen.
    public var quality = QualityConfiguration()
    /// Limits of the variants that may be chosen; none by default.
    public var limits = QualityLimits()
    /// What happens after failures.
    public var recovery = RecoveryPolicy()
    /// The distance to the live edge and how it is kept.
    public var latency = LatencyPolicy()
    /// What can be played on this machine; other variants are excluded.
    public var capabilities = PlaybackCapabilities()
    /// BCP 47 tags, in order of preference, for the audio rendition if the user selected none.
    public var audioLanguages: [String] = []
    /// BCP 47 tags, in order of preference; if empty, subtitles stay off except for forced ones.
    public var subtitleLanguages: [String] = []
    /// The largest number of audio channels wanted; nil uses the first group.
    public var audioChannels: Int?
    /// When playback is stuck before a hole of up to this many seconds, it jumps over it at once.
    public var smallHole = 0.5
    /// Seconds without progress after which playback counts as stuck.
    public var stuckAfter = 4.0
    /// A live stream with a seekable window of at least this many seconds counts as DVR.
    public var minimumWindow = StreamingConfiguration.defaultMinimumWindow
    /// Every live stream with a window counts as DVR.
    public static let defaultMinimumWindow = 0.0
    /// How buffered segments are replaced by better ones.
    public var replacement = Replacement.fromThereOn
    /// Data sent to servers with each request (CMCD, CTA-5004); nil sends none.
    public var commonMediaClientData: CommonMediaClientData?
    /// Low-latency parts, hints and blocking reloads.
    public var usesLowLatency = true
    /// Time limits and sizes of loads.
    public var limitsOfLoads = LoadLimits()
    /// The maximum number of journal entries kept until the caller drains them.
    public var journalCapacity = 4096

    public init() {}

    /// Whether buffered segments are replaced by better ones.
    public enum Replacement: Hashable, Sendable {
        /// Buffered segments are played as they are.
        case never
        /// The queue is cut where the better segment starts and filled again from there.
        case fromThereOn
        /// The better segment is marked with ``SegmentLoad/replaces`` and replaces the old one once it is complete.
        case inPlace
    }

    /// Time limits by kind of resource.
    public struct LoadLimits: Hashable, Sendable {
        /// For playlists.
        public var playlist = StreamLoad.TimeLimits()
        /// For media segments, initialization sections and single frames.
        public var segment = StreamLoad.TimeLimits(whole: 60)
        /// For steering manifests.
        public var steering = StreamLoad.TimeLimits(firstByte: 5, whole: 10)
        /// The largest playlist in bytes; the load of a longer one is given up.
        public var playlistBytes = 32 << 20
        public init() {}
    }
}

/// What the player can decode and display.
public struct PlaybackCapabilities: Hashable, Sendable {
    /// Codec families that can be decoded. A variant that lists another one is excluded; nil accepts every variant until a segment fails to
    /// decode.
    public var codecs: [Codec.Family]?
    /// VIDEO-RANGE values that can be displayed.
    public var videoRanges = ["SDR", "HLG", "PQ"]
    /// HDCP-LEVEL values that the output satisfies.
    public var protectionLevels = ["NONE"]
    /// Content protection configurations, `KEYFORMAT:label`.
    public var contentProtection: [String] = []
    /// REQ-VIDEO-LAYOUT specifiers that can be displayed.
    public var videoLayouts = ["CH-MONO", "PROJ-RECT"]

    public init() {}
}

/// The session's CMCD settings.
public struct CommonMediaClientData: Hashable, Sendable {
    /// `cid`: at most 64 characters.
    public var contentID: String?
    /// `sid`: at most 64 characters, usually a UUID.
    public var sessionID: String?
    /// Version of the data in requests: 1 (CTA-5004) or 2 (CTA-5004-B). Reports always use version 2.
    public var version: Int
    /// Receives events and, if wanted, responses; nil sends none.
    public var collector: ClientCollector?
    /// Seconds since 1970 at the session's instant zero, for timestamps in reports. Set by the caller.
    public var epoch: Double?
    public init(contentID: String? = nil, sessionID: String? = nil, version: Int = 1, collector: ClientCollector? = nil) {
        self.contentID = contentID
        self.sessionID = sessionID
        self.version = version
        self.collector = collector
    }
}
