// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Assembles the ID3 tags of one elementary stream from the payloads of its transport packets. A value type.
///
/// A tag may be split over several PES packets, of which only the first has a time (Apple, "Timed Metadata for HTTP Live Streaming"). A PES
/// packet may lack a length, and then ends where the next one begins. A truncated tag is dropped when the next one begins.
struct TimedTagAssembler {
    private var counter: UInt8?
    /// The bytes of the current PES packet; nil between packets, and after one was dropped.
    private var packet: [UInt8]?
    /// The consecutive tags that began with one PES packet.
    private var tags: [UInt8] = []
    /// The total length of the complete ones among them.
    private var complete = 0
    private var time = MediaTime.zero

    /// A PES header with all its fields.
    private static let longestHeader = 9 + 255

    /// Takes a transport packet's payload.
    /// - Parameters:
    ///   - counter: its continuity counter.
    ///   - isStart: whether a PES packet begins with it.
    ///   - isDiscontinuous: whether the packet declares that the counter jumps.
    mutating func add(
        _ payload: UnsafeRawBufferPointer, counter: UInt8, isStart: Bool, isDiscontinuous: Bool, into events: inout [EventMessage]
    ) {
        if let last = self.counter, !isDiscontinuous {
            // The same packet again.
            if counter == last { return }
            if counter != (last + 1) & 0x0F {
                endPacket(into: &events)
                endTags(into: &events)
            }
        }
        self.counter = counter
        if isStart {
            endPacket(into: &events)
            packet = []
        }
        guard packet != nil else { return }
        packet! += payload
        if packet!.count > EventMessage.longestData + Self.longestHeader {
            packet = nil
            drop()
        } else if let length = announcedLength, packet!.count >= length {
            endPacket(into: &events)
        }
    }

    /// No more packets follow.
    mutating func finish(into events: inout [EventMessage]) {
        endPacket(into: &events)
        endTags(into: &events)
    }

    /// The length of the current PES packet; nil when it has none, or that is not known yet.
    private var announcedLength: Int? {
        guard let packet, packet.count >= 6 else { return nil }
        let length = Int(packet[4]) << 8 | Int(packet[5])
        return length > 0 ? 6 + length : nil
    }

    private mutating func endPacket(into events: inout [EventMessage]) {
        guard let packet else { return }
        let announced = announcedLength
        self.packet = nil
        // The stream IDs that have a header, except those of padding and navigation.
        guard packet.count >= 9, packet.starts(with: [0, 0, 1]), packet[3] == 0xBD || packet[3] >= 0xC0, packet[6] & 0xC0 == 0x80 else {
            return drop()
        }
        let end = min(announced ?? packet.count, packet.count)
        let start = 9 + Int(packet[8])
        guard start <= end else { return drop() }
        var body = packet[start..<end]
        // A metadata cell has a header of five bytes, with its length (ISO/IEC 13818-1, 2.12.4).
        let content = body.dropFirst(5)
        if body.count >= 5, !body.isTag, packet[3] == 0xFC || content.isTag,
            Int(body[start + 3]) << 8 | Int(body[start + 4]) == content.count
        {
            body = content
        }
        let time = packet[7] & 0x80 != 0 ? Self.time(packet[9..<start]) : nil
        add(body, at: time, isAligned: packet[6] & 0x04 != 0, into: &events)
        if let announced, packet.count < announced { endTags(into: &events) }
    }

    private static func time(_ field: ArraySlice<UInt8>) -> MediaTime? {
        let bytes = field.prefix(5).map { Int64($0) }
        guard bytes.count == 5 else { return nil }
        let ticks = (bytes[0] & 0x0E) << 29 | bytes[1] << 22 | (bytes[2] & 0xFE) << 14 | bytes[3] << 7 | bytes[4] >> 1
        return MediaTime(value: ticks, timescale: 90_000)
    }

    private mutating func add(_ body: ArraySlice<UInt8>, at time: MediaTime?, isAligned: Bool, into events: inout [EventMessage]) {
        // Without a time, what looks like a tag may be part of the one that continues.
        if body.isTag, tags.isEmpty || time != nil || isAligned {
            endTags(into: &events)
            guard let time else { return }
            self.time = time
        } else if tags.isEmpty {
            return
        }
        tags += body
        // Skips the complete tags.
        while true {
            let rest = tags[complete...]
            if rest.isEmpty { return endTags(into: &events) }
            guard rest.count >= 10 else {
                if !Array("ID3".utf8).starts(with: rest.prefix(3)) { endTags(into: &events) }
                return
            }
            guard let size = ID3Tag.announcedSize(Array(rest.prefix(10))), size <= EventMessage.longestData - complete else {
                return endTags(into: &events)
            }
            if size > rest.count { return }
            complete += size
        }
    }

    /// Reports the complete tags, and drops an incomplete one after them.
    private mutating func endTags(into events: inout [EventMessage]) {
        if complete > 0 {
            events.append(EventMessage(scheme: EventMessage.taggingScheme, time: .presentation(time), data: Array(tags[..<complete])))
        }
        drop()
    }

    private mutating func drop() {
        tags = []
        complete = 0
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isTag: Bool { starts(with: "ID3".utf8) }
}
