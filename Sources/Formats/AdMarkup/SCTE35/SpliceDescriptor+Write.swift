// SPDX-License-Identifier: Apache-2.0

extension SpliceDescriptor {
    func write(to writer: inout BitWriter) throws(SpliceError) {
        var own = BitWriter()
        var identifier = Self.cueIdentifier
        switch self {
        case .avail(let id): own.bits(UInt64(id), 32)
        case .dtmf(let preroll, let characters):
            try SpliceInfo.fit(characters.utf8.count, 7, "the DTMF sequence")
            own.byte(preroll)
            own.bits(UInt64(characters.utf8.count), 3)
            own.reserved(5)
            own.append(characters.utf8)
        case .segmentation(let descriptor): try descriptor.write(to: &own)
        case .time(let seconds, let nanoseconds, let offset):
            own.bits(seconds, 48)
            own.bits(UInt64(nanoseconds), 32)
            own.bits(UInt64(offset), 16)
        case .audio(let components):
            try SpliceInfo.fit(components.count, 15, "the list of audio components")
            own.bits(UInt64(components.count), 4)
            own.reserved(4)
            for component in components {
                own.byte(component.tag)
                own.append((Array(component.language.utf8.prefix(3)) + [0x20, 0x20, 0x20]).prefix(3))
                own.bits(UInt64(component.bitStreamMode), 3)
                own.bits(UInt64(component.channels), 4)
                own.flag(component.isFullService)
            }
        case .unknown(_, let other, let bytes):
            identifier = other
            own.append(bytes)
        }
        try SpliceInfo.fit(own.bytes.count + 4, 255, "a descriptor")
        writer.byte(tag)
        writer.byte(UInt8(own.bytes.count + 4))
        writer.bits(UInt64(identifier), 32)
        writer.append(own.bytes)
    }
}

extension SegmentationDescriptor {
    func write(to writer: inout BitWriter) throws(SpliceError) {
        writer.bits(UInt64(eventID), 32)
        writer.flag(isCancelled)
        writer.flag(idComplies)
        writer.reserved(6)
        guard !isCancelled else { return }
        writer.flag(components == nil)
        writer.flag(duration != nil)
        writer.flag(restrictions == nil)
        if let restrictions {
            writer.flag(restrictions.allowsWebDelivery)
            writer.flag(restrictions.hasNoRegionalBlackout)
            writer.flag(restrictions.allowsArchive)
            writer.bits(UInt64(restrictions.devices), 2)
        } else {
            writer.reserved(5)
        }
        if let components {
            try SpliceInfo.fit(components.count, 255, "the list of components")
            writer.byte(UInt8(components.count))
            for component in components {
                writer.byte(component.tag)
                writer.reserved(7)
                writer.bits(component.offset, 33)
            }
        }
        if let duration { writer.bits(duration, 40) }
        try SpliceInfo.fit(upid.bytes.count, 255, "the UPID")
        writer.byte(upid.type)
        writer.byte(UInt8(upid.bytes.count))
        writer.append(upid.bytes)
        writer.byte(type.rawValue)
        writer.byte(segmentNumber)
        writer.byte(segmentsExpected)
        if let subSegment {
            writer.byte(subSegment.number)
            writer.byte(subSegment.expected)
        }
    }
}
