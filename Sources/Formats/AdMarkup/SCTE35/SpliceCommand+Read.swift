// SPDX-License-Identifier: Apache-2.0

extension SpliceCommand {
    /// - Parameter isWhole: Whether the reader ends where the command ends.
    init(_ type: UInt8, from reader: inout BitReader, isWhole: Bool) throws(SpliceError) {
        switch type {
        case 0x00: self = .null
        case 0x04:
            let count = try reader.byte()
            var events: [SpliceEvent] = []
            for _ in 0..<count { events.append(try SpliceEvent(from: &reader, isScheduled: true)) }
            self = .schedule(events)
        case 0x05: self = .insert(try SpliceEvent(from: &reader, isScheduled: false))
        case 0x06: self = .timeSignal(try reader.spliceTime())
        case 0x07: self = .bandwidthReservation
        case 0xFF where isWhole: self = .custom(identifier: try reader.word(), bytes: reader.rest())
        default:
            guard isWhole else {
                throw SpliceError(
                    .length, at: reader.offset, "the length of command \(type) is unknown", remedy: "specify it in the section")
            }
            self = .unknown(type: type, bytes: reader.rest())
        }
    }
}

extension BitReader {
    mutating func spliceTime() throws(SpliceError) -> UInt64? {
        guard try flag() else {
            _ = try bits(7)
            return nil
        }
        _ = try bits(6)
        return try bits(33)
    }
}

extension SpliceEvent {
    /// - Parameter hasComponents: Whether the component list is present if the event is not for the whole program.
    init(from reader: inout BitReader, isScheduled: Bool, hasComponents: Bool = true) throws(SpliceError) {
        self.init(id: try reader.word())
        isCancelled = try reader.flag()
        if isScheduled { idComplies = try reader.flag() } else { _ = try reader.flag() }
        _ = try reader.bits(6)
        guard !isCancelled else { return }
        isOutOfNetwork = try reader.flag()
        let isProgram = try reader.flag()
        let hasDuration = try reader.flag()
        if isScheduled {
            _ = try reader.bits(5)
        } else {
            isImmediate = try reader.flag()
            idComplies = try reader.flag()
            _ = try reader.bits(3)
        }
        if isProgram {
            if isScheduled { time = UInt64(try reader.word()) } else if !isImmediate { time = try reader.spliceTime() }
        } else {
            var list: [Component] = []
            for _ in 0..<(hasComponents ? try reader.byte() : 0) {
                var component = Component(tag: try reader.byte())
                if isScheduled {
                    component.time = UInt64(try reader.word())
                } else if !isImmediate {
                    component.time = try reader.spliceTime()
                }
                list.append(component)
            }
            components = list
        }
        if hasDuration {
            let returns = try reader.flag()
            _ = try reader.bits(6)
            duration = Duration(returnsAutomatically: returns, ticks: try reader.bits(33))
        }
        uniqueProgramID = try reader.short()
        availNumber = try reader.byte()
        availsExpected = try reader.byte()
    }
}
