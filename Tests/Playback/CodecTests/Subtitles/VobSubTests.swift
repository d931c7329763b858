// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("DVD subtitles in two files", .timeLimit(.minutes(2)))
struct VobSubTests {
    // MARK: The index

    private static let index = """
        # VobSub index file, v7 (do not modify this line!)
        # delay: 00:00:09:000
        size: 720x576
        org: 0, 0
        palette: 000000, 0000ff, 00ff00, 828282
        langidx: 3

        # English
        id: en, index: 0
        alt: English (full)
        delay: 00:00:01:500
        timestamp: 00:00:05:000, filepos: 000001800
        timestamp: 00:00:02:040, filepos: 000000000
        delay: -00:00:02:000
        timestamp: 01:00:03:000, filepos: 0000F0000

        id: --, index: 3
        timestamp: 00:00:01:000, filepos: 000000800
        id: fr, index: 4
        """

    @Test("The index has colours, languages, times with delays, and positions")
    func read() {
        for lines in [Self.index, Self.index.replacingOccurrences(of: "\n", with: "\r\n")] {
            let index = VobSubIndex(Array(lines.utf8))
            #expect(index.languages.map(\.number) == [0, 3])
            #expect(index.languages.map(\.language) == ["en", nil])
            #expect(index.defaultNumber == 3)
            #expect(index.languages[0].name == "English (full)")
            #expect(index.languages[1].name == nil)
            #expect(index.languages[0].entries.map(\.time) == [3540, 6500, 3_601_000])
            #expect(index.languages[0].entries.map(\.position) == [0, 0x1800, 0xF0000])
            #expect(index.languages[1].entries.map(\.time) == [1000])
            #expect(index.languages[1].entries.map(\.position) == [0x800])
            let header = String(decoding: index.header, as: UTF8.self)
            #expect(header.hasPrefix("size: 720x576\npalette: 000000, 0000ff, 00ff00, 828282, 000000,"))
        }
    }

    @Test("An index is recognised by its first line")
    func recognised() {
        #expect(VobSubIndex.isIndex(Self.index.utf8))
        #expect(VobSubIndex.isIndex("\u{FEFF}# vobsub INDEX file".utf8))
        #expect(!VobSubIndex.isIndex("WEBVTT".utf8))
        #expect(!VobSubIndex.isIndex([UInt8]()))
        #expect(!VobSubIndex.isIndex([0xFF, 0x23, 0] as [UInt8]))
        #expect(VobSubFile.isStream([0, 0, 1, 0xBA, 0x44] as [UInt8]))
        #expect(!VobSubFile.isStream([0, 0, 1] as [UInt8]))
    }

    @Test(
        "Malformed lines of the index are skipped, and no others",
        arguments: [
            "timestamp: 00:00:05, filepos: 0", "timestamp: 00:00:05:000", "timestamp: 00:00:05:000, filepos: zz",
            "timestamp: 00:00:05:000, filepos: -1", "timestamp: 00:00:05:000, filepos: 10000000000000000",
            "timestamp: 9999999:00:00:000, filepos: 0", "timestamp: 00:00:0x:000, filepos: 0", "id: xx, index: 32", "id: xx, index: -1",
            "size: 0x0", "size: 99999x99999", "palette:", "delay: soon", "langidx: -", ":", "id", String(repeating: "x: y", count: 5000),
        ])
    func malformed(line: String) {
        let plain = VobSubIndex(Array("id: en, index: 0\ntimestamp: 00:00:01:000, filepos: 0\n".utf8))
        let lines = "\(line)\nid: en, index: 0\n\(line.hasPrefix("id") ? "" : line)\ntimestamp: 00:00:01:000, filepos: 0\n"
        #expect(VobSubIndex(Array(lines.utf8)) == plain)
    }

