// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads the elementary streams of the first program of an MPEG-2 transport stream (ISO/IEC 13818-1), however its bytes are split.
struct TransportStreamDemuxer: Sendable {
    /// A complete PES packet.
    struct Packet: Sendable {
        var stream: Int
        var payload: [UInt8]
        /// Ticks of 90 kHz, 33 bits, as written.
        var presentation: Int64?
        var decode: Int64?
        /// Bytes before this packet are missing.
        var isAfterLoss: Bool
    }

    enum Kind: Hashable, Sendable {
        case h264, aac, mpegAudio
        /// ID3 tags.
        case metadata
        /// A stream that isn't converted, with its name.
        case other(String)
    }

    private struct Stream {
        var pid: Int
        var kind: Kind
        var counter: UInt8?
        var payload: [UInt8] = []
        /// The announced size of the packet in bytes; nil if it ends where the next one begins.
        var expected: Int?
        var isOpen = false
        var presentation: Int64?
        var decode: Int64?
        var isAfterLoss = false
    }

    private struct Section {
        var bytes: [UInt8] = []
        var isOpen = false
    }

    private static let size = 188
    /// The maximum size of a frame in bytes.
    private static let largestFrame = 16 << 20

    private var rest: [UInt8] = []
    private var position = 0
    private var mapPID: Int?
    private var association = Section()
    private var map = Section()
    private var streams: [Stream] = []
    private var packets: [Packet] = []
    /// The streams of the program map, in its order; empty before it.
    private(set) var kinds: [Kind] = []
    /// The streams whose samples are encrypted.
    private(set) var encrypted: [Int] = []

    var hasMap: Bool { !kinds.isEmpty }

    mutating func append(_ bytes: [UInt8]) -> [Packet] {
        let all = rest.isEmpty ? bytes : rest + bytes
        rest.removeAll(keepingCapacity: true)
        var offset = 0
        while offset + Self.size <= all.count {
            guard all[offset] == 0x47 else {
                // Resynchronises where two consecutive packets begin with the sync byte.
                offset += 1
                while offset + Self.size < all.count, all[offset] != 0x47 || all[offset + Self.size] != 0x47 { offset += 1 }
                continue
            }
            read(all, at: offset)
            offset += Self.size
        }
        rest = Array(all[min(offset, all.count)...])
        defer { packets.removeAll(keepingCapacity: true) }
        return packets
    }

    /// Returns the packets that only the end of the segment completes.
    mutating func finish() -> [Packet] {
        // If a segment was cut off within a packet, its last video frame is incomplete. Audio frames before that are complete.
        let isCut = !rest.isEmpty
        rest.removeAll()
        for index in streams.indices where !isCut || streams[index].kind != .h264 { close(index) }
        defer { packets.removeAll() }
        return packets
    }

    private mutating func read(_ bytes: [UInt8], at offset: Int) {
        let pid = Int(bytes[offset + 1] & 0x1F) << 8 | Int(bytes[offset + 2])
        let begins = bytes[offset + 1] & 0x40 != 0
        // A packet that its sender marks as damaged, or one that is scrambled, or one without payload.
        guard bytes[offset + 1] & 0x80 == 0, bytes[offset + 3] & 0xC0 == 0, bytes[offset + 3] & 0x10 != 0 else { return }
        var start = offset + 4
        if bytes[offset + 3] & 0x20 != 0 { start += 1 + Int(bytes[start]) }
        let end = offset + Self.size
        guard start < end else { return }
        if pid == 0 {
            if Self.gather(&association, bytes, start..<end, begins) { readAssociation() }
        } else if pid == mapPID {
            if Self.gather(&map, bytes, start..<end, begins) { readMap() }
        } else if let index = streams.firstIndex(where: { $0.pid == pid }) {
            readPayload(index, bytes, start..<end, begins, counter: bytes[offset + 3] & 15)
        }
    }

    // MARK: Elementary streams

    private mutating func readPayload(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>, _ begins: Bool, counter: UInt8) {
        if case .other = streams[index].kind { return }
        if let known = streams[index].counter {
            // The same counter again is a repetition (2.4.3.3).
            if counter == known { return }
            if counter != (known + 1) & 15 {
                streams[index].isOpen = false
                streams[index].payload.removeAll(keepingCapacity: true)
                streams[index].isAfterLoss = true
            }
        }
        streams[index].counter = counter
        if begins {
            begin(index, bytes, range)
        } else if streams[index].isOpen {
            streams[index].payload.append(contentsOf: bytes[range])
        } else {
            return
        }
        if let expected = streams[index].expected, streams[index].payload.count >= expected {
            streams[index].payload.removeLast(streams[index].payload.count - expected)
            close(index)
        } else if streams[index].payload.count > Self.largestFrame {
            streams[index].isOpen = false
            streams[index].payload.removeAll()
            streams[index].isAfterLoss = true
        }
    }

