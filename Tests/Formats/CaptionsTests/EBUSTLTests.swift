// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct EBUSTLTests {
    private func file(_ blocks: [[UInt8]], programme: String = "10000000") -> [UInt8] {
        var header = [UInt8](repeating: 0x20, count: 1024)
        func put(_ text: String, _ offset: Int) { for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte } }
        put("850STL25.01000", 0)
        put("40231\(programme)", 251)
        return header + blocks.flatMap { $0 }
    }

    private func block(_ number: UInt8, _ seconds: UInt8, _ text: [UInt8], extension part: UInt8 = 0xFF, comment: UInt8 = 0) -> [UInt8] {
        let head: [UInt8] = [0, number, 0, part, 0, 10, 0, seconds, 5, 10, 0, seconds + 1, 0, 22, 2, comment]
        return head + text + [UInt8](repeating: 0x8F, count: 112 - text.count)
    }

    @Test("Subtitles have accents, colours and styles, and are timed by the programme's clock")
    func subtitles() {
        let document = CaptionDocument.read(
            file([
                block(1, 4, Array("caf".utf8) + [0xC2, 0x65, 0x8A, 0x80] + Array("x".utf8) + [0x81, 0x03] + Array("y".utf8)),
                block(2, 6, Array("never".utf8), comment: 1), block(3, 8, Array("one ".utf8), extension: 0), block(3, 8, Array("two".utf8)),
            ]))
        #expect(document.format == .ebuSTL)
        #expect(document.errors.isEmpty)
        #expect(document.cues.map(\.text) == ["café\nx y", "one two"])
        #expect(document.cues.map(\.id) == ["1", "3"])
        #expect(document.cues.map(\.start) == [MediaTime(value: 105, timescale: 25), MediaTime(value: 205, timescale: 25)])
        #expect(document.cues[0].tree.dump.contains("| <i>\n|   \"x\"\n"))
        #expect(document.cues[0].tree.dump.contains("color: #ffff00"))
    }

    @Test("Teletext control codes are spaces between words and removed at the ends of rows")
    func codes() {
        let first: [UInt8] = [0x0D, 0x0B, 0x0B] + Array("one".utf8) + [0x0C] + Array("two".utf8)
        let text = first + [0x0A, 0x0A, 0x8A, 0x8A, 0x0B] + Array("x".utf8)
        let document = CaptionDocument.read(file([block(1, 4, text)]))
        #expect(document.cues.map(\.text) == ["one two\nx"])
        #expect(document.cues.map { $0.plainText() } == ["one two\nx"])
    }

    @Test("Rows have their teletext background until it turns black or the row ends")
    func grounds() {
        let text: [UInt8] = [0x04, 0x1D, 0x03] + Array("one".utf8) + [0x1C] + Array("two".utf8) + [0x8A] + Array("three".utf8)
        let dump = CaptionDocument.read(file([block(1, 4, text)])).cues[0].tree.dump
        #expect(dump.contains("color: #ffff00; background-color: #0000ff\"\n|   \"one"))
        #expect(dump.ranges(of: "background-color").count == 1)
        let white = CaptionDocument.read(file([block(1, 4, [0x1D, 0x00] + Array("x".utf8))])).cues[0].tree.dump
        #expect(white.contains("color: #000000; background-color: #ffffff"))
    }

    @Test("Teletext rows count from 1, rows of open subtitles from 0")
    func rows() {
        var bytes = file([block(1, 4, Array("a".utf8))])
        #expect(CaptionDocument.read(bytes).cues.map(\.settings.line) == [22.0 / 23 * 100])
        bytes[11] = UInt8(ascii: "1")
        #expect(CaptionDocument.read(bytes).cues.map(\.settings.line) == [21.0 / 23 * 100])
    }

    @Test("User data blocks and reserved blocks are not part of the text")
    func otherBlocks() {
        let document = CaptionDocument.read(
            file([
                block(1, 4, Array("a ".utf8), extension: 0), block(1, 4, Array("data".utf8), extension: 0xFE),
                block(1, 4, Array("b".utf8)), block(1, 4, Array("later".utf8), extension: 0xF4), block(2, 6, Array("c".utf8)),
            ]))
        #expect(document.cues.map(\.text) == ["a b", "c"])
        #expect(document.errors.isEmpty)
    }

    @Test("A diacritic without a letter stands alone")
    func marks() {
        let text: [UInt8] = [0x61, 0xC2, 0x20, 0x62, 0xC8, 0x20, 0x63]
        #expect(CaptionDocument.read(file([block(1, 4, text)])).cues.map(\.text) == ["a´b¨c"])
    }

    @Test("Frames at 23.976 per second last a thousandth longer")
    func film() {
        var bytes = file([block(1, 4, Array("a".utf8))], programme: "00000000")
        bytes.replaceSubrange(3..<11, with: Array("STL23.01".utf8))
        #expect(CaptionDocument.read(bytes).cues.map(\.start) == [MediaTime(value: (36_004 * 24 + 5) * 1001, timescale: 24_000)])
    }

    @Test("A subtitle without its last block ends at the next one or at the end of the file")
    func unfinished() {
        let document = CaptionDocument.read(
            file([
                block(1, 4, Array("a".utf8), extension: 0), block(2, 6, Array("b".utf8)), block(3, 8, Array("c ".utf8), extension: 0),
                block(3, 8, Array("d".utf8), extension: 1),
            ]))
        #expect(document.cues.map(\.text) == ["a", "b", "c d"])
        #expect(document.cues.map(\.id) == ["1", "2", "3"])
        #expect(document.cues.map(\.start.seconds) == [4.2, 6.2, 8.2])
        #expect(document.errors.map(\.code) == [.data, .data])
    }

    @Test("The frame rate comes from the header", arguments: [("STL24.01", 24), ("STL25.01", 25), ("STL30.01", 30), ("STL50.01", 50)])
    func rates(_ format: String, _ rate: Int32) {
        var bytes = file([block(1, 4, Array("a".utf8))], programme: "00000000")
        bytes.replaceSubrange(3..<11, with: Array(format.utf8))
        #expect(CaptionDocument.read(bytes).cues.map(\.start) == [MediaTime(value: (10 * 60 * 60 + 4) * Int64(rate) + 5, timescale: rate)])
    }

    @Test("A truncated file yields its complete subtitles")
    func cut() {
        let whole = file([block(1, 4, Array("a".utf8)), block(2, 6, Array("b".utf8))])
        for end in whole.indices { _ = CaptionDocument.read(Array(whole[..<end])) }
        #expect(CaptionDocument.read(Array(whole.dropLast())).cues.map(\.text) == ["a"])
        #expect(CaptionDocument.read(Array(whole.dropLast())).errors.map(\.code) == [.data])
    }
}
