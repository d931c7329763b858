// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS
public import WindowboxMedia

/// Identifies a load between a session and its caller.
public struct LoadID: Hashable, Comparable, Sendable {
    /// Increases with each load of a session.
    public let number: Int
    /// - Parameter number: unique within a session; only tests need to choose it.
    public init(_ number: Int) { self.number = number }
    public static func < (left: LoadID, right: LoadID) -> Bool { left.number < right.number }
}

/// Which of the parallel streams of a presentation a segment belongs to.
public enum ContentType: UInt8, Hashable, Sendable, CaseIterable {
    /// The variant's own playlist: video, or video and audio together, or audio alone.
    case main
    /// An audio rendition with a playlist of its own.
    case audio
    /// A subtitle rendition with a playlist of its own.
    case subtitles

    /// The name used in journals and logs.
    public var name: String {
        switch self {
        case .main: "main"
        case .audio: "audio"
        case .subtitles: "subtitles"
        }
    }
}

/// A range of bytes of a resource.
public struct ByteSpan: Hashable, Sendable {
    /// The offset of the first byte, from 0.
    public var offset: Int
    /// The number of bytes.
    public var length: Int
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }
    /// The offset of the first byte after the span; `Int.max` on overflow.
    public var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}

/// A resource, or a byte range of one.
public struct ResourceLocation: Hashable, Sendable {
    /// Absolute URL.
    public var url: String
    /// The range of the resource; nil for all of it.
    public var span: ByteSpan?
    public init(url: String, span: ByteSpan? = nil) {
        self.url = url
        self.span = span
    }
}

/// How a segment is encrypted (RFC 8216bis 4.4.4.4), with everything resolved.
public struct SegmentEncryption: Hashable, Sendable {
    /// The METHOD attribute; unknown methods keep their name.
    public enum Method: Hashable, Sendable {
        /// The methods that are known (RFC 8216bis 4.4.4.4).
        case aes128, aes256, aes256CTR, aes256GCM, sampleAES, sampleAESCTR
        /// A method that this player can't decrypt, by its name.
        case other(String)

        /// - Parameter name: the METHOD attribute.
        public init(_ name: String) {
            switch name {
            case "AES-128": self = .aes128
            case "AES-256": self = .aes256
            case "AES-256-CTR": self = .aes256CTR
            case "AES-256-GCM": self = .aes256GCM
            case "SAMPLE-AES": self = .sampleAES
            case "SAMPLE-AES-CTR", "SAMPLE-AES-CENC": self = .sampleAESCTR
            default: self = .other(name)
            }
        }

        /// Whether this build can decrypt it with a key.
        public var isKnown: Bool { if case .other = self { false } else { true } }
        /// The methods that this build can decrypt, as playlists write them.
        public static var known: String { "AES-128, AES-256, AES-256-CTR, AES-256-GCM, SAMPLE-AES and SAMPLE-AES-CTR" }
    }
    /// How the segment is encrypted.
    public var method: Method
    /// Absolute URL of the key.
    public var keyURL: String
    /// Sixteen bytes: the playlist's IV, or the media sequence number in big endian. With AES-256-GCM each segment contains its own
    /// instead.
    public var initializationVector: [UInt8]
    /// `identity` unless the playlist says otherwise.
    public var keyFormat: String
    public init(method: Method, keyURL: String, initializationVector: [UInt8], keyFormat: String = "identity") {
        self.method = method
        self.keyURL = keyURL
        self.initializationVector = initializationVector
        self.keyFormat = keyFormat
    }
}

/// An initialization section (EXT-X-MAP) with its own encryption.
public struct InitializationSection: Hashable, Sendable {
    /// Where the section is.
    public var location: ResourceLocation
    /// Every key the playlist offers for it, as in ``SegmentLoad/encryption``.
    public var encryption: [SegmentEncryption]
    public init(location: ResourceLocation, encryption: [SegmentEncryption] = []) {
        self.location = location
        self.encryption = encryption
    }
}

