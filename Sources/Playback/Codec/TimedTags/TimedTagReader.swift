// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads the ID3 tags of an MPEG-TS segment (stream type 0x15). A value type; the result does not depend on how the bytes are split.
///
/// FFmpeg's demuxer can't be used: it drops the first five bytes of each PES packet.
struct TimedTagReader {
    /// The tags so far.
    private(set) var events: [EventMessage] = []
    /// The beginning of a transport packet.
    private var partial: [UInt8] = []
    /// Sections by PID: the association table, and the program maps that it lists.
    private var tables: [UInt16: Table] = [0: Table()]
    private var streams: [UInt16: TimedTagAssembler] = [:]

    fileprivate struct Table {
        var counter: UInt8?
        /// Empty until a section begins.
        var bytes: [UInt8] = []
        var isReading = false
    }

    private static let packetSize = 188
    private static let maximumTables = 64
    private static let maximumStreams = 16
    /// More events than this in a segment are implausible.
    private static let maximumEvents = 1000

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        if !partial.isEmpty {
            index = min(Self.packetSize - partial.count, bytes.count)
            partial += bytes[..<index]
            guard partial.count == Self.packetSize else { return }
            let packet = partial
            partial = []
            packet.withUnsafeBytes { read($0) }
        }
        while index < bytes.count {
            guard bytes[index] == 0x47 else {
                index += 1
                continue
            }
            guard bytes.count - index >= Self.packetSize else {
                partial = Array(bytes[index...])
                return
            }
            readPacket(UnsafeRawBufferPointer(rebasing: bytes[index..<index + Self.packetSize]))
            index += Self.packetSize
        }
    }

    /// No more bytes follow.
    mutating func finish() {
        for pid in streams.keys.sorted() { streams[pid]!.finish(into: &events) }
        limit()
    }

    /// Takes the tags that were completed since the last call.
    mutating func takeEvents() -> [EventMessage] {
        defer { events = [] }
        return events
    }

    private mutating func limit() { if events.count > Self.maximumEvents { events.removeLast(events.count - Self.maximumEvents) } }

    private mutating func readPacket(_ packet: UnsafeRawBufferPointer) {
        let pid = UInt16(packet[1] & 0x1F) << 8 | UInt16(packet[2])
        let (isTable, isStream) = (tables[pid] != nil, streams[pid] != nil)
        // Damaged and scrambled packets are skipped.
        guard isTable || isStream, packet[1] & 0x80 == 0, packet[3] & 0xC0 == 0, packet[3] & 0x10 != 0 else { return }
        var start = 4
        var isDiscontinuous = false
        if packet[3] & 0x20 != 0 {
            start += 1 + Int(packet[4])
            isDiscontinuous = packet[4] > 0 && packet[5] & 0x80 != 0
        }
        guard start < Self.packetSize else { return }
        let payload = UnsafeRawBufferPointer(rebasing: packet[start...])
        let (isStart, counter) = (packet[1] & 0x40 != 0, packet[3] & 0x0F)
        if isTable {
            readTable(pid, payload, counter: counter, isStart: isStart)
        } else {
            streams[pid]!.add(payload, counter: counter, isStart: isStart, isDiscontinuous: isDiscontinuous, into: &events)
            limit()
        }
    }

    // MARK: Tables (ISO/IEC 13818-1, 2.4.4)

    private mutating func readTable(_ pid: UInt16, _ payload: UnsafeRawBufferPointer, counter: UInt8, isStart: Bool) {
        var table = tables[pid]!
        if let last = table.counter, counter != (last + 1) & 0x0F {
            if counter == last, !isStart { return }
            table.isReading = false
            table.bytes = []
        }
        table.counter = counter
        var sections: [[UInt8]] = []
        if isStart {
            let pointer = Int(payload[0])
            guard pointer < payload.count - 1 else {
                tables[pid] = Table()
                return
            }
            if table.isReading { table.bytes += payload[1..<1 + pointer] }
            if let section = table.takeSection() { sections.append(section) }
            table.bytes = Array(payload[(1 + pointer)...])
            table.isReading = true
        } else if table.isReading {
            table.bytes += payload
        }
        while let section = table.takeSection() { sections.append(section) }
        tables[pid] = table
        for section in sections { read(section, of: pid) }
    }

    private mutating func read(_ section: [UInt8], of pid: UInt16) {
        // Ignores tables that are not valid yet (current_next_indicator).
        guard section.count >= 12, section[1] & 0x80 != 0, section[5] & 1 != 0 else { return }
        let end = section.count - 4
        func number(_ offset: Int, _ mask: UInt16) -> UInt16 { (UInt16(section[offset]) << 8 | UInt16(section[offset + 1])) & mask }
        switch (section[0], pid) {
        case (0, 0):
            for index in stride(from: 8, through: end - 4, by: 4) where number(index, 0xFFFF) != 0 {
                let map = number(index + 2, 0x1FFF)
                if tables[map] == nil, tables.count < Self.maximumTables { tables[map] = Table() }
            }
        case (2, 1...):
            guard end >= 12 else { return }
            var index = 12 + Int(number(10, 0x0FFF))
            while index + 5 <= end {
                let stream = number(index + 1, 0x1FFF)
                if section[index] == 0x15, tables[stream] == nil, streams[stream] == nil, streams.count < Self.maximumStreams {
                    streams[stream] = TimedTagAssembler()
                }
                index += 5 + Int(number(index + 3, 0x0FFF))
            }
        default: break
        }
    }
}

extension TimedTagReader.Table {
    /// Takes a complete section from the front; nil when there is none.
    fileprivate mutating func takeSection() -> [UInt8]? {
        guard isReading, let kind = bytes.first else { return nil }
        // The rest of a packet is stuffing.
        guard kind != 0xFF else {
            bytes = []
            isReading = false
            return nil
        }
        guard bytes.count >= 3 else { return nil }
        let length = 3 + (Int(bytes[1] & 0x0F) << 8 | Int(bytes[2]))
        guard bytes.count >= length else { return nil }
        defer { bytes.removeFirst(length) }
        return Array(bytes[..<length])
    }
}
