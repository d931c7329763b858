// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What a session asks its caller to do, in the given order.
public enum StreamingAction: Hashable, Sendable {
    /// Fetch this, and report what becomes of it.
    case load(StreamLoad)
    /// Cancel a load. Samples from a cancelled or failed segment may be played; the content type's next load brings the same samples again,
    /// or replaces them.
    case cancel(LoadID)
    /// Remove the queued samples of a content type from a time on: they are replaced, or belong to a deselected stream.
    case discard(ContentType, from: Double)
    /// The answer to ``StreamingEvent/beginEarlier(than:)`` if nothing earlier is available: decode from the first available keyframe.
    case beginAnywhere
    /// The content type has no more samples after the loads so far.
    case endOfStream(ContentType)
    /// Nothing is available for this span; the timeline skips it.
    case gap(ContentType, TimeRange)
    /// Nothing is loaded for this span because ``StreamingEvent/block(_:)`` excludes it.
    case pass(ContentType, TimeRange)
    /// The content type's stream failed and playback continues without it. `stream` is an index in ``Presentation/subtitles``.
    case lost(ContentType, stream: Int, reason: String)
    /// The available streams are known, or the selected ones have changed.
    case presentation(Presentation)
    /// The duration or the seekable range is known or has changed.
    case timeline(Timeline)
    /// The item's interstitials have become known or have changed.
    case interstitials(InterstitialSchedule)
    /// The date ranges that can be placed on the timeline, in order; reported again when one of them changes.
    case dateRanges([TimedDateRange])
    /// The rate factor that keeps the distance to the live edge; 1 is normal speed.
    case rate(Double)
    /// Continue at another position: to get back into the live window, past a hole or unstuck.
    case jump(to: Double)
    /// Send ``StreamingEvent/woke`` at this moment; a newer request replaces it.
    case wake(at: Instant)
    /// Playback can't continue.
    case fail(StreamingError)
    /// The frame requested by ``StreamingEvent/preview(at:)`` isn't available.
    case noPreview
    /// Send this by POST; no answer is needed.
    case report(ClientReport)
}

/// The available streams, known once the multivariant playlist (or a single media playlist) is loaded.
public struct Presentation: Hashable, Sendable {
    /// A quality of the main content (EXT-X-STREAM-INF).
    public struct Variant: Hashable, Sendable {
        /// Peak bit/s; 0 if unknown.
        public var bandwidth: Int
        /// Average bit/s; nil if not stated.
        public var averageBandwidth: Int?
        /// The RESOLUTION attribute in pixels; nil if not stated.
        public var size: PixelSize?
        /// Frames per second; nil if not stated.
        public var frameRate: Double?
        /// The CODECS attribute (RFC 6381); nil if not stated.
        public var codecs: String?
        /// Why it is never chosen; nil if it may be.
        public var exclusion: Exclusion?
        /// ``exclusion`` as one human-readable sentence.
        public var excluded: String? { exclusion?.reason }
        public init(
            bandwidth: Int, averageBandwidth: Int? = nil, size: PixelSize? = nil, frameRate: Double? = nil, codecs: String? = nil,
            exclusion: Exclusion? = nil
        ) {
            self.bandwidth = bandwidth
            self.averageBandwidth = averageBandwidth
            self.size = size
            self.frameRate = frameRate
            self.codecs = codecs
            self.exclusion = exclusion
        }
    }
    /// A selectable track (EXT-X-MEDIA).
    public struct Rendition: Hashable, Sendable {
        /// The NAME attribute, for display.
        public var name: String
        /// BCP 47.
        public var language: String?
        /// Media characteristic tags, such as `public.accessibility.describes-video`.
        public var characteristics: [String]
        /// Whether it is the author's default.
        public var isDefault: Bool
        /// Whether it is shown although subtitles are off.
        public var isForced: Bool
        /// Whether it may be chosen automatically, by language and characteristics.
        public var isAutoselect: Bool
        /// The CHANNELS attribute; for audio, it starts with the number of channels. nil if not stated.
        public var channels: String?
        /// The channel of embedded captions: `CC1`…`CC4` or `SERVICE1`…`SERVICE63`; nil for other renditions.
        public var channel: String?
        public init(
            name: String, language: String? = nil, characteristics: [String] = [], isDefault: Bool = false, isForced: Bool = false,
            isAutoselect: Bool = false, channels: String? = nil, channel: String? = nil
        ) {
            self.name = name
            self.language = language
            self.characteristics = characteristics
            self.isDefault = isDefault
            self.isForced = isForced
            self.isAutoselect = isAutoselect
            self.channels = channels
            self.channel = channel
        }
    }
    /// The qualities, in the order of the playlist.
    public var variants: [Variant]
    /// The audio tracks, in the order of the playlist.
    public var audio: [Rendition]
    /// The subtitle tracks, in the order of the playlist.
    public var subtitles: [Rendition]
    /// Captions embedded in the video, as announced by the playlist.
    public var closedCaptions: [Rendition]
    /// Playlists of thumbnail images.
    public var images: [ImagePlaylist]
    /// The selected audio: an index in ``audio``; nil if there is no choice.
    public var chosenAudio: Int?
    /// The subtitles being loaded: an index in ``subtitles``; nil if off.
    public var chosenSubtitles: Int?
    /// The content types that currently carry samples: `main`, and `audio` or `subtitles` if a rendition with its own playlist is selected.
    public var contentTypes: [ContentType]
    /// The keys that the multivariant playlist announces (EXT-X-SESSION-KEY).
    package var sessionKeys: [SegmentEncryption] = []
    public init(
        variants: [Variant], audio: [Rendition] = [], subtitles: [Rendition] = [], closedCaptions: [Rendition] = [],
        images: [ImagePlaylist] = [], chosenAudio: Int? = nil, chosenSubtitles: Int? = nil, contentTypes: [ContentType]
    ) {
        self.variants = variants
        self.audio = audio
        self.subtitles = subtitles
        self.closedCaptions = closedCaptions
        self.images = images
        self.chosenAudio = chosenAudio
        self.chosenSubtitles = chosenSubtitles
        self.contentTypes = contentTypes
    }
}

