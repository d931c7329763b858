// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

@Suite("MPEG-TS to fragmented MP4")
struct TransportStreamTests {
    @Test("Every frame and every block of sound is there as FFmpeg decodes it from the segment", arguments: ["0.ts", "3.ts"])
    func frames(_ name: String) throws {
        let bytes = try segment("vod-ts", "180p/" + name)
        let converted = try Converted(bytes)
        #expect(converted.tracks.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.video, .audio])
        #expect(converted.tracks.contains { $0.codec.hasPrefix("avc1.") && $0.codec.count == 11 })
        #expect(converted.tracks.contains { $0.codec == "mp4a.40.2" })
        for (kind, stream) in [(TrackKind.video, "v"), (.audio, "a")] {
            let file = try #require(converted.files[kind])
            let expected = try DecodedFrames.of(bytes, stream, name: "segment.ts")
            let found = try DecodedFrames.of(file, stream, name: "converted.mp4")
            #expect(expected.count > 20)
            #expect(found == expected, "\(kind)")
        }
    }

    @Test("Times are those of the segment: frames follow one another without a hole, and begin with a keyframe")
    func times() throws {
        let converted = try Converted(try segment("vod-ts", "180p/1.ts"))
        let video = try #require(converted.times[.video])
        #expect(video.first?.firstKey == video.first?.first)
        var ends: [MediaTime] = []
        for (one, next) in zip(video, video.dropFirst()) {
            #expect(one.firstDecode < next.firstDecode)
            ends.append(one.end)
        }
        let span = try #require(video.map(\.end).max()) - #require(video.map(\.start).min())
        #expect((span.seconds - 2).magnitude < 0.001)
        let audio = try #require(converted.times[.audio])
        for (one, next) in zip(audio, audio.dropFirst()) { #expect(one.end == next.start) }
    }

    @Test("The same comes out however the bytes are split", arguments: [[1], [187], [188], [189], [1, 7, 400, 3]])
    func split(_ sizes: [Int]) throws {
        let bytes = try segment("vod-ts", "180p/0.ts")
        #expect(try Converted(bytes, sizes: sizes) == Converted(bytes))
    }

    @Test("A segment that is cut at any packet still gives the frames before the cut")
    func cut() throws {
        let bytes = try segment("vod-ts", "180p/0.ts")
        let whole = try Converted(bytes)
        let frames = try #require(whole.times[.video]?.count)
        for place in stride(from: 188 * 12, to: bytes.count, by: 188 * 7 + 31) {
            let part = try Converted(Array(bytes[..<place]))
            #expect(part.times[.video, default: []].count <= frames)
            #expect(part.tracks.allSatisfy { track in whole.tracks.contains { $0.codec == track.codec } })
        }
    }

    @Test("A segment that is cut off within a packet has no damaged frame at its end", arguments: [100, 301, 620])
    func cutWithinPacket(_ packets: Int) throws {
        let bytes = try segment("vod-ts", "360p/0.ts")
        let whole = try DecodedFrames.of(#require(try Converted(bytes).files[.video]), "v", name: "whole.mp4")
        let part = try Converted(Array(bytes[..<min(bytes.count - 100, 188 * packets + 77)]))
        let found = try DecodedFrames.of(#require(part.files[.video]), "v", name: "part.mp4")
        #expect(found.count > 2)
        #expect(Set(found).isSubset(of: Set(whole)))
    }

    @Test("A clock that wraps within a segment goes on")
    func wrap() throws {
        for name in ["2.ts", "3.ts"] {
            let video = try #require(try Converted(try segment("wrap-ts", name)).times[.video])
            for (one, next) in zip(video, video.dropFirst()) { #expect(one.firstDecode < next.firstDecode) }
            #expect(video.allSatisfy { ($0.end - $0.start).seconds < 1 })
        }
    }

    @Test("After a loss nothing is passed on before the next keyframe")
    func loss() throws {
        let bytes = try segment("corrupt-ts", "2.ts")
        let converted = try Converted(bytes)
        for fragment in converted.times[.video, default: []] { #expect((fragment.end - fragment.start).seconds < 10) }
    }

    @Test("Without a program map, or with nothing that browsers play, the error says what to do")
    func unreadable() throws {
        #expect(throws: TransmuxError.self) { try Converted([UInt8](repeating: 0x47, count: 188 * 4)) }
        let error = #expect(throws: TransmuxError.self) { try Converted(Array("<html><body>not found</body></html>".utf8)) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("MPEG-TS") == true)
    }

    @Test("Damaged bytes never trap, whatever they are")
    func damage() throws {
        let bytes = try segment("vod-ts", "180p/0.ts")
        var chance = SeededChance(7)
        for _ in 0..<60 {
            var damaged = Array(bytes[..<min(bytes.count, 188 * 120)])
            for _ in 0..<(1 + chance.below(200)) { damaged[chance.below(damaged.count)] = UInt8(truncatingIfNeeded: chance.next()) }
            let sizes = [1 + chance.below(500)]
            let whole = try? Converted(damaged)
            #expect((try? Converted(damaged, sizes: sizes)) == whole)
        }
    }
}
