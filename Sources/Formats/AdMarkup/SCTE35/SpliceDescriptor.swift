// SPDX-License-Identifier: Apache-2.0

/// Additional information in a section (SCTE 35, 10).
public enum SpliceDescriptor: Hashable, Sendable {
    /// Identifies an avail; for `splice_insert` only.
    case avail(providerAvailID: UInt32)
    /// DTMF tones. The preroll is in tenths of a second.
    case dtmf(preroll: UInt8, characters: String)
    /// The segment that begins or ends.
    case segmentation(SegmentationDescriptor)
    /// TAI since 1970, and the seconds by which UTC is behind it.
    case time(seconds: UInt64, nanoseconds: UInt32, utcOffset: UInt16)
    /// The audio components of the programme.
    case audio([AudioComponent])
    /// A descriptor that the standard doesn't define, or one of another organisation.
    case unknown(tag: UInt8, identifier: UInt32, bytes: [UInt8])

    /// One audio component.
    public struct AudioComponent: Hashable, Sendable {
        /// `component_tag`; 0xFF without one.
        public var tag: UInt8
        /// Three-letter ISO 639 code.
        public var language: String
        /// Bit stream mode of ATSC A/52, 3 bits.
        public var bitStreamMode: UInt8
        /// 4 bits.
        public var channels: UInt8
        /// Whether it is the full service rather than an addition to another component.
        public var isFullService: Bool

        public init(tag: UInt8, language: String, bitStreamMode: UInt8, channels: UInt8, isFullService: Bool) {
            self.tag = tag
            self.language = language
            self.bitStreamMode = bitStreamMode
            self.channels = channels
            self.isFullService = isFullService
        }
    }

    /// `splice_descriptor_tag`.
    public var tag: UInt8 {
        switch self {
        case .avail: 0x00
        case .dtmf: 0x01
        case .segmentation: 0x02
        case .time: 0x03
        case .audio: 0x04
        case .unknown(let tag, _, _): tag
        }
    }

    /// `CUEI`, the identifier of all descriptors defined by SCTE.
    public static let cueIdentifier: UInt32 = 0x4355_4549
}

/// The segment that begins or ends at a time signal (SCTE 35, 10.3.3).
public struct SegmentationDescriptor: Hashable, Sendable {
    /// Delivery restrictions; `true` is no restriction.
    public struct Restrictions: Hashable, Sendable {
        /// Whether delivery over the Internet is allowed.
        public var allowsWebDelivery: Bool
        /// Whether no region is blacked out.
        public var hasNoRegionalBlackout: Bool
        /// Whether recordings may be kept.
        public var allowsArchive: Bool
        /// 0 to 2 restrict device groups, 3 means no restriction.
        public var devices: UInt8

        public init(allowsWebDelivery: Bool, hasNoRegionalBlackout: Bool, allowsArchive: Bool, devices: UInt8) {
            self.allowsWebDelivery = allowsWebDelivery
            self.hasNoRegionalBlackout = hasNoRegionalBlackout
            self.allowsArchive = allowsArchive
            self.devices = devices
        }
    }

    /// The offset of one component, in the obsolete component mode.
    public struct Component: Hashable, Sendable {
        /// `component_tag`.
        public var tag: UInt8
        /// 33 bits, added to the time signal's time.
        public var offset: UInt64

        public init(tag: UInt8, offset: UInt64) {
            self.tag = tag
            self.offset = offset
        }
    }

    /// `segmentation_event_id`: the same for the start and the end of a segment.
    public var eventID: UInt32
    /// Cancels the earlier descriptor with this id; the fields below are then meaningless.
    public var isCancelled = false
    /// Whether the ids follow the standard's rules; true by default.
    public var idComplies = true
    /// nil if delivery is not restricted.
    public var restrictions: Restrictions?
    /// nil for the whole program.
    public var components: [Component]?
    /// 40 bits, in ticks of 90 kHz.
    public var duration: UInt64?
    /// What the segment contains.
    public var upid: SegmentationUPID
    /// What kind of segment begins or ends.
    public var type: SegmentationType
    /// The number of the segment among ``segmentsExpected``, from 1; 0 if not used.
    public var segmentNumber: UInt8 = 0
    /// The number of segments in the sequence; 0 if not used.
    public var segmentsExpected: UInt8 = 0
    /// Both fields or neither.
    public var subSegment: SubSegment?

    /// The place of the segment in a second sequence.
    public struct SubSegment: Hashable, Sendable {
        /// From 1; 0 if not used.
        public var number: UInt8
        /// The length of that sequence; 0 if not used.
        public var expected: UInt8

        public init(number: UInt8, expected: UInt8) {
            self.number = number
            self.expected = expected
        }
    }

    /// - Parameter duration: 40 bits, in ticks of 90 kHz; nil if unknown.
    public init(
        eventID: UInt32, type: SegmentationType, upid: SegmentationUPID = SegmentationUPID(type: 0, bytes: []), duration: UInt64? = nil
    ) {
        self.eventID = eventID
        self.type = type
        self.upid = upid
        self.duration = duration
    }
}
