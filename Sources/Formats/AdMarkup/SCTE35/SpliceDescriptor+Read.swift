// SPDX-License-Identifier: Apache-2.0

extension SpliceDescriptor {
    init(from reader: inout BitReader) throws(SpliceError) {
        let tag = try reader.byte()
        let length = Int(try reader.byte())
        let start = reader.offset
        var own = BitReader(try reader.take(length), base: start)
        let identifier = try own.word()
        guard identifier == Self.cueIdentifier else {
            self = .unknown(tag: tag, identifier: identifier, bytes: own.rest())
            return
        }
        switch tag {
        case 0x00: self = .avail(providerAvailID: try own.word())
        case 0x01:
            let preroll = try own.byte()
            let count = Int(try own.bits(3))
            _ = try own.bits(5)
            self = .dtmf(preroll: preroll, characters: String(decoding: try own.take(count), as: UTF8.self))
        case 0x02: self = .segmentation(try SegmentationDescriptor(from: &own))
        case 0x03:
            let seconds = try own.bits(48)
            let nanoseconds = try own.word()
            self = .time(seconds: seconds, nanoseconds: nanoseconds, utcOffset: try own.short())
        case 0x04:
            let count = Int(try own.bits(4))
            _ = try own.bits(4)
            var components: [AudioComponent] = []
            for _ in 0..<count {
                let tag = try own.byte()
                let language = String(decoding: try own.take(3), as: UTF8.self)
                let mode = UInt8(try own.bits(3))
                let channels = UInt8(try own.bits(4))
                components.append(
                    AudioComponent(tag: tag, language: language, bitStreamMode: mode, channels: channels, isFullService: try own.flag()))
            }
            self = .audio(components)
        default: self = .unknown(tag: tag, identifier: identifier, bytes: own.rest())
        }
    }

    /// Reads a malformed descriptor as bytes only.
    init(opaque reader: inout BitReader) throws(SpliceError) {
        let tag = try reader.byte()
        let length = Int(try reader.byte())
        let start = reader.offset
        var own = BitReader(try reader.take(length), base: start)
        self = .unknown(tag: tag, identifier: try own.word(), bytes: own.rest())
    }
}

extension SegmentationDescriptor {
    init(from reader: inout BitReader) throws(SpliceError) {
        self.init(eventID: try reader.word(), type: SegmentationType(rawValue: 0))
        isCancelled = try reader.flag()
        idComplies = try reader.flag()
        _ = try reader.bits(6)
        guard !isCancelled else { return }
        let isProgram = try reader.flag()
        let hasDuration = try reader.flag()
        if try reader.flag() {
            _ = try reader.bits(5)
        } else {
            let (web, blackout, archive) = (try reader.flag(), try reader.flag(), try reader.flag())
            restrictions = Restrictions(
                allowsWebDelivery: web, hasNoRegionalBlackout: blackout, allowsArchive: archive, devices: UInt8(try reader.bits(2)))
        }
        if !isProgram {
            var list: [Component] = []
            for _ in 0..<(try reader.byte()) {
                let tag = try reader.byte()
                _ = try reader.bits(7)
                list.append(Component(tag: tag, offset: try reader.bits(33)))
            }
            components = list
        }
        if hasDuration { duration = try reader.bits(40) }
        let upidType = try reader.byte()
        upid = SegmentationUPID(type: upidType, bytes: Array(try reader.take(Int(try reader.byte()))))
        type = SegmentationType(rawValue: try reader.byte())
        segmentNumber = try reader.byte()
        segmentsExpected = try reader.byte()
        // The set of types with these two fields has grown over the editions, so their presence decides.
        if reader.bytesLeft >= 2 { subSegment = SubSegment(number: try reader.byte(), expected: try reader.byte()) }
    }
}
