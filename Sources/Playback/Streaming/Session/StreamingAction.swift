// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What a session asks of its edge. Actions are performed in order.
public enum StreamingAction: Hashable, Sendable {
    case load(StreamLoad)
    /// Stop a load. What a segment that was cancelled or failed has brought may be played; the content type's next load brings the
    /// same samples again, or others in their place.
    case cancel(LoadID)
    /// Forget the queued samples of a content type at and after a time: they are replaced, or lie beyond a change of track.
    case discard(ContentType, from: Double)
    /// The answer to ``StreamingEvent/beginEarlier(than:)`` where there is nothing earlier: decode from the first key picture there is.
    case beginAnywhere
    /// The content type has no more samples after those of the loads so far.
    case endOfStream(ContentType)
    /// Nothing can be had for this span; the timeline passes over it.
    case gap(ContentType, TimeRange)
    /// Nothing is loaded for this span, for it lies in what ``StreamingEvent/block(_:)`` leaves out.
    case pass(ContentType, TimeRange)
    /// The content type's stream is given up, and playing goes on without it: an index in ``Presentation/subtitles``.
    case lost(ContentType, stream: Int, reason: String)
    case presentation(Presentation)
    case timeline(Timeline)
    /// What interrupts the primary content has become known, or has changed.
    case interstitials(InterstitialSchedule)
    /// The date ranges that have a place on the timeline, in order; told anew when one of them changes.
    case dateRanges([TimedDateRange])
    /// The rate factor that keeps to the live edge: 1 is none.
    case rate(Double)
    /// Go on at another position: out of the live window, past a hole, unstuck.
    case jump(to: Double)
    /// Send `woke` at this moment; a later one replaces it.
    case wake(at: Instant)
    case fail(StreamingError)
    /// The picture asked for by ``StreamingEvent/preview(at:)`` can't be had.
    case noPreview
    /// Send this by POST, and forget it.
    case report(ClientReport)
}

/// What can be played, known once the multivariant playlist (or a lone media playlist) is read.
public struct Presentation: Hashable, Sendable {
    public struct Variant: Hashable, Sendable {
        /// Peak bit/s; 0 when unknown.
        public var bandwidth: Int
        public var averageBandwidth: Int?
        public var size: PixelSize?
        public var frameRate: Double?
        public var codecs: String?
        /// Why it is never chosen; nil when it may be.
        public var exclusion: Exclusion?
        /// The same in one sentence for people.
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
    public struct Rendition: Hashable, Sendable {
        public var name: String
        /// BCP 47.
        public var language: String?
        public var characteristics: [String]
        public var isDefault: Bool
        public var isForced: Bool
        /// It may be chosen without the user's word, by language and characteristics.
        public var isAutoselect: Bool
        public var channels: String?
        /// Where captions lie in the pictures: `CC1`…`CC4` or `SERVICE1`…`SERVICE63`; nil for other renditions.
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
    public var variants: [Variant]
    public var audio: [Rendition]
    public var subtitles: [Rendition]
    /// Captions inside the pictures, as the playlist tells of them.
    public var closedCaptions: [Rendition]
    /// Images that show what is at which time.
    public var images: [ImagePlaylist]
    /// The sound that is heard: an index in ``audio``; nil where there is no choice.
    public var chosenAudio: Int?
    /// The subtitles that are loaded: an index in ``subtitles``; nil is off.
    public var chosenSubtitles: Int?
    /// The content types that carry samples now: `main`, and `audio` or `subtitles` when a rendition with its own playlist is chosen.
    public var contentTypes: [ContentType]
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

/// The item's timeline as known now.
public struct Timeline: Hashable, Sendable {
    /// How the stream relates to the wall clock.
    public enum Kind: Hashable, Sendable { case onDemand, live, dvr }
    public var kind: Kind
    /// Seconds; nil while a live stream goes on.
    public var duration: Double?
    /// What can be sought; for live without the hold-back at its edge.
    public var seekable: TimeRange
    /// Where playing joins: the hold-back before the edge. nil for on demand.
    public var livePosition: Double?
    /// Seconds since 1970 of timeline second 0, when the stream carries dates.
    public var dateOfZero: Double?
    /// The longest segment, for chunk-wise user interfaces, in seconds.
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
}

/// Why a session gave up.
public struct StreamingError: Error, Hashable, Sendable {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }
        /// The playlist is not one, or breaks a rule that playing depends on.
        public static let playlist = Code("playlist")
        /// No variant is left that this player may play.
        public static let noPlayableVariant = Code("noPlayableVariant")
        /// Every source of a needed resource failed.
        public static let unavailable = Code("unavailable")
        /// A live playlist stopped changing.
        public static let frozen = Code("frozen")
        /// Playing cannot go on although nothing failed.
        public static let stuck = Code("stuck")
        /// The content needs a key that cannot be had.
        public static let key = Code("key")
        public static let unsupported = Code("unsupported")
    }
    public var code: Code
    /// Cause, place and cure, for people.
    public var message: String
    /// The address it was found at.
    public var url: String?
    public var underlying: LoadFailure?
    /// Whether the same address may work later.
    public var isTransient: Bool
    public init(_ code: Code, message: String, url: String? = nil, underlying: LoadFailure? = nil, isTransient: Bool = false) {
        self.code = code
        self.message = message
        self.url = url
        self.underlying = underlying
        self.isTransient = isTransient
    }
}
