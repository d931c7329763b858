// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Decoded sound")
struct AudioDecoderTests {
    /// A WAVE file of IMA ADPCM at 48 kHz, mono: each block of 1,024 bytes decodes to 2,041 samples of one level.
    private func adpcm(levels: [Int16]) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        let format =
            bytes(UInt16(0x11)) + bytes(UInt16(1)) + bytes(UInt32(48000)) + bytes(UInt32(24081)) + bytes(UInt16(1024)) + bytes(UInt16(4))
            + bytes(UInt16(2)) + bytes(UInt16(2041))
        // Steps of index 0 with codes of 0 leave the level as it is.
        let blocks = levels.flatMap { bytes($0) + [UInt8](repeating: 0, count: 1022) }
        let body = Array("WAVEfmt ".utf8) + bytes(UInt32(format.count)) + format + Array("data".utf8) + bytes(UInt32(blocks.count)) + blocks
        return Array("RIFF".utf8) + bytes(UInt32(body.count)) + body
    }

    @Test("follows without a gap where a packet holds several frames of which only the first has a time")
    func severalFramesInPacket() throws {
        let levels = (0..<10).map { Int16($0 * 1000) }
        let demuxer = try Demuxer(FileInMemory(adpcm(levels: levels)), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48000, channels: 1))
        var blocks: [AudioBlock] = []
        var packets = 0
        while let sample = try demuxer.next() {
            packets += 1
            try decoder.decode(sample, at: sample.presentation.seconds) { blocks.append($0) }
        }
        #expect(packets < levels.count, "the packets are as long as blocks; the test needs longer ones")
        #expect(blocks.count == levels.count)
        for (place, block) in blocks.enumerated() {
            #expect((block.time - Double(place * 2041) / 48000).magnitude < 1e-4)
            #expect(block.samples.count == 2041)
            #expect(((block.samples.first ?? 0) * 32768 - Float(place * 1000)).magnitude < 1)
        }
    }
}
