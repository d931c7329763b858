// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("ID3 timestamps before packed audio")
struct ID3TimestampTests {
    /// A tag of frames, each a name and its body; version 2.4 by default.
    private static func tag(_ frames: [(String, [UInt8])], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        var body: [UInt8] = []
        for (name, content) in frames { body += Array(name.utf8) + size(content.count) + [0, 0] + content }
        let head = Array("ID3".utf8) + [version, 0, flags]
        return head + size(body.count) + body
    }

    private static func size(_ count: Int) -> [UInt8] { [21, 14, 7, 0].map { shift in UInt8(count >> shift & 0x7F) } }

    private static let stamp = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0, 0, 0, 0, 1, 0x23, 0x45, 0x67, 0x89]
    private static let whole = tag([("TXXX", [3, 65, 0, 66]), ("PRIV", Array("other".utf8) + [0, 1]), ("PRIV", stamp)])

    @Test("The timestamp is found after other frames")
    func found() {
        #expect(ID3Tag.announcedSize(Self.whole) == Self.whole.count)
        #expect(ID3Tag.timestamp(in: Self.whole) == 0x1_2345_6789)
    }

    @Test("The timestamp is found after an extended header and in an unsynchronized tag")
    func shapes() {
        let stamp = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0, 0, 0, 0, 1, 0xFF, 0, 0xE0, 1, 2]
        #expect(ID3Tag.timestamp(in: Self.tag([("PRIV", stamp)], flags: 0x80)) == 0x1_FFE0_0102)
        var extended = Self.whole
        extended.insert(contentsOf: [0, 0, 0, 6, 1, 0], at: 10)
        extended[5] = 0x40
        extended[9] += 6
        #expect(ID3Tag.timestamp(in: extended) == 0x1_2345_6789)
    }

    @Test("The timestamp has 33 bits, and higher bits are ignored")
    func bits() {
        var stamp = Self.stamp
        for index in (stamp.count - 8)..<stamp.count { stamp[index] = 0xFF }
        #expect(ID3Tag.timestamp(in: Self.tag([("PRIV", stamp)])) == 0x1_FFFF_FFFF)
    }

    @Test("A tag cut at any byte has no timestamp and does not crash the parser")
    func truncated() {
        for count in 0..<Self.whole.count { #expect(ID3Tag.timestamp(in: Array(Self.whole[..<count])) == nil) }
        for count in 0..<10 { #expect(ID3Tag.announcedSize(Array(Self.whole[..<count])) == nil) }
    }

    @Test("The size includes a footer, and an invalid size is rejected")
    func sizes() {
        #expect(ID3Tag.announcedSize(Self.tag([], flags: 0x10)) == 20)
        #expect(ID3Tag.announcedSize(Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 0, 0]) == nil)
        #expect(ID3Tag.announcedSize(Array("ID4".utf8) + [4, 0, 0, 0, 0, 0, 0]) == nil)
        let longer = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + Array("PRIV".utf8) + [0x7F, 0x7F, 0x7F, 0x7F, 0, 0] as [UInt8]
        #expect(ID3Tag.timestamp(in: longer) == nil, "a frame is longer than its tag")
    }

    @Test("Changing any byte does no harm")
    func damaged() {
        for index in Self.whole.indices {
            for value in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                var tag = Self.whole
                tag[index] = value
                _ = ID3Tag.announcedSize(tag)
                _ = ID3Tag.timestamp(in: tag)
            }
        }
    }
}
