// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxMedia

@Suite("Stream types of MPEG-TS")
struct StreamTypeTests {
    @Test("MPEG-H is not taken for MP3, although its data may look like it", arguments: [0x2D, 0x2E] as [UInt8])
    func immersive(type: UInt8) throws {
        let tracks = try Demuxer(ByteFeed(segment(type)), container: .file).mediaTracks
        #expect(tracks.map(\.codec) == ["mpegh_3d_audio"])
        #expect(tracks.map(\.canBeDecoded) == [false])
        #expect(tracks.map(\.channels) == [nil])
    }

    @Test("MP3 of its own stream types, and of one that nothing is assigned to, is recognised", arguments: [0x03, 0x04, 0x82] as [UInt8])
    func layerThree(type: UInt8) throws {
        let tracks = try Demuxer(ByteFeed(segment(type)), container: .file).mediaTracks
        #expect(tracks.map(\.codec) == ["mp3"])
        #expect(tracks.map(\.canBeDecoded) == [true])
    }

    /// One packet of audio with the header of an MP3 frame.
    private func segment(_ type: UInt8) -> [UInt8] {
        let audio: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 96)
        let packet: [UInt8] = [0, 0, 1, 0xC0, 0, UInt8(audio.count + 8), 0x80, 0x80, 5, 0x21, 0, 5, 0xBF, 0x21] + audio
        return transport(0, section(0, [0, 1, 0xE1, 0])) + transport(0x100, section(2, [0xE1, 1, 0xF0, 0, type, 0xE1, 1, 0xF0, 0]))
            + transport(0x101, packet)
    }

    private func transport(_ pid: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let field = [UInt8(183 - payload.count), 0] + [UInt8](repeating: 0xFF, count: 182 - payload.count)
        return [0x47, 0x40 | UInt8(pid >> 8), UInt8(pid & 255), 0x30] + field + payload
    }

    private func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let whole = [table, 0xB0, UInt8(body.count + 9), 0, 1, 0xC1, 0, 0] + body
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in whole {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
        }
        return [0] + whole + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
