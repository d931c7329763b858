// SPDX-License-Identifier: Apache-2.0

extension SpliceInfo {
    /// Encodes the section with its checksum. Reserved bits are set.
    ///
    /// - Throws: ``SpliceError/Code/length`` if a part is too long for its length field.
    public func write() throws(SpliceError) -> [UInt8] {
        var body = BitWriter()
        body.byte(protocolVersion)
        body.flag(encryption != nil)
        body.bits(UInt64(encryption?.algorithm ?? 0), 6)
        body.bits(ptsAdjustment, 33)
        body.byte(cwIndex)
        body.bits(UInt64(tier), 12)
        if let encryption {
            body.bits(UInt64(encryption.commandLength), 12)
            body.append(encryption.payload)
        } else {
            var command = BitWriter()
            try self.command.write(to: &command)
            try Self.fit(command.bytes.count, 0xFFE, "the command")
            body.bits(UInt64(command.bytes.count), 12)
            body.byte(self.command.type)
            body.append(command.bytes)
            var loop = BitWriter()
            for descriptor in descriptors { try descriptor.write(to: &loop) }
            try Self.fit(loop.bytes.count, 0xFFFF, "the descriptors")
            body.bits(UInt64(loop.bytes.count), 16)
            body.append(loop.bytes)
            body.append(stuffing)
        }
        try Self.fit(body.bytes.count + 4, 4093, "the section")
        var section = BitWriter()
        section.byte(0xFC)
        section.bits(0, 2)
        section.bits(UInt64(sapType), 2)
        section.bits(UInt64(body.bytes.count + 4), 12)
        section.append(body.bytes)
        section.bits(UInt64(MPEGChecksum.of(section.bytes[...])), 32)
        return section.bytes
    }

    static func fit(_ count: Int, _ limit: Int, _ what: String) throws(SpliceError) {
        guard count <= limit else {
            throw SpliceError(.length, "\(what) has \(count) bytes, more than the \(limit) that fit", remedy: "shorten it")
        }
    }
}

extension SpliceCommand {
    func write(to writer: inout BitWriter) throws(SpliceError) {
        switch self {
        case .null, .bandwidthReservation: break
        case .schedule(let events):
            try SpliceInfo.fit(events.count, 255, "the schedule")
            writer.byte(UInt8(events.count))
            for event in events { try event.write(to: &writer, isScheduled: true) }
        case .insert(let event): try event.write(to: &writer, isScheduled: false)
        case .timeSignal(let time): writer.spliceTime(time)
        case .custom(let identifier, let bytes):
            writer.bits(UInt64(identifier), 32)
            writer.append(bytes)
        case .unknown(_, let bytes): writer.append(bytes)
        }
    }
}

extension BitWriter {
    mutating func spliceTime(_ time: UInt64?) {
        flag(time != nil)
        reserved(time == nil ? 7 : 6)
        if let time { bits(time, 33) }
    }
}

extension SpliceEvent {
    func write(to writer: inout BitWriter, isScheduled: Bool) throws(SpliceError) {
        writer.bits(UInt64(id), 32)
        writer.flag(isCancelled)
        writer.flag(isScheduled ? idComplies : true)
        writer.reserved(6)
        guard !isCancelled else { return }
        writer.flag(isOutOfNetwork)
        writer.flag(components == nil)
        writer.flag(duration != nil)
        if isScheduled {
            writer.reserved(5)
        } else {
            writer.flag(isImmediate)
            writer.flag(idComplies)
            writer.reserved(3)
        }
        if let components {
            try SpliceInfo.fit(components.count, 255, "the list of components")
            writer.byte(UInt8(components.count))
            for component in components {
                writer.byte(component.tag)
                if isScheduled { writer.bits(component.time ?? 0, 32) } else if !isImmediate { writer.spliceTime(component.time) }
            }
        } else if isScheduled {
            writer.bits(time ?? 0, 32)
        } else if !isImmediate {
            writer.spliceTime(time)
        }
        if let duration {
            writer.flag(duration.returnsAutomatically)
            writer.reserved(6)
            writer.bits(duration.ticks, 33)
        }
        writer.bits(UInt64(uniqueProgramID), 16)
        writer.byte(availNumber)
        writer.byte(availsExpected)
    }
}
