// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Surround audio")
struct SurroundTests {
    @Test("Channels keep the order in which they are decoded")
    func layouts() {
        #expect(AudioFormat(channels: 1).layout == [.mono])
        #expect(AudioFormat(channels: 2).layout == [.frontLeft, .frontRight])
        #expect(
            AudioFormat(channels: 6).layout == [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight])
        #expect(
            AudioFormat(channels: 8).layout == [
                .frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
            ])
        #expect(AudioFormat(channels: 31).layout == nil)
    }

    /// The peak sample of each channel in each second.
    private func peaks(_ blocks: [AudioBlock], second: Double) -> [Float] {
        let format = blocks[0].format
        var peaks = [Float](repeating: 0, count: format.channels)
        for block in blocks {
            for (index, sample) in block.samples.enumerated() {
                let time = block.time + Double(index / format.channels) / Double(format.sampleRate)
                guard time > second + 0.4, time < second + 0.9 else { continue }
                peaks[index % format.channels] = max(peaks[index % format.channels], sample.magnitude)
            }
        }
        return peaks
    }

    private func decode(channels: Int) throws -> [AudioBlock] {
        let stream = try GeneratedStreams.named("surround")
        let demuxer = try Demuxer(FileInMemory([UInt8](try Data(contentsOf: stream.url))), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(channels: channels))
        var blocks: [AudioBlock] = []
        while let sample = try demuxer.next() { try decoder.decode(sample, at: sample.presentation.seconds) { blocks.append($0) } }
        try decoder.drain { blocks.append($0) }
        return blocks
    }

    @Test("A stereo downmix of 5.1 keeps the dialogue and does not clip when all channels are loud at once")
    func downmix() throws {
        let blocks = try decode(channels: 2)
        let half = Float(0.5).squareRoot()
        let expected: [[Float]] = [[0.8, 0], [0, 0.8], [0.8 * half, 0.8 * half], [0, 0], [0.8 * half, 0], [0, 0.8 * half]]
        for (second, levels) in expected.enumerated() {
            for (peak, level) in zip(peaks(blocks, second: Double(second)), levels) {
                #expect((peak - level).magnitude < 0.02, "second \(second): \(peak) instead of \(level)")
            }
        }
        let loudest = blocks.flatMap(\.samples).map(\.magnitude).max() ?? 0
        #expect(loudest <= 1)
        #expect(loudest > 0.95)
    }

    @Test("5.1 passes unchanged to an output with six channels")
    func unmixed() throws {
        let blocks = try decode(channels: 6)
        for second in 0..<6 {
            let peaks = peaks(blocks, second: Double(second))
            #expect(peaks.indices.allSatisfy { (peaks[$0] - ($0 == second ? 0.8 : 0)).magnitude < 0.02 }, "second \(second): \(peaks)")
        }
    }
}
