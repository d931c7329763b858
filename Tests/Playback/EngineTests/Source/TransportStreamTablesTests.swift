// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxEngine

@Suite("Program tables of a transport stream") struct TransportStreamTablesTests {
    /// A packet of 188 bytes whose payload is padded.
    private func packet(_ identifier: Int, isSectionStart: Bool = true, _ payload: [UInt8]) -> [UInt8] {
        let flags: UInt8 = isSectionStart ? 0x40 : 0
        let head: [UInt8] = [0x47, UInt8(identifier >> 8) | flags, UInt8(identifier & 0xff), 0x10]
        return head + payload + [UInt8](repeating: 0xff, count: 184 - payload.count)
    }

    private func programs(_ maps: [(number: UInt8, identifier: Int)]) -> [UInt8] {
        var entries: [UInt8] = []
        for map in maps {
            entries += [0, map.number, 0xe0 | UInt8(map.identifier >> 8), UInt8(map.identifier & 0xff)]
        }
        let checksum: [UInt8] = [0, 0, 0, 0]
        let length = UInt8(5 + entries.count + checksum.count)
        let pointer: [UInt8] = [0]
        let head: [UInt8] = [0, 0xb0, length, 0, 1, 0xc1, 0, 0]
        return packet(0, pointer + head + entries + checksum)
    }

    @Test("Only the PAT and the PMTs are kept") func keepsTables() {
        let table = programs([(0, 0x10), (1, 0x1000), (2, 0x1001)])
        let network = packet(0x10, [0])
        let first = packet(0x1000, [0, 2])
        let second = packet(0x1001, [0, 2])
        let video = packet(0x100, [0, 0, 1, 0xe0])
        let media: [UInt8] = [table, network, first, video, second, video].flatMap { $0 }
        #expect(TransportStreamTables.only(in: media) == table + first + second)
    }

    @Test("Tables with nothing else are unchanged") func keepsTablesAlone() {
        let section = programs([(1, 0x1000)]) + packet(0x1000, [0, 2])
        #expect(TransportStreamTables.only(in: section) == section)
    }

    @Test("Other formats are unchanged", arguments: [[], [0x47], [UInt8]("ID3 tag".utf8), [UInt8](repeating: 0, count: 400)])
    func keepsOtherFormats(_ bytes: [UInt8]) {
        #expect(TransportStreamTables.only(in: bytes) == bytes)
    }

    @Test("A stream of damaged tables is cut without a crash", arguments: 0..<188) func survivesDamage(_ place: Int) {
        var bytes = programs([(1, 0x1000)]) + packet(0x1000, [0, 2])
        bytes[place] = 0xff
        #expect(TransportStreamTables.only(in: bytes).count <= bytes.count)
        #expect(TransportStreamTables.only(in: Array(bytes.prefix(place))).count <= place)
    }

    /// A section with a length, over as many packets as it needs.
    private func map(_ identifier: Int, length: Int) -> [UInt8] {
        var section: [UInt8] = [0, 2, 0xb0 | UInt8(length >> 8), UInt8(length & 0xff)] + [UInt8](repeating: 1, count: length)
        var packets: [UInt8] = []
        while !section.isEmpty {
            packets += packet(identifier, isSectionStart: packets.isEmpty, Array(section.prefix(184)))
            section.removeFirst(min(184, section.count))
        }
        return packets
    }

    @Test("Reading ends with the last table, however the bytes are split", arguments: [1, 7, 187, 188, 189, 4096])
    func endsEarly(piece: Int) {
        let tables = programs([(1, 0x1000), (2, 0x1001)]) + map(0x1000, length: 20) + map(0x1001, length: 400)
        let media = tables + packet(0x100, [0, 0, 1, 0xe0]) + map(0x1000, length: 30)
        var reader = TransportStreamTables()
        var read = 0
        while !reader.isComplete, read < media.count {
            reader.append(Array(media[read..<min(media.count, read + piece)]))
            read += piece
        }
        reader.finish()
        #expect(reader.isComplete)
        #expect(reader.hasProgram)
        #expect(reader.bytes == tables)
        #expect(read < tables.count + max(piece, 189))
    }

    @Test("A stream without one of its tables is read on") func missingTable() {
        var reader = TransportStreamTables()
        reader.append(programs([(1, 0x1000), (2, 0x1001)]))
        #expect(!reader.hasProgram)
        reader.append(map(0x1000, length: 20))
        #expect(reader.hasProgram)
        #expect(!reader.isComplete)
    }

    @Test("Other formats are unchanged, however the bytes are split", arguments: 1...8) func splitFormats(piece: Int) {
        for bytes in [[UInt8]("ID3 tag".utf8), [0x47, 0x49, 0x46] + [UInt8](repeating: 3, count: 400)] {
            var reader = TransportStreamTables()
            for start in stride(from: 0, to: bytes.count, by: piece) {
                reader.append(Array(bytes[start..<min(bytes.count, start + piece)]))
            }
            reader.finish()
            #expect(reader.bytes == bytes)
            #expect(!reader.isComplete)
        }
    }
}