/// A media segment or partial segment to fetch, decrypt, demux and queue.
public struct SegmentLoad: Hashable, Sendable {
    /// The stream that it belongs to.
    public var contentType: ContentType
    /// Where the segment is.
    public var location: ResourceLocation
    /// Media sequence number. ``part`` is the index of a partial segment.
    public var sequence: Int
    /// Index of a partial segment within its segment; nil for a complete segment.
    public var part: Int?
    /// Time range on the item's timeline according to the playlist, in seconds.
    public var range: TimeRange
    /// Segments with the same number share a clock; a change of number is a discontinuity.
    public var discontinuity: Int
    /// It is the first segment of its discontinuity, which starts with its first sample.
    public var startsDiscontinuity: Bool
    /// The initialization section that it needs; nil for formats without one.
    public var initialization: InitializationSection?
    /// Every key that the playlist offers for it, one per key format. The caller uses the first that it has a provider for.
    public var encryption: [SegmentEncryption]
    /// The index of the variant in ``Presentation/variants`` for the main content type, or of the rendition for the others.
    public var stream: Int
    /// The samples don't continue the content type's previous load: the load is the first after a start, a seek or a gap.
    public var startsRun: Bool
    /// Samples that end at or before this time aren't needed, in seconds on the item's timeline.
    public var notBefore: Double?
    /// Date of the first sample in seconds since 1970 (EXT-X-PROGRAM-DATE-TIME); nil if the playlist has none.
    public var date: Double?
    /// The samples replace those queued in ``range`` once the load is complete; until then both are kept apart. Only with
    /// ``StreamingConfiguration/Replacement/inPlace``.
    public var replaces: Bool
    /// Only its first keyframe is shown, for as long as the segment lasts (EXT-X-I-FRAMES-ONLY).
    public var isSingleFrame: Bool
    /// Media of the segment outside of ``range`` that is not presented; nil if there is none.
    package var trim: SegmentTrim?

    public init(
        contentType: ContentType, location: ResourceLocation, sequence: Int, part: Int? = nil, range: TimeRange, discontinuity: Int,
        startsDiscontinuity: Bool = false, initialization: InitializationSection? = nil, encryption: [SegmentEncryption] = [], stream: Int,
        startsRun: Bool,
        notBefore: Double? = nil, date: Double? = nil, replaces: Bool = false, isSingleFrame: Bool = false
    ) {
        self.contentType = contentType
        self.location = location
        self.sequence = sequence
        self.part = part
        self.range = range
        self.discontinuity = discontinuity
        self.startsDiscontinuity = startsDiscontinuity
        self.initialization = initialization
        self.encryption = encryption
        self.stream = stream
        self.startsRun = startsRun
        self.notBefore = notBefore
        self.date = date
        self.replaces = replaces
        self.isSingleFrame = isSingleFrame
    }
}

/// The load of a single keyframe.
public struct PictureLoad: Hashable, Sendable {
    /// What a single frame is for.
    public enum Purpose: UInt8, Hashable, Sendable {
        /// For fast and reverse playback.
        case trick
        /// Shown while the user drags the seek bar, until the seek completes.
        case scrub
        /// A small preview next to the playing content.
        case preview
    }

    /// The frame's time is the start of the segment's range.
    public var segment: SegmentLoad
    /// The resource is a complete segment: only its first keyframe is needed, and the rest need not be fetched.
    public var isWholeSegment: Bool
    /// What the frame is for.
    public var purpose: Purpose
    /// The times that no other frame of the playlist is closer to.
    public var span: TimeRange
    public init(segment: SegmentLoad, isWholeSegment: Bool, purpose: Purpose, span: TimeRange) {
        self.segment = segment
        self.isWholeSegment = isWholeSegment
        self.purpose = purpose
        self.span = span
    }
}

/// Something that a session wants fetched.
public struct StreamLoad: Hashable, Sendable {
    /// What kind of resource is to be fetched.
    public enum Content: Hashable, Sendable {
        /// A multivariant or media playlist; which of them is known only after parsing.
        case playlist(ResourceLocation)
        /// A segment or part of the media.
        case segment(SegmentLoad)
        /// One keyframe, to be shown on its own.
        case picture(PictureLoad)
        /// A segment before the first one of a run; only its image subtitles are used.
        case subtitles(SegmentLoad)
        /// A steering manifest (RFC 8216bis 7.2).
        case steering(ResourceLocation)
    }

    /// Time limits in seconds after which the caller gives up and reports a time-out.
    public struct TimeLimits: Hashable, Sendable {
        /// From the request until the connection is established.
        public var connect: Double
        /// From the request to the response head.
        public var firstByte: Double
        /// The longest pause between bytes of a body.
        public var idle: Double
        /// From the request to the last byte.
        public var whole: Double
        public init(connect: Double = 10, firstByte: Double = 10, idle: Double = 5, whole: Double = 20) {
            self.connect = connect
            self.firstByte = firstByte
            self.idle = idle
            self.whole = whole
        }
    }

    /// Identifies the load in events and actions.
    public var id: LoadID
    /// What is to be fetched.
    public var content: Content
    /// When to give up.
    public var limits: TimeLimits
    /// CMCD data of the request, as `key=value` pairs in the order that the standard requires; empty if CMCD is off.
    public var commonMediaClientData: [String]

    public init(id: LoadID, content: Content, limits: TimeLimits, commonMediaClientData: [String] = []) {
        self.id = id
        self.content = content
        self.limits = limits
        self.commonMediaClientData = commonMediaClientData
    }
}
