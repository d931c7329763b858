// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How a session behaves; the defaults suit a player on a desktop.
public struct StreamingConfiguration: Hashable, Sendable {
    /// Seconds of media that every content type keeps ahead of the position.
    public var bufferGoal = 30.0
    /// Bytes ahead of the position, over all content types, at which loading pauses whatever the seconds say.
    public var bufferBytes = 96 << 20
    public var quality = QualityConfiguration()
    public var limits = QualityLimits()
    public var recovery = RecoveryPolicy()
    public var latency = LatencyPolicy()
    public var capabilities = PlaybackCapabilities()
    /// BCP 47, most wanted first: which audio rendition is taken when the user chose none.
    public var audioLanguages: [String] = []
    /// BCP 47, most wanted first; subtitles stay off when empty, but for forced ones.
    public var subtitleLanguages: [String] = []
    /// How many channels of sound are wanted at most; nil takes the first group.
    public var audioChannels: Int?
    /// Holes up to this many seconds are jumped when playing is stuck before them.
    public var smallHole = 0.5
    /// Seconds without progress after which playing counts as stuck.
    public var stuckAfter = 4.0
    /// Seconds that can be sought in a live stream from which on it counts as one with a window (DVR).
    public var shortestWindow = 0.0
    /// How buffered segments are replaced by better ones.
    public var replacement = Replacement.fromThereOn
    /// Facts for servers along with each request (CTA-5004).
    public var commonMediaClientData: CommonMediaClientData?
    /// Low-latency parts, hints and blocking reloads.
    public var usesLowLatency = true
    public var limitsOfLoads = LoadLimits()
    /// Entries that wait for the edge to drain them.
    public var journalCapacity = 4096

    public init() {}

    public enum Replacement: Hashable, Sendable {
        case never
        /// The queue is cut where the better segment begins and filled anew from there.
        case fromThereOn
        /// The better segment is marked with ``SegmentLoad/replaces`` and takes the old one's place when it is whole.
        case inPlace
    }

    /// Time limits by kind of resource.
    public struct LoadLimits: Hashable, Sendable {
        public var playlist = StreamLoad.TimeLimits()
        public var segment = StreamLoad.TimeLimits(whole: 60)
        public var steering = StreamLoad.TimeLimits(firstByte: 5, whole: 10)
        /// Bytes of a playlist; a longer one is given up.
        public var playlistBytes = 32 << 20
        public init() {}
    }
}

/// What this player can decode and show.
public struct PlaybackCapabilities: Hashable, Sendable {
    /// Families that can be decoded. A variant that lists another one is excluded; nil believes every variant until a
    /// segment says otherwise.
    public var codecs: [Codec.Family]?
    /// VIDEO-RANGE values that can be shown.
    public var videoRanges = ["SDR", "HLG", "PQ"]
    /// HDCP-LEVEL values that the output satisfies.
    public var protectionLevels = ["NONE"]
    /// Content protection configurations, `KEYFORMAT:label`.
    public var contentProtection: [String] = []
    /// REQ-VIDEO-LAYOUT specifiers that can be shown.
    public var videoLayouts = ["CH-MONO", "PROJ-RECT"]

    public init() {}
}

/// The session's part of CMCD.
public struct CommonMediaClientData: Hashable, Sendable {
    /// `cid`: at most 64 characters.
    public var contentID: String?
    /// `sid`: at most 64 characters, a UUID by custom.
    public var sessionID: String?
    /// 1 (CTA-5004) or 2 (CTA-5004-B), of the facts in requests. Reports are always of version 2.
    public var version: Int
    /// Gets events and answers, where one is wanted.
    public var collector: ClientCollector?
    /// Seconds since 1970 at the session's instant zero, for the moments in reports; the edge knows it.
    public var epoch: Double?
    public init(contentID: String? = nil, sessionID: String? = nil, version: Int = 1, collector: ClientCollector? = nil) {
        self.contentID = contentID
        self.sessionID = sessionID
        self.version = version
        self.collector = collector
    }
}
