// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCodec

@Suite("Audio frame headers")
struct AudioFrameHeaderTests {
    private func read(_ syntax: AudioFrameHeader.Syntax, _ bytes: [UInt8]) -> [Int]? {
        bytes.withUnsafeBytes { AudioFrameHeader(syntax, $0) }.map { [$0.sampleRate, $0.sampleCount] }
    }

    @Test("An AAC header states the sample rate and the number of blocks")
    func aac() {
        #expect(read(.adts, [0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC]) == [44_100, 1024])
        #expect(read(.adts, [0xFF, 0xF9, 0x4C, 0x80, 0x2E, 0x7F, 0xFD]) == [48_000, 2048])
        #expect(read(.adts, [0xFF, 0xF1, 0x6C, 0x40, 0x2E, 0x7F, 0xFC]) == [8_000, 1024])
        // Thirteen to fifteen are not valid rate indices.
        #expect(read(.adts, [0xFF, 0xF1, 0x74, 0x80, 0x2E, 0x7F, 0xFC]) == nil)
    }

    @Test("The version of an MPEG audio header determines the sample rate, the layer the frame length")
    func mpeg() {
        #expect(read(.mpegAudio, [0xFF, 0xFB, 0x90, 0x00]) == [44_100, 1152])
        #expect(read(.mpegAudio, [0xFF, 0xF3, 0x84, 0x00]) == [24_000, 576])
        #expect(read(.mpegAudio, [0xFF, 0xE3, 0x40, 0x00]) == [11_025, 576])
        #expect(read(.mpegAudio, [0xFF, 0xFD, 0xA4, 0x00]) == [48_000, 1152])
        #expect(read(.mpegAudio, [0xFF, 0xFF, 0x98, 0x00]) == [32_000, 384])
        #expect(read(.mpegAudio, [0xFF, 0xFB, 0x9C, 0x00]) == nil)
        #expect(read(.mpegAudio, [0xFF, 0xEB, 0x90, 0x00]) == nil)
    }

    @Test("AC-3 and E-AC-3 headers state the sample rate and the number of blocks")
    func ac3() {
        #expect(read(.ac3, [0x0B, 0x77, 0x12, 0x34, 0x14, 0x40]) == [48_000, 1536])
        #expect(read(.ac3, [0x0B, 0x77, 0x12, 0x34, 0x54, 0x40]) == [44_100, 1536])
        #expect(read(.ac3, [0x0B, 0x77, 0x02, 0x7F, 0x34, 0x87]) == [48_000, 1536])
        #expect(read(.ac3, [0x0B, 0x77, 0x02, 0x7F, 0x04, 0x87]) == [48_000, 256])
        #expect(read(.ac3, [0x0B, 0x77, 0x02, 0x7F, 0xD4, 0x87]) == [22_050, 1536])
        #expect(read(.ac3, [0x0B, 0x77, 0x12, 0x34, 0xC0, 0x40]) == nil)
    }

    @Test("A truncated header and one of another codec are rejected")
    func others() {
        let header: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x2E, 0x7F, 0xFC]
        for count in 0..<7 { #expect(read(.adts, Array(header.prefix(count))) == nil) }
        #expect(read(.ac3, header) == nil)
    }
}
