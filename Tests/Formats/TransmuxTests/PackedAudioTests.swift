// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

@Suite("Packed audio to fragmented MP4")
struct PackedAudioTests {
    private func first(_ stream: String) throws -> [UInt8] {
        let folder = try GeneratedStreams.named(stream).directory
        let list = try String(contentsOf: folder.appending(path: "sound.m3u8"), encoding: .utf8)
        let name = try #require(list.split(separator: "\n").first { !$0.hasPrefix("#") })
        return [UInt8](try Data(contentsOf: folder.appending(path: String(name))))
    }

    @Test("Its ID3 tag gives the time, and all of the sound is there", arguments: ["packed-aac", "packed-mp3"])
    func sound(_ stream: String) throws {
        let bytes = try first(stream)
        let converted = try Converted(bytes)
        #expect(converted.tracks.count == 1)
        let times = try #require(converted.times[.audio])
        #expect((times[0].start.seconds - 10).magnitude < 0.1)
        let end = try #require(times.last?.end)
        #expect((end - times[0].start).seconds > 1.8)
        let file = try #require(converted.files[.audio])
        let name = stream == "packed-mp3" ? "sound.mp3" : "sound.aac"
        #expect(try DecodedFrames.of(file, "a", name: "converted.mp4").count == DecodedFrames.of(bytes, "a", name: name).count)
    }

    @Test("The same comes out however the bytes are split", arguments: [[1], [9, 2], [417]])
    func split(_ sizes: [Int]) throws {
        for stream in ["packed-aac", "packed-mp3"] {
            let bytes = try first(stream)
            #expect(try Converted(bytes, sizes: sizes) == Converted(bytes))
        }
    }

    @Test("A tag without end, and a segment without sound, are errors that say so")
    func damage() throws {
        var endless = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
        endless += [UInt8](repeating: 0, count: 2 << 20)
        #expect(throws: TransmuxError.self) { try Converted(endless, sizes: [65_536]) }
        #expect(throws: TransmuxError.self) { try Converted(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]) }
    }
}
