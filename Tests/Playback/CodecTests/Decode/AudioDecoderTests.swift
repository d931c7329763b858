// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Audio decoder")
struct AudioDecoderTests {
    @Test("Decoded audio has no gaps when only the first of several frames in a packet has a timestamp")
    func severalFramesInPacket() throws {
        let levels = (0..<10).map { Int16($0 * 1000) }
        let demuxer = try Demuxer(FileInMemory(ADPCMFile.bytes(levels: levels)), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48000, channels: 1))
        var blocks: [AudioBlock] = []
        var packets = 0
        while let sample = try demuxer.next() {
            packets += 1
            try decoder.decode(sample, at: sample.presentation.seconds) { blocks.append($0) }
        }
        #expect(packets < levels.count, "the test needs packets of several blocks")
        #expect(blocks.count == levels.count)
        for (index, block) in blocks.enumerated() {
            #expect((block.time - Double(index * ADPCMFile.samplesInBlock) / 48000).magnitude < 1e-4)
            #expect(block.samples.count == ADPCMFile.samplesInBlock)
            #expect(((block.samples.first ?? 0) * 32768 - Float(index * 1000)).magnitude < 1)
        }
    }

    @Test("Silence replaces damaged packets for their full duration")
    func damaged() throws {
        let demuxer = try Demuxer(FileInMemory(ADPCMFile.bytes(levels: [1, 2, 3, 4, 5, 6, 7, 8], isDamaged: true)), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48000, channels: 2))
        var blocks: [AudioBlock] = []
        while let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds) { blocks.append($0) }
        }
        #expect(blocks.reduce(0) { $0 + $1.frameCount } == 8 * ADPCMFile.samplesInBlock)
        let areFillers = blocks.allSatisfy { $0.isFiller }
        #expect(areFillers)
    }

    @Test("Windows Media Audio is continuous although its frames begin before the times of their packets", arguments: ["wmav1", "wmav2"])
    func reservoir(codec: String) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString).wma")
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, lines) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=f=440:r=44100:d=4", "-c:a", codec, "-f", "asf", file.path])
        try #require(status == 0, "\(lines)")
        let demuxer = try Demuxer(FileInMemory([UInt8](Data(contentsOf: file))), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 44100, channels: 1))
        var blocks: [AudioBlock] = []
        var (count, origin) = (0, 0.0)
        while let sample = try demuxer.next() {
            // As with a reservoir that reaches a frame further in every other packet.
            let reach = count % 2 == 1 ? 0.04 : 0
            if count == 0 { origin = sample.presentation.seconds }
            try decoder.decode(sample, at: sample.presentation.seconds - origin + reach) { blocks.append($0) }
            count += 1
        }
        try decoder.drain { blocks.append($0) }
        try #require(blocks.count > 50)
        for (block, next) in zip(blocks, blocks.dropFirst()) { #expect((next.time - block.end).magnitude < 1e-4) }
        let heard = blocks.reduce(0) { $0 + $1.duration }
        #expect(heard > 3.95)
        #expect((blocks[blocks.count - 1].end - (blocks[0].time + heard)).magnitude < 1e-3)
    }

    @Test("Opus durations count at 48 kHz even if Matroska states the original sample rate")
    func opusOfAnotherRate() throws {
        var bytes = [UInt8](try Data(contentsOf: try GeneratedStreams.named("file-film-webm").url))
        func sampling(_ rate: Double) -> [UInt8] { [0xB5, 0x88] + withUnsafeBytes(of: rate.bitPattern.bigEndian, Array.init) }
        let stated = try #require(bytes.firstRange(of: sampling(48000)))
        bytes.replaceSubrange(stated, with: sampling(16000))
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        var durations: Set<Double> = []
        while let sample = try demuxer.next() {
            if sample.format.kind == .audio { durations.insert(sample.duration.seconds) }
        }
        #expect(durations == [0.02])
    }

    @Test("FLAC positions count samples when an old encoder numbers blocks of varying length")
    func variableBlocks() throws {
        let lengths = (0..<40).map { $0 % 3 == 0 ? 4096 : 1024 }
        let demuxer = try Demuxer(FileInMemory(FLACFile.bytes(lengths: lengths)), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48000, channels: 1))
        var blocks: [AudioBlock] = []
        while let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds) { blocks.append($0) }
        }
        #expect(blocks.map(\.frameCount) == lengths)
        var place = 0
        for block in blocks {
            #expect((block.time - Double(place) / 48000).magnitude < 1e-4)
            place += block.frameCount
        }
    }
}
