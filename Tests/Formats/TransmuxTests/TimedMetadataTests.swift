// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

@Suite("Timed metadata in segments")
struct TimedMetadataTests {
    /// What the second's tag says: the number of the second, or the length of the long one.
    private func texts(_ converted: Converted) -> [String] {
        converted.tags.map { tags in
            let texts = TimedTag.all(in: tags.bytes).filter { $0.name == "TXXX" }.map(\.text)
            return texts.map { $0.count > 100 ? String($0.count) : $0 }.joined()
        }
    }

    private func start(_ converted: Converted, _ kind: TrackKind) throws -> Double {
        try #require(converted.times[kind]?.map(\.start.seconds).min())
    }

    @Test("ID3 tags in MPEG-TS have their times, and the same comes out however the bytes are split")
    func transportStream() throws {
        let bytes = try segment("id3-ts", "2.ts")
        let whole = try Converted(bytes)
        #expect(texts(whole) == ["Sekunde 4 ü", "3000"])
        let first = try start(whole, .video)
        for (tags, delay) in zip(whole.tags, [0.5, 1.5]) { #expect((tags.time.seconds - first - delay).magnitude < 0.05) }
        #expect(whole.skipped == [])
        for sizes in [[1], [188], [187, 3], [1000]] { #expect(try Converted(bytes, sizes: sizes) == whole) }
    }

    @Test("A tag that lost a packet is left out, and nothing else")
    func loss() throws {
        let bytes = try segment("id3-ts", "2.ts")
        let packets = stride(from: 0, to: bytes.count, by: 188).map { Array(bytes[$0..<$0 + 188]) }
        let places = packets.indices.filter { Int(packets[$0][1] & 0x1F) << 8 | Int(packets[$0][2]) == 0x1F0 }
        #expect(places.count > 10)
        let whole = try Converted(bytes)
        for lost in places.dropFirst().dropLast() {
            var rest = packets
            rest.remove(at: lost)
            let converted = try Converted(rest.flatMap { $0 })
            #expect(texts(converted) == ["Sekunde 4 ü"])
            #expect(converted.files == whole.files)
        }
    }

    @Test("ID3 tags in events of both versions have their times, and other events are left out")
    func events() throws {
        let bytes = try segment("id3-cmaf", "init.mp4") + segment("id3-cmaf", "2.m4s")
        let whole = try Converted(bytes)
        // Those that count from the start of the segment come when that is known.
        #expect(texts(whole) == ["Sekunde 4 ü", "3000"])
        #expect(whole.tags[0].time.seconds == 4.5)
        let first = try min(start(whole, .video), start(whole, .audio))
        #expect((whole.tags[1].time.seconds - first - 1.5).magnitude < 0.001)
        for sizes in [[1], [7, 300]] {
            let split = try Converted(bytes, sizes: sizes)
            #expect(split.tags == whole.tags)
            #expect(split.files == whole.files)
        }
    }

    @Test("Packed audio tells the tags at its start, with its time, but not the tag that has only the time")
    func packed() throws {
        let converted = try Converted(try segment("id3-packed", "2.aac"))
        #expect(texts(converted) == ["Sekunde 4 ü"])
        let first = try start(converted, .audio)
        #expect(converted.tags.allSatisfy { ($0.time.seconds - first).magnitude < 0.001 })
    }
}
