// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

@Suite("Fragmented MP4, track by track")
struct FragmentedFileTests {
    private func muxed() throws -> [UInt8] {
        let folder = try GeneratedStreams.named("vod-cmaf-muxed").directory
        let list = try String(contentsOf: folder.appending(path: "index.m3u8"), encoding: .utf8)
        let name = try #require(list.split(separator: "\n").first { !$0.hasPrefix("#") })
        let map = try #require(list.split(separator: "\n").first { $0.hasPrefix("#EXT-X-MAP") }?.split(separator: "\"").dropFirst().first)
        return try [map, name].flatMap { [UInt8](try Data(contentsOf: folder.appending(path: String($0)))) }
    }

    @Test("Pictures and sound in the same fragments come apart, and each decodes to what it was")
    func apart() throws {
        let bytes = try muxed()
        let converted = try Converted(bytes)
        #expect(converted.tracks.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.video, .audio])
        for (kind, stream) in [(TrackKind.video, "v"), (.audio, "a")] {
            let file = try #require(converted.files[kind])
            let found = try DecodedFrames.of(file, stream, name: "one.mp4")
            #expect(found == (try DecodedFrames.of(bytes, stream, name: "both.mp4")))
            #expect(found.count > 20)
        }
    }

    @Test("The same bytes come out however they are split", arguments: [[1], [8], [5, 1000]])
    func split(_ sizes: [Int]) throws {
        let bytes = try muxed()
        let (whole, parts) = (try Converted(bytes), try Converted(bytes, sizes: sizes))
        #expect(parts.files == whole.files)
        #expect(parts.times == whole.times)
    }

    @Test("Codec strings are those of the sample entries")
    func codecs() throws {
        for (stream, codec) in [("hevc", "hvc1."), ("av1", "av01.0."), ("vp9", "vp09.")] {
            guard let made = try? GeneratedStreams.named(stream) else { continue }
            let folder = made.directory.appending(path: "video")
            let list = try String(contentsOf: folder.appending(path: "index.m3u8"), encoding: .utf8)
            let map = try #require(
                list.split(separator: "\n").first { $0.hasPrefix("#EXT-X-MAP") }?.split(separator: "\"").dropFirst().first)
            let converted = try Converted([UInt8](try Data(contentsOf: folder.appending(path: String(map)))))
            #expect(converted.tracks.first?.codec.hasPrefix(codec) == true, "\(converted.tracks.first?.codec ?? "-")")
        }
    }

    @Test("Boxes with absurd sizes, hostile nesting and cuts are errors, and never trap")
    func damage() throws {
        let bytes = try muxed()
        for place in stride(from: 1, to: min(bytes.count, 6000), by: 13) { _ = try? Converted(Array(bytes[..<place])) }
        var chance = SeededChance(11)
        for _ in 0..<200 {
            var damaged = Array(bytes[..<min(bytes.count, 8000)])
            for _ in 0..<(1 + chance.below(30)) {
                damaged[chance.below(3000)] = [0, 1, 0xFF, UInt8(truncatingIfNeeded: chance.next())][chance.below(4)]
            }
            let whole = try? Converted(damaged).files
            #expect((try? Converted(damaged, sizes: [1 + chance.below(700)]).files) == whole)
        }
        let large: [UInt8] = [0, 0, 0, 1] + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8)
        #expect(throws: TransmuxError.self) { try Converted(large) }
        #expect(throws: TransmuxError.self) { try Converted([0, 0, 0, 4] + Array("moof".utf8)) }
    }

    @Test("A segment without its map is an error that names EXT-X-MAP")
    func noMap() throws {
        let folder = try GeneratedStreams.named("vod-cmaf-muxed").directory
        let list = try String(contentsOf: folder.appending(path: "index.m3u8"), encoding: .utf8)
        let name = try #require(list.split(separator: "\n").first { !$0.hasPrefix("#") })
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: String(name))))
        let error = #expect(throws: TransmuxError.self) { try Converted(bytes) }
        #expect(error?.message.contains("EXT-X-MAP") == true)
    }
}
