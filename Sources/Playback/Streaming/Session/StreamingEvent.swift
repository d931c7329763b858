// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Where playing starts.
public enum StartPosition: Hashable, Sendable {
    /// EXT-X-START where there is one, else the beginning, or for live the live edge less its hold-back.
    case automatic
    /// Seconds on the item's timeline; clamped to what can be played.
    case time(Double)
    /// Seconds since 1970, for streams that carry dates.
    case date(Double)
    /// Seconds before where live playing joins, or before the end of what is not live; clamped to what can be played.
    case behindLive(Double)
}

/// What the edge tells a session.
public enum StreamingEvent: Hashable, Sendable {
    case start(StartPosition)
    /// Play from elsewhere. Buffered samples around `to` stay useful: the edge says with the next `playback` fact what it holds.
    case seek(to: Double)
    /// A seek while the user still drags: a single picture near `to` is fetched first where there are such.
    case scrub(to: Double)
    /// Play single pictures at so many media seconds per second, negative for backwards; nil ends it, and a seek follows.
    case trick(rate: Double?)
    /// The picture nearest to a time is wanted, to be shown small while playing goes on; nil ends that. It takes the place of the
    /// one before, and comes as a ``PictureLoad``, or ``StreamingAction/noPreview`` does.
    case preview(at: Double?)
    /// Facts of playing, told at least each half second while playing and at each change.
    case playback(PlaybackFacts)
    /// The head of a response has arrived.
    case responded(LoadID, ResponseHead)
    /// Body bytes so far, told at most each tenth of a second.
    case progressed(LoadID, bytes: Int)
    /// A playlist or steering manifest, whole.
    case text(LoadID, bytes: [UInt8])
    /// A segment was fetched and demuxed to its end, or a picture was decoded.
    case segment(LoadID, SegmentFacts)
    case failed(LoadID, LoadFailure)
    /// A segment that the main content type's run begins with, by its place on the timeline, has no key picture at or before the position: a
    /// decoder must begin earlier. It is not told as fetched, unless ``StreamingAction/beginAnywhere`` is the answer.
    case beginEarlier(than: Double)
    /// The moment asked for by ``StreamingAction/wake(at:)`` has come.
    case woke
    case select(Selection)
    case limit(QualityLimits)
    /// Playing passes over these spans from now on, in seconds on the item's timeline and in any order: of a presentation that
    /// has ended, segments that lie in one of them are not loaded. They take the place of those told before.
    case block([TimeRange])
    /// Stops all loading; the session takes no part any more.
    case stop
}

public struct PlaybackFacts: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var position: Double
    /// Media seconds per second while it plays; 0 when paused, stalled or not started.
    public var rate: Double
    /// What the user asked for, whatever happens now.
    public var wantsToPlay: Bool
    /// Playing is wanted and impossible for lack of samples.
    public var isStalled: Bool
    /// The end of what is queued without a hole from the position on, per content type; a content type without samples is at the position.
    public var bufferedEnd: [ContentType: Double]
    /// Where samples behind the position are still held from, per content type: seeks into them load nothing.
    public var bufferedStart: [ContentType: Double]
    public var droppedFrames: Int

    public init(
        position: Double, rate: Double, wantsToPlay: Bool, isStalled: Bool, bufferedEnd: [ContentType: Double] = [:],
        bufferedStart: [ContentType: Double] = [:], droppedFrames: Int = 0
    ) {
        self.position = position
        self.rate = rate
        self.wantsToPlay = wantsToPlay
        self.isStalled = isStalled
        self.bufferedEnd = bufferedEnd
        self.bufferedStart = bufferedStart
        self.droppedFrames = droppedFrames
    }
}

public struct ResponseHead: Hashable, Sendable {
    public var status: Int
    /// After redirects, absolute: what relative names resolve against.
    public var url: String
    public var contentLength: Int?
    /// The `Age` header in seconds.
    public var age: Double?
    /// The `Date` header in seconds since 1970.
    public var date: Double?
    /// The `Last-Modified` header in seconds since 1970.
    public var modified: Double?
    /// What the server tells of the network (CMSD).
    public var server: ServerData
    public init(
        status: Int, url: String, contentLength: Int? = nil, age: Double? = nil, date: Double? = nil, modified: Double? = nil,
        server: ServerData = ServerData()
    ) {
        self.status = status
        self.url = url
        self.contentLength = contentLength
        self.age = age
        self.date = date
        self.modified = modified
        self.server = server
    }
}

/// What a segment turned out to be.
public struct SegmentFacts: Hashable, Sendable {
    public var bytes: Int
    /// The kinds of track found in it.
    public var kinds: [TrackKind]
    /// Where its samples came to lie on the item's timeline; nil when it had none.
    public var range: TimeRange?
    public init(bytes: Int, kinds: [TrackKind], range: TimeRange?) {
        self.bytes = bytes
        self.kinds = kinds
        self.range = range
    }
}

public struct LoadFailure: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// An HTTP status of 400 or more.
        case status(Int)
        /// No address, refused, reset, TLS.
        case connection
        /// One of the load's time limits.
        case timeout
        /// The body ended before its announced length.
        case truncated
        /// Not a redirect that may be followed (loops, too many, another scheme).
        case redirect
        /// The key could not be had.
        case key
        /// Bytes came that no demuxer or parser could read.
        case malformed
        /// The load's codec cannot be decoded here.
        case unsupported
        /// More bytes than the limit of its kind.
        case tooLarge
        /// The address may not be used here, such as plain HTTP against the transport's policy.
        case refused
        /// The address can't be read, or nothing loads its scheme.
        case address
    }
    public var cause: Cause
    /// Seconds, from `Retry-After`.
    public var retryAfter: Double?
    /// For people: what was met and where.
    public var message: String
    public init(_ cause: Cause, retryAfter: Double? = nil, message: String) {
        self.cause = cause
        self.retryAfter = retryAfter
        self.message = message
    }
}

/// A choice by the user or the application.
public enum Selection: Hashable, Sendable {
    /// An index in ``Presentation/audio``; nil is automatic.
    case audio(Int?)
    /// An index in ``Presentation/subtitles``; nil is off.
    case subtitles(Int?)
    /// Keeps to one variant; nil gives the choice back to the quality rule.
    case variant(Int?)
}

/// Upper bounds of quality; nil is no bound.
public struct QualityLimits: Hashable, Sendable {
    /// Bit/s, compared with a variant's BANDWIDTH.
    public var bitrate: Int?
    public var size: PixelSize?
    public init(bitrate: Int? = nil, size: PixelSize? = nil) {
        self.bitrate = bitrate
        self.size = size
    }
}