    @Test("An index truncated or changed at any byte does no harm")
    func damagedIndex() {
        let bytes = Array(Self.index.utf8)
        for count in bytes.indices { #expect(VobSubIndex(Array(bytes[..<count])).languages.count <= 2) }
        for index in bytes.indices {
            for value in [0, 0x0A, 0x2D, 0x3A, 0x39, 0xFF] as [UInt8] {
                var bytes = bytes
                bytes[index] = value
                for language in VobSubIndex(bytes).languages {
                    #expect(language.entries.allSatisfy { $0.time >= 0 && $0.position >= 0 })
                    #expect((0..<32).contains(language.number))
                }
            }
        }
        let many = String(repeating: "timestamp: 00:00:01:000, filepos: 0\n", count: 30_000)
        #expect(VobSubIndex(Array(("id: en, index: 0\n" + many).utf8)).languages[0].entries.count == 20_000)
    }

    // MARK: The pictures

    /// A programme stream that is written packet by packet.
    private struct Stream {
        var bytes: [UInt8] = []

        mutating func pack(isOld: Bool = false) {
            bytes += [0, 0, 1, 0xBA]
            bytes += isOld ? [0x21, 0, 1, 0, 1, 0x80, 0, 1] : [0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xFA, 0xFF, 0xFF]
        }

        mutating func packet(_ id: UInt8, _ body: [UInt8]) {
            bytes += [0, 0, 1, id, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
        }

        mutating func part(_ number: UInt8, _ payload: ArraySlice<UInt8>, isOld: Bool = false) {
            let header: [UInt8] = isOld ? [0xFF, 0xFF, 0x40, 0x20, 0x21, 0, 1, 0, 1] : [0x81, 0x80, 5, 0x21, 0, 1, 0, 1]
            packet(0xBD, header + [0x20 | number] + payload)
        }
    }

    private func unit(_ size: Int, _ value: UInt8) -> [UInt8] {
        [UInt8(size >> 8), UInt8(size & 255)] + [UInt8](repeating: value, count: size - 2)
    }

    /// Two languages, of which the first has a subtitle in three parts with others between them.
    private func stream(isOld: Bool = false) -> (bytes: [UInt8], first: [UInt8], second: [UInt8], place: Int) {
        let (first, second) = (unit(5000, 1), unit(300, 2))
        var stream = Stream()
        stream.pack(isOld: isOld)
        let offset = stream.bytes.count
        stream.pack(isOld: isOld)
        stream.part(0, first[..<2000], isOld: isOld)
        stream.packet(0xBE, [UInt8](repeating: 0xFF, count: 30))
        stream.pack(isOld: isOld)
        stream.part(1, second[...], isOld: isOld)
        stream.part(0, first[2000..<2001], isOld: isOld)
        stream.packet(0xE0, [UInt8](repeating: 9, count: 100))
        // What follows the subtitle in its last packet is no part of it.
        stream.part(0, first[2001...] + [7, 7, 7], isOld: isOld)
        return (stream.bytes, first, second, offset)
    }

    private func file(_ stream: [UInt8], positions: [[Int]]) -> VobSubFile {
        var text = ""
        for (number, list) in positions.enumerated() {
            text += "id: en, index: \(number)\n"
            for position in list { text += "timestamp: 00:00:01:000, filepos: \(String(position, radix: 16))\n" }
        }
        return VobSubFile(VobSubIndex(Array(text.utf8)), stream: stream)
    }

    private func bytes(_ file: VobSubFile, _ track: Int, _ number: Int = 0) throws -> [UInt8]? {
        try file.sample(number, of: file.tracks[track])?.withBytes { Array($0) }
    }

    @Test("Subtitles are assembled from their packets, between those of other languages", arguments: [false, true])
    func parts(isOld: Bool) throws {
        let (bytes, first, second, place) = stream(isOld: isOld)
        let file = file(bytes, positions: [[place, 0], [place]])
        #expect(file.tracks.map(\.track) == [0, 1])
        #expect(file.tracks.allSatisfy { $0.coding == .vobSub && $0.language == "en" })
        #expect(try self.bytes(file, 0) == first && self.bytes(file, 0, 1) == first && self.bytes(file, 1) == second)
        #expect(try file.sample(0, of: file.tracks[1])?.presentation == MediaTime(value: 1, timescale: 1))
        #expect(try file.sample(2, of: file.tracks[0]) == nil && file.sample(-1, of: file.tracks[0]) == nil)
    }

    @Test("Subtitles that are truncated, damaged or at wrong positions are left out")
    func damaged() throws {
        let (bytes, _, second, place) = stream()
        let (end, limit) = (bytes.count, Int.max)
        #expect(try (0..<4).allSatisfy { try self.bytes(file(bytes, positions: [[1, end - 1, end, limit]]), 0, $0) == nil })
        for count in 0..<end {
            let file = file(Array(bytes[..<count]), positions: [[place], [place]])
            #expect(try self.bytes(file, 0) == nil, "\(count)")
            #expect(try [nil, second].contains(self.bytes(file, 1)))
        }
        var chance = SeededChance(1)
        for index in bytes.indices where bytes[index] != 1 || index % 50 == 0 {
            var bytes = bytes
            bytes[index] = UInt8(truncatingIfNeeded: chance.next())
            let found = try self.bytes(file(bytes, positions: [[0]]), 0)
            #expect(found.map { $0.count <= 65_535 } ?? true)
        }
    }

    @Test("The search for a subtitle is bounded")
    func endless() throws {
        var stream = Stream()
        stream.pack()
        for _ in 0..<2000 { stream.part(1, [0, 9, 9]) }
        stream.part(0, unit(100, 1)[...])
        #expect(try bytes(file(stream.bytes, positions: [[0]]), 0) == nil)
        // A size that is none.
        var small = Stream()
        small.pack()
        small.part(0, [0, 2, 0, 0, 0])
        #expect(try bytes(file(small.bytes, positions: [[0]]), 0) == nil)
    }

    // MARK: With FFmpeg

    @Test("Subtitles look as ffmpeg draws them, in each language and with a delay", arguments: [false, true])
    func drawn(isDelayed: Bool) async throws {
        let checks = (0..<60).flatMap { row in (0..<240).map { UInt8(1 + (row + $0) % 2) } }
        var german = PresentationGraphicsWriter(width: 720, height: 576)
        german.show([.box(x: 100, y: 480, width: 300, height: 48)], at: 1)
        german.show([], at: 2.5)
        // Fills several packets.
        german.show([.init(x: 50, y: 300, width: 240, height: 60, colors: checks)], at: 4)
        german.show([], at: 6)
        var english = PresentationGraphicsWriter(width: 720, height: 576)
        english.show([.box(x: 400, y: 40, width: 200, height: 32, color: 3)], at: 3)
        english.show([], at: 5)
        let film = try await PictureSubtitleFilm(.vobSub, tracks: [("ger", german.bytes), ("eng", english.bytes)])
        let path = try await film.discSubtitles(
            times: [("de", [1, 4]), ("en", [3])], lines: ["langidx: 1"] + (isDelayed ? ["delay: 00:00:00:500"] : []))
        let index = VobSubIndex(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let stream = Array(try Data(contentsOf: URL(fileURLWithPath: path.dropLast(3) + "sub")))
        let file = VobSubFile(index, stream: stream)
        #expect(file.tracks.map(\.language) == ["de", "en"])
        #expect(file.tracks.map(\.isDefault) == [false, true])
        for (number, track) in file.tracks.enumerated() {
            let decoder = PictureSubtitleDecoder()
            let samples = try (0..<file.count(of: track)).compactMap { try file.sample($0, of: track) }
            let sets = try samples.flatMap { try decoder.decode($0, at: $0.presentation.seconds) }
            #expect(sets.count == (number == 0 ? 2 : 1))
            #expect(sets.allSatisfy { $0.canvas == PixelSize(width: 720, height: 576) })
            for time in [1.2, 1.8, 3.2, 4.7, 5.3] as [Double] {
                var picture = try await film.picture(at: time, drawing: nil)
                let expected = try await film.picture(at: time, drawing: number, of: path)
                let shown = sets.filter { $0.start <= time && $0.end ?? .infinity > time }
                for image in shown.flatMap(\.images) { PictureSubtitleTests.draw(image, on: &picture, width: 720) }
                let differing = zip(picture, expected).count { abs(Int($0) - Int($1)) > 6 }
                #expect(picture.count == expected.count, "\(differing) samples differ at \(time) s")
                #expect(differing < 720, "\(differing) samples differ at \(time) s")
            }
            let times = number == 0 ? [1.0, 4] : [3]
            #expect(sets.map(\.start) == times.map { $0 + (isDelayed ? 0.5 : 0) })
        }
    }
}
