// SPDX-License-Identifier: Apache-2.0

/// A splice information section: when a stream may be left for ads and come back (SCTE 35, 9.6). Times are in ticks of 90 kHz and
/// wrap at 33 bits.
public struct SpliceInfo: Hashable, Sendable {
    /// 3 when not specified.
    public var sapType: UInt8 = 3
    public var protocolVersion: UInt8 = 0
    /// Added to every time in it, modulo 2³³.
    public var ptsAdjustment: UInt64 = 0
    public var cwIndex: UInt8 = 0
    /// 0xFFF when all may have it.
    public var tier: UInt16 = 0xFFF
    public var command: SpliceCommand
    public var descriptors: [SpliceDescriptor] = []
    /// Behind the descriptors.
    public var stuffing: [UInt8] = []
    /// What can't be read without the control word; then ``command`` is opaque.
    public var encryption: Encryption?

    public struct Encryption: Hashable, Sendable {
        /// 6 bits: 1 DES ECB, 2 DES CBC, 3 Triple DES, 32 and above private.
        public var algorithm: UInt8
        /// The command, its type first, descriptors, stuffing and their own checksum, as they came.
        public var payload: [UInt8]
        /// As the header says; 0xFFF when it does not.
        public var commandLength: UInt16

        public init(algorithm: UInt8, payload: [UInt8], commandLength: UInt16) {
            self.algorithm = algorithm
            self.payload = payload
            self.commandLength = commandLength
        }
    }

    public init(command: SpliceCommand, descriptors: [SpliceDescriptor] = []) {
        self.command = command
        self.descriptors = descriptors
    }

    /// Ticks of the stream's clock in a second.
    public static let timescale = 90_000
    /// Where times wrap.
    public static let wrap: UInt64 = 1 << 33

    /// A time in it as the stream's clock has it.
    public func adjusted(_ pts: UInt64) -> UInt64 { (pts &+ ptsAdjustment) & (Self.wrap - 1) }

    public var segmentations: [SegmentationDescriptor] {
        descriptors.compactMap { if case .segmentation(let descriptor) = $0 { descriptor } else { nil } }
    }
}

/// What is to be done (SCTE 35, 9.7).
public enum SpliceCommand: Hashable, Sendable {
    case null
    case schedule([SpliceEvent])
    case insert(SpliceEvent)
    /// With nil at once; what it means is in the descriptors.
    case timeSignal(UInt64?)
    case bandwidthReservation
    case custom(identifier: UInt32, bytes: [UInt8])
    /// Of a type that SCTE 35 reserves, or encrypted.
    case unknown(type: UInt8, bytes: [UInt8])

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
    public struct Component: Hashable, Sendable {
        public var tag: UInt8
        /// Ticks of 90 kHz in an insert, nil where no time is given; seconds since 6 January 1980 UTC in a schedule.
        public var time: UInt64?

        public init(tag: UInt8, time: UInt64? = nil) {
            self.tag = tag
            self.time = time
        }
    }

    public struct Duration: Hashable, Sendable {
        /// Whether the stream comes back by itself when the time is over.
        public var returnsAutomatically: Bool
        /// 33 bits, in ticks of 90 kHz.
        public var ticks: UInt64

        public init(returnsAutomatically: Bool, ticks: UInt64) {
            self.returnsAutomatically = returnsAutomatically
            self.ticks = ticks
        }
    }

    public var id: UInt32
    /// Takes back what was said of the same id; everything below is then without meaning.
    public var isCancelled = false
    /// Whether the ids keep to the standard's rules; yes when not said otherwise.
    public var idComplies = true
    /// Out to the ads, or back.
    public var isOutOfNetwork = true
    /// At once, in inserts.
    public var isImmediate = false
    /// The time for the whole program; with ``components`` it is nil.
    public var time: UInt64?
    /// Nil when the whole program is meant.
    public var components: [Component]?
    public var duration: Duration?
    public var uniqueProgramID: UInt16 = 0
    public var availNumber: UInt8 = 0
    public var availsExpected: UInt8 = 0

    public init(id: UInt32) { self.id = id }
}
