// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Video decoder")
struct VideoDecoderTests {
    /// All frames of some segments, in output order.
    private func pictures(_ segments: [[UInt8]], _ options: VideoDecoder.Options = .init()) throws -> [VideoFrame] {
        let decoder = VideoDecoder(options: options)
        let formats = FormatMemory()
        var pictures: [VideoFrame] = []
        for segment in segments {
            let demuxer = try Demuxer(ByteFeed(segment), formats: formats)
            while let sample = try demuxer.next() {
                guard sample.format.kind == .video else { continue }
                try decoder.decode(sample, at: sample.presentation.seconds) { pictures.append($0) }
            }
        }
        try decoder.drain { pictures.append($0) }
        return pictures
    }

    @Test("A decoder that may use hardware falls back to the same output without it")
    func hardware() throws {
        let segment = try file("180p/0.ts", of: "vod-ts")
        let plain = try pictures([segment])
        let wished = try pictures([segment], .init(hardware: .whenPossible))
        #expect(plain.count == 60)
        #expect(wished.map(\.time) == plain.map(\.time))
        #expect(wished.map(\.size) == plain.map(\.size))
    }

    @Test("The decoder returns each frame's embedded captions")
    func captions() throws {
        let segments = try (0..<3).map { try file("\($0).ts", of: "captions-608") }
        let pictures = try pictures(segments)
        #expect(pictures.count == 180)
        #expect(pictures.allSatisfy { !$0.closedCaptions.isEmpty && $0.closedCaptions.count % 3 == 0 })
        let pairs = pictures.map { firstField($0.closedCaptions) }
        let letters = pairs.joined().filter { $0[0] >= 0x20 }.joined().filter { $0 != 0 }
        let text = String(decoding: letters, as: UTF8.self)
        #expect(text.hasPrefix("SECOND 1"))
        #expect(text.contains("SECOND 5"))
        // The command that shows a loaded caption comes within two frames of the full second.
        for second in 1...5 {
            let near = pairs[(second * 30 - 2)...(second * 30 + 2)]
            #expect(near.contains { $0.contains([0x14, 0x2F]) })
        }
    }

    /// Valid pairs of field 1, without parity.
    private func firstField(_ captions: [UInt8]) -> [[UInt8]] {
        var pairs: [[UInt8]] = []
        for start in stride(from: 0, to: captions.count, by: 3) where captions[start] & 7 == 4 {
            pairs.append([captions[start + 1] & 0x7F, captions[start + 2] & 0x7F])
        }
        return pairs
    }

    @Test("The decoder continues after data that it can't decode")
    func undecodable() throws {
        let bytes = try Array(Data(contentsOf: GeneratedStreams.named("file-end-mp4").url))
        var unknown = bytes
        for index in bytes.indices.dropLast(3) where bytes[index...].starts(with: "avc1".utf8) {
            unknown.replaceSubrange(index..<index + 4, with: "zzzz".utf8)
        }
        let (known, other) = (try firstPicture(bytes), try firstPicture(unknown))
        let decoder = VideoDecoder()
        var count = 0
        try decoder.decode(known, at: 0) { _ in count += 1 }
        let error = #expect(throws: CodecError.self) { try decoder.decode(other, at: 1) { _ in count += 1 } }
        #expect(error?.code == .unsupported)
        try decoder.decode(known, at: 2) { _ in count += 1 }
        try decoder.drain { _ in count += 1 }
        #expect(count == 2)
    }

    private func firstPicture(_ file: [UInt8]) throws -> Sample {
        let demuxer = try Demuxer(FileInMemory(file), container: .file)
        while let sample = try demuxer.next() { if sample.format.kind == .video { return sample } }
        throw CodecError(.malformed, "the file has no pictures")
    }

    @Test("A video without captions yields none")
    func noCaptions() throws {
        #expect(try pictures([try file("180p/0.ts", of: "vod-ts")]).allSatisfy { $0.closedCaptions.isEmpty })
    }

    /// The video samples of a segment.
    private func samples(_ segment: [UInt8], head: [UInt8] = []) throws -> [Sample] {
        let demuxer = try Demuxer(ByteFeed(head + segment))
        var samples: [Sample] = []
        while let sample = try demuxer.next() { if sample.format.kind == .video { samples.append(sample) } }
        return samples
    }

    private func checksum(_ picture: VideoFrame) -> Int {
        picture.withLuma { bytes, _ in bytes.reduce(into: 0) { $0 = ($0 &* 31) &+ Int($1) } }
    }

    @Test("A hurried decoder outputs a frame early and continues as if it had not been hurried", arguments: [1, 2, 3])
    func hurried(threads: Int) throws {
        let samples = try samples(try file("180p/0.ts", of: "vod-ts"))
        let plain = try pictures([try file("180p/0.ts", of: "vod-ts")]).map(checksum)
        let times = samples.map(\.presentation.seconds).sorted()
        for number in 20..<32 {
            let decoder = VideoDecoder(options: .init(threads: threads))
            var pictures: [VideoFrame] = []
            var (isInside, later, isHurried) = (false, 0, false)
            for sample in samples {
                try decoder.decode(sample, at: sample.presentation.seconds) { pictures.append($0) }
                if sample.presentation.seconds == times[number] { isInside = true }
                if sample.presentation.seconds > times[number] { later += 1 }
                if isInside, later >= decoder.depth, !isHurried {
                    isHurried = true
                    try decoder.outputHeldFrames { pictures.append($0) }
                    #expect(pictures.count > number)
                }
            }
            try decoder.drain { pictures.append($0) }
            #expect(pictures.map(checksum) == plain)
        }
    }

    @Test("The decoder skips only frames that no other frame references")
    func disposable() throws {
        let samples = try samples(try file("180p/0.ts", of: "vod-ts"))
        let plain = try pictures([try file("180p/0.ts", of: "vod-ts")]).map(checksum)
        let times = samples.map(\.presentation.seconds).sorted()
        #expect(samples.contains { $0.isDisposable })
        #expect(!samples.filter(\.isKey).contains { $0.isDisposable })
        let decoder = VideoDecoder()
        var pictures: [VideoFrame] = []
        for sample in samples {
            let time = sample.presentation.seconds
            try decoder.decode(sample, at: time, isNeeded: time >= times[30]) { pictures.append($0) }
        }
        try decoder.drain { pictures.append($0) }
        #expect(pictures.count < plain.count)
        #expect(pictures.suffix(plain.count - 30).map(checksum) == Array(plain[30...]))
    }
}
