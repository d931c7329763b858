// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The description of one track, as a source buffer of Media Source Extensions needs it.
public struct TransmuxedTrack: Hashable, Sendable {
    public var kind: TrackKind
    /// RFC 6381, such as `avc1.64001f`.
    public var codec: String
    /// An initialization segment with this track alone: `ftyp` and `moov`.
    public var initialization: [UInt8]

    public init(kind: TrackKind, codec: String, initialization: [UInt8]) {
        self.kind = kind
        self.codec = codec
        self.initialization = initialization
    }
}

/// The times of a fragment's samples, on the clock of the segment.
public struct FragmentTimes: Hashable, Sendable {
    /// The presentation and decode time of the first sample in decoding order.
    public var first: MediaTime
    public var firstDecode: MediaTime
    /// The earliest presentation time, and the end of the sample that is presented last.
    public var start: MediaTime
    public var end: MediaTime
    /// The presentation time of the first sample that can be decoded alone; nil if there is none.
    public var firstKey: MediaTime?

    public init(first: MediaTime, firstDecode: MediaTime, start: MediaTime, end: MediaTime, firstKey: MediaTime?) {
        (self.first, self.firstDecode, self.start, self.end, self.firstKey) = (first, firstDecode, start, end, firstKey)
    }
}

/// What a ``SegmentTransmuxer`` makes of the bytes of a segment, in the order in which a source buffer takes it.
public enum TransmuxOutput: Hashable, Sendable {
    /// A track was found, or its description changed.
    case track(TransmuxedTrack)
    /// A fragment begins: a `moof`, with its `mdat` or the beginning of one.
    ///
    /// Decode times in the bytes are later than those in `times` by ``SegmentTransmuxer/bias``.
    case fragment(TrackKind, bytes: [UInt8], times: FragmentTimes)
    /// More bytes of the fragment's `mdat`.
    case more(TrackKind, bytes: [UInt8])
    /// A track that is left out, with the reason.
    case skipped(String)
    /// ID3 tags, complete and one behind the other, and their time on the clock of the segment.
    case metadata([UInt8], time: MediaTime)
}

/// Why a segment can't be converted.
public struct TransmuxError: Error, Hashable, Sendable {
    /// The kind of error; more may be added, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        init(_ name: String) { self.name = name }
        /// The bytes break the rules of their container.
        public static let malformed = Code("malformed")
        /// The container or every codec in it is unknown here.
        public static let unsupported = Code("unsupported")
    }
    public var code: Code
    /// Cause, location and remedy, for the person who made the segment.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
