// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

// Fragments of several tracks, put together by hand. Track 1 is clear, with samples of 10 bytes; track 2 is encrypted by key 1.
extension ProtectionTests {
    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func numbers(_ values: Int...) -> [UInt8] { values.flatMap(number) }

    private static func box(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return number(body.count + 8) + Array(kind.utf8) + body
    }

    private static func key(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

    /// Descriptions of samples encrypted by the given keys. Without a default, the box has version 1.
    private static func descriptions(_ keys: UInt8..., usual: Int? = nil) -> [UInt8] {
        let entries = keys.flatMap { (number: UInt8) -> [UInt8] in [0, 0, 1, 0] + key(number) + [16] + key(number) }
        let length = 37
        let fields = usual.map { numbers(length, $0) } ?? number(length)
        return box("sgpd", number((usual == nil ? 1 : 2) << 24), Array("seig".utf8), fields, number(keys.count), entries)
    }

    /// Maps samples to groups: counts, each followed by an index.
    private static func map(_ runs: Int...) -> [UInt8] {
        box("sbgp", number(0), Array("seig".utf8), number(runs.count / 2), runs.flatMap(number))
    }

    private static func header(groups: [UInt8] = []) -> BoxWalker.Box {
        func track(_ id: Int, _ entry: [UInt8], _ groups: [UInt8]) -> [UInt8] {
            let samples = box("stbl", box("stsd", numbers(0, 1), entry), groups)
            return box("trak", box("tkhd", numbers(0, 0, 0, id)), box("mdia", box("minf", samples)))
        }
        let protection = box(
            "sinf", box("schm", number(0), Array("cbcs".utf8), number(1 << 16)),
            box("schi", box("tenc", [1, 0, 0, 0, 0, 0, 1, 0], key(1), [16], key(1))))
        let fixed = [UInt8](repeating: 0, count: 78)
        let usual = box("mvex", box("trex", numbers(0, 1, 1, 0, 10, 0)), box("trex", numbers(0, 2, 1, 0, 5, 0)))
        let body = [track(1, box("avc1", fixed), []), track(2, box("encv", fixed, protection), groups), usual].flatMap { $0 }
        return .init(kind: "moov", offset: 0, body: body)
    }

    /// The data of track 1, two samples, begins 100 bytes behind the start of the `moof` at 1000.
    private static func fragment(flags: Int, base: [UInt8] = [], dataOffset: Int, groups: [UInt8]) -> BoxWalker.Box {
        let clear = box("traf", box("tfhd", numbers(0, 1)), box("trun", numbers(1, 2, 100)))
        let other = box("traf", box("tfhd", numbers(flags, 2), base), box("trun", numbers(0x201, 3, dataOffset, 5, 6, 7)), groups)
        return .init(kind: "moof", offset: 1000, body: clear + other)
    }

    /// The keys of the three samples of track 2, whose sizes are 5, 6 and 7.
    private static func keys(_ header: BoxWalker.Box, _ fragment: BoxWalker.Box, at start: Int) -> [UInt8?] {
        var encryption = TrackEncryption()
        encryption.read(header)
        encryption.read(fragment)
        return [start, start + 5, start + 11].map { encryption.encryption(track: 2, at: $0)?.keyID.first }
    }

    @Test(
        "Groups apply to data after the previous track's, relative to the fragment, or at a stated offset",
        arguments: [(0, [] as [Int], 0, 1120), (0x20000, [], 120, 1120), (1, [0, 3000], 8, 3008)])
    func bases(flags: Int, base: [Int], dataOffset: Int, start: Int) {
        let groups = Self.descriptions(7) + Self.map(1, 0x10001, 1, 0, 1, 0x10001)
        let fragment = Self.fragment(flags: flags, base: base.flatMap(Self.number), dataOffset: dataOffset, groups: groups)
        #expect(Self.keys(Self.header(), fragment, at: start) == [7, 1, 7])
    }

    @Test("Samples that are mapped to no group use the default group of the header or the fragment")
    func defaultGroup() {
        func keys(header: [UInt8], fragment: [UInt8]) -> [UInt8?] {
            Self.keys(Self.header(groups: header), Self.fragment(flags: 0, dataOffset: 0, groups: fragment), at: 1120)
        }
        #expect(keys(header: Self.descriptions(7, 8), fragment: []) == [1, 1, 1])
        #expect(keys(header: Self.descriptions(7, 8, usual: 0), fragment: []) == [1, 1, 1])
        #expect(keys(header: Self.descriptions(7, 8, usual: 2), fragment: []) == [8, 8, 8])
        // Zero maps a sample to no group.
        #expect(keys(header: Self.descriptions(7, 8, usual: 2), fragment: Self.map(1, 1, 1, 0)) == [7, 1, 8])
        #expect(keys(header: Self.descriptions(8, usual: 1), fragment: Self.descriptions(9, usual: 1) + Self.map(1, 1)) == [8, 9, 9])
    }
}
