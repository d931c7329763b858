// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("ID3 tags in media")
struct TimedTagTests {
    private func number(_ value: Int, bits: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (bits * (3 - $0)) & (1 << bits - 1)) } }

    private func frame(_ name: String, _ content: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array(name.utf8) + number(content.count, bits: version == 4 ? 7 : 8) + [0, flags] + content
    }

    private func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + number(frames.count, bits: 7) + frames
    }

    @Test("Text is read in each encoding with its description, and private data with its owner")
    func frames() {
        let wide: [UInt8] = [0xFF, 0xFE, 0x6B, 0, 0, 0, 0xFF, 0xFE, 0xAC, 0x20]
        let bytes =
            tag(
                frame("TXXX", [3] + Array("key\0value\0".utf8)) + frame("TXXX", [1] + wide) + frame("TIT2", [0, 0xE9])
                    + frame("PRIV", Array("owner\0".utf8) + [1, 0, 2]) + frame("WXXX", [2, 0, 0x6B, 0, 0] + Array("http://h".utf8))
                    + frame("GEOB", [9, 9]) + [0, 0, 0, 0])
            + tag(frame("WOAR", Array("http://w".utf8), version: 3), version: 3)
        let tags = TimedTag.all(in: bytes)
        #expect(tags.map(\.name) == ["TXXX", "TXXX", "TIT2", "PRIV", "WXXX", "GEOB", "WOAR"])
        #expect(tags.map(\.key) == ["key", "k", "", "owner", "k", "", ""])
        #expect(tags.map(\.text) == ["value", "€", "é", "", "http://h", "", "http://w"])
        #expect(tags[3].data == [1, 0, 2])
        #expect(tags[5].data == [9, 9])
    }

    @Test("Unsynchronization is undone, and extended headers and compressed frames are skipped")
    func shapes() {
        #expect(TimedTag.all(in: tag(frame("PRIV", [0x6F, 0, 0xFF, 0, 0xE0]), flags: 0x80)).map(\.data) == [[0xFF, 0xE0]])
        #expect(TimedTag.all(in: tag(frame("PRIV", [0x6F, 0, 7]) + frame("TIT2", [0, 1], flags: 8))).map(\.name) == ["PRIV"])
        let extended = [0, 0, 0, 6, 1, 0] + frame("TIT2", [3] + Array("a".utf8))
        #expect(TimedTag.all(in: tag(extended, flags: 0x40)).map(\.text) == ["a"])
    }

    @Test("Version 2.2 frames have three letters and no flags, and are mapped to later names")
    func short() {
        func frame(_ name: String, _ content: [UInt8]) -> [UInt8] { Array(name.utf8) + [0, 0, UInt8(content.count)] + content }
        let frames =
            frame("TT2", [0, 0x61]) + frame("TXX", [0] + Array("k\0v".utf8)) + frame("PIC", [1]) + frame("UFI", Array("o\0x".utf8))
        let tags = TimedTag.all(in: tag(frames + [0, 0], version: 2))
        #expect(tags.map(\.name) == ["TIT2", "TXXX", "PIC", "UFID"])
        #expect(tags.map(\.text) == ["a", "v", "", ""])
        #expect(tags[3].key == "o")
        #expect(tags[3].data == [0x78])
        #expect(TimedTag.all(in: tag(frames, version: 2, flags: 0x40)).isEmpty)
        let whole = tag(frames, version: 2)
        for count in whole.indices { #expect(TimedTag.all(in: Array(whole[..<count])).isEmpty) }
    }

    @Test("The group ID is not part of the content in versions 3 and 4", arguments: [(UInt8(3), UInt8(0x20)), (4, 0x40)])
    func groups(version: UInt8, flags: UInt8) {
        let bytes = tag(frame("TIT2", [9, 3, 0x61], version: version, flags: flags), version: version)
        #expect(TimedTag.all(in: bytes).map(\.text) == ["a"])
    }

    @Test("Version 4 sizes written like version 3 are accepted, even if both readings are valid")
    func plainSizes() {
        let content = Array("o\0".utf8) + [UInt8](repeating: 0xEE, count: 300)
        let plain = Array("PRIV".utf8) + number(content.count, bits: 8) + [0, 0] + content
        #expect(TimedTag.all(in: tag(plain + frame("TIT2", [3, 0x61]))).map(\.data.count) == [300, 1])
        #expect(TimedTag.all(in: tag(frame("PRIV", content) + frame("TIT2", [3, 0x61]))).map(\.data.count) == [300, 1])
    }

    @Test("Truncated tags and wrong sizes yield the complete frames")
    func hostile() {
        let whole = tag(frame("TXXX", [1, 0xFF, 0xFE, 0x6B, 0, 0, 0, 0x61]) + frame("PRIV", Array("o\0x".utf8)))
        for count in whole.indices { #expect(TimedTag.all(in: Array(whole[..<count])).isEmpty) }
        for index in whole.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = whole
                damaged[index] = value
                _ = TimedTag.all(in: damaged)
            }
        }
        #expect(TimedTag.all(in: tag([0x7F, 0x7F, 0x7F, 0x7F], flags: 0x40)).isEmpty)
    }

    @Test("Only events of the ID3 scheme have tags")
    func events() {
        let data = tag(frame("TIT2", [3] + Array("a".utf8)))
        let time = EventMessage.Time.presentation(.zero)
        #expect(EventMessage(scheme: "https://aomedia.org/emsg/ID3", time: time, data: data).tags?.map(\.text) == ["a"])
        #expect(EventMessage(scheme: "urn:x", time: time, data: data).tags == nil)
    }
}