/// The item's timeline as currently known.
public struct Timeline: Hashable, Sendable {
    /// How the stream relates to the wall clock.
    public enum Kind: Hashable, Sendable { case onDemand, live, dvr }
    /// Whether it is on demand, live, or live with a seekable window.
    public var kind: Kind
    /// Seconds; nil while a live stream continues.
    public var duration: Double?
    /// The seekable range, in seconds; for live streams without the hold-back at the live edge.
    public var seekable: TimeRange
    /// Where playback joins a live stream, in seconds: the hold-back before the live edge. nil for on demand.
    public var livePosition: Double?
    /// The timeline's zero in seconds since 1970; nil if the stream carries no dates.
    public var dateOfZero: Double?
    /// The playlist's target duration in seconds.
    public var targetDuration: Double
    public init(
        kind: Kind, duration: Double?, seekable: TimeRange, livePosition: Double? = nil, dateOfZero: Double? = nil, targetDuration: Double
    ) {
        self.kind = kind
        self.duration = duration
        self.seekable = seekable
        self.livePosition = livePosition
        self.dateOfZero = dateOfZero
        self.targetDuration = targetDuration
    }

    /// Whether a live stream's seekable range is long enough to seek in, so that it counts as DVR.
    /// - Parameter minimum: seconds. A range of this length is long enough, an empty one never is.
    public static func isWindow(_ seekable: TimeRange, ofAtLeast minimum: Double) -> Bool {
        // Segment durations are rounded, so a sum of them may fall short of a whole number.
        !seekable.isEmpty && seekable.duration >= minimum - 0.001
    }
}

/// Why a session ended with an error.
public struct StreamingError: Error, Hashable, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `playlist`. It is not meant for users.
        public let name: String
        init(_ name: String) { self.name = name }
        /// The resource isn't a playlist, or breaks a rule that playback depends on.
        public static let playlist = Code("playlist")
        /// There is no variant that this player can play.
        public static let noPlayableVariant = Code("noPlayableVariant")
        /// Every source of a needed resource failed.
        public static let unavailable = Code("unavailable")
        /// A live playlist stopped changing.
        public static let frozen = Code("frozen")
        /// Playback doesn't advance although nothing failed.
        public static let stuck = Code("stuck")
        /// A key that the content needs isn't available.
        public static let key = Code("key")
        /// A key of the content may not be used with the viewer's screen.
        public static let outputRestricted = Code("outputRestricted")
        /// The stream needs something that this player doesn't implement.
        public static let unsupported = Code("unsupported")
    }
    /// The kind of error, to be matched with the static members of ``Code``.
    public var code: Code
    /// Human-readable cause, location and remedy.
    public var message: String
    /// The URL at which the error occurred.
    public var url: String?
    /// The failed load that led to it; nil if it isn't about a load.
    public var underlying: LoadFailure?
    /// Whether the same URL may work later.
    public var isTransient: Bool
    /// What is wrong in detail; nil if there is no more to say than ``code``.
    public var reason: FailureReason?
    /// - Parameter reason: nil for that of the failed load.
    public init(
        _ code: Code, message: String, url: String? = nil, underlying: LoadFailure? = nil, isTransient: Bool = false,
        reason: FailureReason? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.underlying = underlying
        self.isTransient = isTransient
        self.reason = reason ?? underlying?.reason
    }
}