    /// Reads the header of a PES packet (2.4.3.6).
    private mutating func begin(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>) {
        let start = range.lowerBound
        guard range.count >= 9, bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1, bytes[start + 6] & 0xC0 == 0x80 else {
            close(index)
            streams[index].isAfterLoss = true
            return
        }
        let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
        let flags = bytes[start + 7] >> 6
        let headLength = Int(bytes[start + 8])
        let payload = start + 9 + headLength
        let presentation = flags & 2 != 0 && headLength >= 5 ? Self.timestamp(bytes, start + 9, range.upperBound) : nil
        let decode = flags == 3 && headLength >= 10 ? Self.timestamp(bytes, start + 14, range.upperBound) : nil
        // A frame may continue in a packet without a timestamp.
        let continues = presentation == nil && streams[index].kind == .h264 && streams[index].isOpen && streams[index].expected == nil
        if !continues {
            close(index)
            streams[index].isOpen = true
            streams[index].presentation = presentation
            streams[index].decode = decode
        }
        streams[index].expected = length == 0 || continues ? nil : max(0, length - 3 - headLength)
        if payload < range.upperBound { streams[index].payload.append(contentsOf: bytes[payload..<range.upperBound]) }
    }

    private mutating func close(_ index: Int) {
        guard streams[index].isOpen else { return }
        streams[index].isOpen = false
        defer { streams[index].payload.removeAll(keepingCapacity: true) }
        guard !streams[index].payload.isEmpty else { return }
        let stream = streams[index]
        packets.append(
            Packet(
                stream: index, payload: stream.payload, presentation: stream.presentation, decode: stream.decode,
                isAfterLoss: stream.isAfterLoss))
        streams[index].isAfterLoss = false
    }

    /// 33 bits in five bytes (2.4.3.7).
    private static func timestamp(_ bytes: [UInt8], _ offset: Int, _ end: Int) -> Int64? {
        guard offset + 5 <= end else { return nil }
        return Int64(bytes[offset] >> 1 & 7) << 30 | Int64(bytes[offset + 1]) << 22 | Int64(bytes[offset + 2] >> 1) << 15
            | Int64(bytes[offset + 3]) << 7 | Int64(bytes[offset + 4] >> 1)
    }

    // MARK: Program tables

    /// Collects a section; true when it is complete and undamaged.
    private static func gather(_ section: inout Section, _ bytes: [UInt8], _ range: Range<Int>, _ begins: Bool) -> Bool {
        if begins {
            let start = range.lowerBound + 1 + Int(bytes[range.lowerBound])
            guard start < range.upperBound else { return false }
            section.bytes = Array(bytes[start..<range.upperBound])
            section.isOpen = true
        } else if section.isOpen {
            section.bytes.append(contentsOf: bytes[range])
        }
        guard section.isOpen, section.bytes.count >= 3 else { return false }
        let length = 3 + (Int(section.bytes[1] & 15) << 8 | Int(section.bytes[2]))
        guard section.bytes.count >= length else { return false }
        section.isOpen = false
        section.bytes.removeLast(section.bytes.count - length)
        return length >= 12 && section.bytes[5] & 1 == 1 && checksum(section.bytes) == 0
    }

    /// CRC-32 of MPEG-2; zero over a section with its own.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte) << 24
            for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
        }
        return value
    }

    private mutating func readAssociation() {
        let bytes = association.bytes
        guard bytes[0] == 0, mapPID == nil else { return }
        var offset = 8
        while offset + 4 <= bytes.count - 4 {
            if bytes[offset] != 0 || bytes[offset + 1] != 0 {
                mapPID = Int(bytes[offset + 2] & 0x1F) << 8 | Int(bytes[offset + 3])
                return
            }
            offset += 4
        }
    }

    private mutating func readMap() {
        let bytes = map.bytes
        guard bytes[0] == 2, !hasMap else { return }
        var offset = 12 + (Int(bytes[10] & 15) << 8 | Int(bytes[11]))
        while offset + 5 <= bytes.count - 4 {
            let pid = Int(bytes[offset + 1] & 0x1F) << 8 | Int(bytes[offset + 2])
            let kind = Self.kind(bytes[offset])
            if bytes[offset] == 0xDB || bytes[offset] == 0xCF { encrypted.append(kinds.count) }
            kinds.append(kind)
            streams.append(Stream(pid: pid, kind: kind))
            offset += 5 + (Int(bytes[offset + 3] & 15) << 8 | Int(bytes[offset + 4]))
        }
    }

    /// Table 2-34, and the numbers that ATSC and HLS add.
    private static func kind(_ type: UInt8) -> Kind {
        switch type {
        case 0x1B, 0xDB: .h264
        case 0x0F, 0xCF: .aac
        case 0x03, 0x04: .mpegAudio
        case 0x24: .other("H.265 video")
        case 0x02: .other("MPEG-2 video")
        case 0x11: .other("AAC in LATM")
        case 0x81: .other("AC-3 audio")
        case 0x87: .other("E-AC-3 audio")
        case 0x15: .metadata
        default: .other("a stream of type " + hexadecimal(UInt32(type), digits: 2))
        }
    }
}
