// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Where playback starts.
public enum StartPosition: Hashable, Sendable {
    /// EXT-X-START if present, else the beginning; for live streams the live edge minus its hold-back.
    case automatic
    /// Seconds on the item's timeline; clamped to the playable range.
    case time(Double)
    /// Seconds since 1970, for streams with dates.
    case date(Double)
    /// Seconds before the live position, or before the end if the stream isn't live; clamped to the playable range.
    case behindLive(Double)
}

/// What a session's caller reports to it.
public enum StreamingEvent: Hashable, Sendable {
    /// Start loading, to play from this position.
    case start(StartPosition)
    /// Play from another position. Buffered samples around `to` can be kept: the next `playback` event reports which ones are there.
    case seek(to: Double)
    /// A seek while the user is still dragging: a single frame near `to` is fetched first if the stream has an I-frame playlist.
    case scrub(to: Double)
    /// Play single frames at this many media seconds per second, negative for backwards; nil ends it, and a seek follows.
    case trick(rate: Double?)
    /// Request the frame nearest to a time for a small preview during playback; nil cancels the request. It replaces the previous request.
    /// The result is a ``PictureLoad`` or ``StreamingAction/noPreview``.
    case preview(at: Double?)
    /// Load the segment just before a time, in seconds on the item's timeline, for the image subtitles inside it. It is loaded once enough is
    /// buffered, or never if it isn't available. The result is ``StreamLoad/Content/subtitles(_:)``. Replaces the previous request; nil or a
    /// seek outside the buffer cancels it.
    case lookBack(before: Double?)
    /// Playback facts, reported at least every half second during playback and at each change.
    case playback(PlaybackFacts)
    /// The head of a response has arrived.
    case responded(LoadID, ResponseHead)
    /// Body bytes received so far, reported at most ten times per second.
    case progressed(LoadID, bytes: Int)
    /// A complete playlist or steering manifest.
    case text(LoadID, bytes: [UInt8])
    /// A segment was completely fetched and demuxed, or a single frame was decoded.
    case segment(LoadID, SegmentFacts)
    /// A load has failed, or a time limit has passed.
    case failed(LoadID, LoadFailure)
    /// The first segment of a run of the main content type has no keyframe at or before the position, so decoding has to start earlier.
    /// `than` is the segment's time on the timeline in seconds. The segment isn't reported as fetched unless the answer is
    /// ``StreamingAction/beginAnywhere``.
    case beginEarlier(than: Double)
    /// The moment requested by ``StreamingAction/wake(at:)`` has come.
    case woke
    /// The user has selected audio, subtitles or a variant.
    case select(Selection)
    /// Limits of quality from now on.
    case limit(QualityLimits)
    /// Spans that playback skips from now on, in seconds on the item's timeline and in any order. If the presentation has ended, segments
    /// inside them aren't loaded. Replaces the spans of earlier events.
    case block([TimeRange])
    /// Stops all loading; the session ignores all later events.
    case stop
}

/// What a player's buffers and clock are doing now.
public struct PlaybackFacts: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var position: Double
    /// Media seconds per second during playback; 0 when paused, stalled or not started.
    public var rate: Double
    /// What the user requested, regardless of the current state.
    public var wantsToPlay: Bool
    /// The user wants to play, but there are no samples.
    public var isStalled: Bool
    /// The end of the samples queued without a hole from the position on, per content type; equal to the position if there are none.
    public var bufferedEnd: [ContentType: Double]
    /// The start of the samples still held before the position, per content type: seeks into them load nothing.
    public var bufferedStart: [ContentType: Double]
    /// Where playback could continue, in seconds, if it has stopped at a gap in the queued samples that no load in flight will fill; nil if
    /// there is no such gap, or if the caller doesn't know.
    public var resumesAt: Double?
    /// Frames that were too late to be shown, in total so far.
    public var droppedFrames: Int

    public init(
        position: Double, rate: Double, wantsToPlay: Bool, isStalled: Bool, bufferedEnd: [ContentType: Double] = [:],
        bufferedStart: [ContentType: Double] = [:], resumesAt: Double? = nil, droppedFrames: Int = 0
    ) {
        self.position = position
        self.rate = rate
        self.wantsToPlay = wantsToPlay
        self.isStalled = isStalled
        self.bufferedEnd = bufferedEnd
        self.bufferedStart = bufferedStart
        self.resumesAt = resumesAt
        self.droppedFrames = droppedFrames
    }
}

