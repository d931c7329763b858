// SPDX-License-Identifier: Apache-2.0

/// A splice information section: when a stream may switch to ads and back (SCTE 35, 9.6). Times are in ticks of 90 kHz and wrap at
/// 33 bits.
public struct SpliceInfo: Hashable, Sendable {
    /// 3 if not specified.
    public var sapType: UInt8 = 3
    /// 0, the only version so far.
    public var protocolVersion: UInt8 = 0
    /// Added to all times in the section, modulo 2³³.
    public var ptsAdjustment: UInt64 = 0
    /// Names the control word of an encrypted section; meaningless without encryption.
    public var cwIndex: UInt8 = 0
    /// The authorization tier; 0xFFF for all receivers.
    public var tier: UInt16 = 0xFFF
    /// What to do.
    public var command: SpliceCommand
    /// Descriptors in order.
    public var descriptors: [SpliceDescriptor] = []
    /// Bytes after the descriptors.
    public var stuffing: [UInt8] = []
    /// The encrypted part; ``command`` is then opaque.
    public var encryption: Encryption?

    /// How a section is encrypted.
    public struct Encryption: Hashable, Sendable {
        /// 6 bits: 1 DES ECB, 2 DES CBC, 3 Triple DES, 32 and above private.
        public var algorithm: UInt8
        /// The command with its type, descriptors, stuffing and their checksum, as received.
        public var payload: [UInt8]
        /// The length in the header; 0xFFF if it states none.
        public var commandLength: UInt16

        public init(algorithm: UInt8, payload: [UInt8], commandLength: UInt16) {
            self.algorithm = algorithm
            self.payload = payload
            self.commandLength = commandLength
        }
    }

    /// Creates a clear section for all receivers.
    public init(command: SpliceCommand, descriptors: [SpliceDescriptor] = []) {
        self.command = command
        self.descriptors = descriptors
    }

    /// Ticks per second.
    public static let timescale = 90_000
    /// The value at which times wrap.
    public static let wrap: UInt64 = 1 << 33

    /// A time of the section on the stream's clock.
    public func adjusted(_ pts: UInt64) -> UInt64 { (pts &+ ptsAdjustment) & (Self.wrap - 1) }

    /// The segmentation descriptors, in order.
    public var segmentations: [SegmentationDescriptor] {
        descriptors.compactMap { if case .segmentation(let descriptor) = $0 { descriptor } else { nil } }
    }
}

/// A splice command (SCTE 35, 9.7).
public enum SpliceCommand: Hashable, Sendable {
    /// Does nothing; keeps the stream of sections alive.
    case null
    /// Events at wall-clock times.
    case schedule([SpliceEvent])
    /// An event in the stream, immediately or at a time.
    case insert(SpliceEvent)
    /// A signal at a time, or immediately if nil; the descriptors carry its meaning.
    case timeSignal(UInt64?)
    /// Reserves the bandwidth of a section.
    case bandwidthReservation
    /// A private command; `identifier` names its organisation (SCTE 35, 9.7.6).
    case custom(identifier: UInt32, bytes: [UInt8])
    /// A reserved type, or an encrypted command.
    case unknown(type: UInt8, bytes: [UInt8])

    /// `splice_command_type`.
    public var type: UInt8 {
        switch self {
        case .null: 0x00
        case .schedule: 0x04
        case .insert: 0x05
        case .timeSignal: 0x06
        case .bandwidthReservation: 0x07
        case .custom: 0xFF
        case .unknown(let type, _): type
        }
    }
}

/// An event of a splice_insert or splice_schedule.
public struct SpliceEvent: Hashable, Sendable {
    /// The event of one component, in the obsolete component mode.
    public struct Component: Hashable, Sendable {
        /// `component_tag`.
        public var tag: UInt8
        /// Ticks of 90 kHz in an insert, nil if no time is given; seconds since 6 January 1980 UTC in a schedule.
        public var time: UInt64?

        public init(tag: UInt8, time: UInt64? = nil) {
            self.tag = tag
            self.time = time
        }
    }

    /// `break_duration`.
    public struct Duration: Hashable, Sendable {
        /// Whether the stream returns from the break automatically after `ticks`.
        public var returnsAutomatically: Bool
        /// 33 bits, in ticks of 90 kHz.
        public var ticks: UInt64

        public init(returnsAutomatically: Bool, ticks: UInt64) {
            self.returnsAutomatically = returnsAutomatically
            self.ticks = ticks
        }
    }

    /// `splice_event_id`, by which later sections refer to the event.
    public var id: UInt32
    /// Cancels the earlier event with this id; the fields below are then meaningless.
    public var isCancelled = false
    /// Whether the ids follow the standard's rules; true by default.
    public var idComplies = true
    /// true to switch to ads, false to return.
    public var isOutOfNetwork = true
    /// Whether an insert takes effect immediately.
    public var isImmediate = false
    /// The time for the whole program; nil with ``components``.
    public var time: UInt64?
    /// nil for the whole program.
    public var components: [Component]?
    /// The length of the break; nil if unknown.
    public var duration: Duration?
    /// Identifies the viewing event within the service.
    public var uniqueProgramID: UInt16 = 0
    /// The number of the avail among ``availsExpected``; 0 if not used.
    public var availNumber: UInt8 = 0
    /// The number of avails in the event; 0 if not used.
    public var availsExpected: UInt8 = 0

    /// Creates an event that leaves the network, for the whole programme, without a time.
    public init(id: UInt32) { self.id = id }
}
