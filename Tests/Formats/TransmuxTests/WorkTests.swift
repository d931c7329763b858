// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxTransmux

/// Whatever the input is, the work grows with its size only.
@Suite("Work of a transmuxer")
struct WorkTests {
    @Test("Thousands of tiny boxes move each byte a few times at most")
    func tinyBoxes() throws {
        let box: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
        let bytes = [UInt8]((0..<100_000).map { _ in box }.joined())
        var whole = FragmentedFileTransmuxer()
        #expect(try whole.append(bytes).isEmpty)
        #expect(whole.moved <= bytes.count)
        try whole.finish()
        var pieces = FragmentedFileTransmuxer()
        for start in stride(from: 0, to: bytes.count, by: 13) { _ = try pieces.append(Array(bytes[start..<min(start + 13, bytes.count)])) }
        try pieces.finish()
        #expect(pieces.moved <= 4 * bytes.count)
    }

    @Test("A header that arrives byte by byte is gathered without moving it again and again")
    func slowHeader() throws {
        var transmuxer = FragmentedFileTransmuxer()
        _ = try transmuxer.append([0, 4, 0, 0] + Array("moov".utf8))
        for _ in 0..<200_000 { #expect(try transmuxer.append([0]).isEmpty) }
        #expect(transmuxer.moved <= 4 * 200_000)
        #expect(throws: TransmuxError.self) { try transmuxer.finish() }
    }

    @Test("Runs that count a million samples in a few bytes each are timed without visiting every sample")
    func countlessSamples() throws {
        let track = TrackDescription(kind: .audio, timescale: 48_000, codec: "mp4a.40.2", entry: entry)
        var writer = BoxWriter()
        writer.box("moof") { writer in
            writer.box("traf") { writer in
                writer.box("tfhd", version: 0, flags: 8) { writer in
                    writer.put32(1)
                    writer.put32(1024)
                }
                writer.box("tfdt", version: 0) { $0.put32(4800) }
                for _ in 0..<50_000 { writer.box("trun", version: 0) { $0.put32(1 << 20) } }
            }
        }
        var transmuxer = FragmentedFileTransmuxer()
        let output = try transmuxer.append(FragmentWriter.initialization(track) + writer.bytes)
        guard case .fragment(.audio, _, let times) = output.last else {
            Issue.record("there is no fragment")
            return
        }
        #expect(times.first == MediaTime(value: 4800, timescale: 48_000))
        #expect(times.firstKey == times.first)
        #expect(times.end == MediaTime(value: 4800 + 50_000 << 20 * 1024, timescale: 48_000))
    }

    /// A sample entry without boxes in it.
    private var entry: [UInt8] {
        var writer = BoxWriter()
        writer.box("mp4a") { $0.zeros(28) }
        return writer.bytes
    }

    /// A frame of AAC in ADTS.
    /// - Parameter index: that of the sample rate.
    private func frame(rate index: UInt8) -> [UInt8] { [0xFF, 0xF1, 0x40 | index << 2, 0x80, 0x01, 0x3F, 0xFC, 0x21, 0x00] }

    @Test("Sound that changes its format with each frame is taken completely, and each byte is moved a few times at most")
    func alternatingFormats() {
        let frames = (0..<20_000).map { frame(rate: $0 % 2 == 0 ? 3 : 4) }
        let bytes = [UInt8](frames.joined())
        for size in [1, 184, bytes.count] {
            var framer = AudioFramer(.aac)
            var (count, descriptions) = (0, 0)
            for start in stride(from: 0, to: bytes.count, by: size) {
                framer.append(Array(bytes[start..<min(start + size, bytes.count)]), time: count == 0 ? 0 : nil)
                while let samples = framer.take() {
                    count += samples.count
                    if framer.takeDescription() != nil { descriptions += 1 }
                }
            }
            #expect(count == frames.count)
            #expect(descriptions == frames.count)
            #expect(framer.moved <= 4 * bytes.count)
        }
    }

    @Test("A change of the sample rate at an absurd time does no harm")
    func absurdTime() {
        var framer = AudioFramer(.aac)
        framer.append(frame(rate: 3) + frame(rate: 4), time: 1 << 60)
        while framer.take() != nil {}
        framer.append(frame(rate: 4), time: 90_000)
        var samples: [CodedSample] = []
        while let more = framer.take() { samples += more }
        #expect(samples.map(\.decode) == [44_100])
    }

    @Test("Thousands of ID3 tags before packed audio, byte by byte, move each byte a few times at most")
    func manyTags() throws {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
        let bytes = [UInt8]((0..<20_000).map { _ in tag }.joined()) + frame(rate: 3) + frame(rate: 3)
        for size in [1, bytes.count] {
            var transmuxer = PackedAudioTransmuxer()
            var output: [TransmuxOutput] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                try transmuxer.append(Array(bytes[start..<min(start + size, bytes.count)]), into: &output)
            }
            try transmuxer.finish(into: &output)
            #expect(output.count == 2)
            #expect(transmuxer.moved <= 4 * bytes.count)
        }
    }

    @Test("Picture parameter sets of any number and size make a sample entry of bounded size")
    func manyParameterSets() throws {
        var assembler = H264Assembler()
        var packet: [UInt8] = [0, 0, 1, 0x67, 66, 0, 30, 0xDD, 0xC4]
        for id in 0..<254 { packet += [0, 0, 1, 0x68] + identifier(id) + [UInt8](repeating: 0xAA, count: 4000) }
        _ = assembler.add(packet, decode: 0, presentation: 0)
        let taken = assembler.takeDescription()
        let description = try #require(taken)
        #expect(description.entry.count < 20_000)
        #expect(description.entry.count > 4000)
    }

    /// An unsigned Exp-Golomb code and ones after it.
    private func identifier(_ number: Int) -> [UInt8] {
        let code = String(number + 1, radix: 2)
        let bits = String(repeating: "0", count: code.count - 1) + code
        let padded = bits + String(repeating: "1", count: 24 - bits.count)
        return (0..<3).compactMap { UInt8(padded.dropFirst(8 * $0).prefix(8), radix: 2) }
    }
}