/// The status and the header fields of a response, as far as a session needs them.
public struct ResponseHead: Hashable, Sendable {
    /// HTTP status, or 200 for other schemes.
    public var status: Int
    /// Absolute URL after redirects; relative URLs resolve against it.
    public var url: String
    /// The `Content-Length` header in bytes; nil without it.
    public var contentLength: Int?
    /// The `Age` header in seconds.
    public var age: Double?
    /// The `Date` header in seconds since 1970.
    public var date: Double?
    /// The `Last-Modified` header in seconds since 1970.
    public var modified: Double?
    /// Network information from the server (CMSD).
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

/// The properties of a fetched segment.
public struct SegmentFacts: Hashable, Sendable {
    /// Bytes of the segment as received, before decryption.
    public var bytes: Int
    /// The kinds of track found in it.
    public var kinds: [TrackKind]
    /// The time range of its samples on the item's timeline; nil if it had none.
    public var range: TimeRange?
    public init(bytes: Int, kinds: [TrackKind], range: TimeRange?) {
        self.bytes = bytes
        self.kinds = kinds
        self.range = range
    }
}

/// Why a load failed.
public struct LoadFailure: Hashable, Sendable {
    /// The kind of failure, which decides whether and when it is repeated.
    public enum Cause: Hashable, Sendable {
        /// An HTTP status of 400 or more.
        case status(Int)
        /// DNS failure, connection refused or reset, or a TLS error.
        case connection
        /// One of the load's time limits expired.
        case timeout
        /// The body ended before its announced length.
        case truncated
        /// A redirect that must not be followed (a loop, too many, another scheme).
        case redirect
        /// The key isn't available.
        case key
        /// The bytes can't be parsed or demuxed.
        case malformed
        /// The load's codec can't be decoded.
        case unsupported
        /// More bytes than the limit for its kind.
        case tooLarge
        /// The URL may not be used, for instance plain HTTP against the transport's policy.
        case refused
        /// The URL is invalid, or its scheme isn't supported.
        case address
    }
    /// The kind of failure.
    public var cause: Cause
    /// Seconds, from `Retry-After`.
    public var retryAfter: Double?
    /// Human-readable: what happened and where.
    public var message: String
    /// What is wrong in detail; nil if there is no more to say than ``cause``.
    public var reason: FailureReason?
    /// It is not the segment that failed, but the initialization section that it shares with others.
    package var isInitialization = false
    /// The server's certificate isn't trusted: a repetition would fail as well.
    package var isUntrusted = false
    public init(_ cause: Cause, retryAfter: Double? = nil, message: String, reason: FailureReason? = nil) {
        self.cause = cause
        self.retryAfter = retryAfter
        self.message = message
        self.reason = reason
    }
}

/// A selection by the user or the application.
public enum Selection: Hashable, Sendable {
    /// An index in ``Presentation/audio``; nil means automatic.
    case audio(Int?)
    /// An index in ``Presentation/subtitles``; nil means off.
    case subtitles(Int?)
    /// Locks one variant; nil returns the choice to ``ABRController``.
    case variant(Int?)
}

/// Upper bounds of quality; nil means no bound.
public struct QualityLimits: Hashable, Sendable {
    /// Bit/s, compared with a variant's BANDWIDTH.
    public var bitrate: Int?
    /// In pixels, compared with a variant's RESOLUTION.
    public var size: PixelSize?
    public init(bitrate: Int? = nil, size: PixelSize? = nil) {
        self.bitrate = bitrate
        self.size = size
    }
}
