// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("A file of two recordings", .timeLimit(.minutes(2)))
struct JoinedFileTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var container: String
        var options: [String]
        var offsets = [0, 0]
        var testDescription: String { "\(container) \(offsets)" }
    }

    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "4", "-g", "10", "-bf", "2", "-c:a", "aac"]
    private static let constantRate = ["-b:v", "1500k", "-minrate", "1500k", "-maxrate", "1500k", "-bufsize", "500k"]
    static let kinds = [
        Kind(container: "ts", options: x264), Kind(container: "ts", options: x264, offsets: [0, 5000]),
        Kind(container: "ts", options: x264, offsets: [5000, 0]), Kind(container: "mkv", options: x264),
        // With so many bytes that each frame has a packet of its own, as in films.
        Kind(container: "mpg", options: ["-r", "25", "-c:v", "mpeg2video", "-g", "25", "-bf", "2", "-c:a", "mp2"] + constantRate),
    ]

    /// The number and the time of the first keyframe after a seek.
    private func landing(_ demuxer: Demuxer, at time: Double) throws -> (number: Int, time: Double)? {
        try demuxer.seek(to: time)
        while let sample = try demuxer.next() {
            guard sample.format.kind == .video, sample.isKey else { continue }
            let place = sample.presentation.seconds - demuxer.origin
            let decoder = VideoDecoder(options: .init(threads: 1))
            var picture: VideoFrame?
            try decoder.decode(sample, at: place) { picture = picture ?? $0 }
            try decoder.drain { picture = picture ?? $0 }
            return picture.map { (JoinedFile.number(of: $0), place) }
        }
        return nil
    }

    @Test("A joined file is seekable by its timeline before it was read", arguments: kinds)
    func unread(kind: Kind) async throws {
        let bytes = try await JoinedFile(kind.container, kind.options, offsets: kind.offsets).bytes()
        for target in [7.35, 2.25, 9.55, 5.15, 4.85, 0.45] {
            let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
            let (number, time) = try #require(try landing(demuxer, at: target))
            #expect(abs(time - Double(number) / 10) < 0.15, "frame \(number) at \(time)")
            #expect(time <= target + 0.001, "\(time) for \(target)")
            #expect(time > target - 1.3, "\(time) for \(target)")
        }
    }

    @Test("A joined file can be sought back and forth, and reading continues over the seam", arguments: kinds)
    func backAndForth(kind: Kind) async throws {
        let bytes = try await JoinedFile(kind.container, kind.options, offsets: kind.offsets).bytes()
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        while try demuxer.next() != nil {}
        #expect(try #require(demuxer.duration) > 9.5)
        for target in [8.35, 1.25, 6.55] {
            let (number, time) = try #require(try landing(demuxer, at: target))
            #expect(abs(time - Double(number) / 10) < 0.15, "frame \(number) at \(time)")
            #expect(time <= target + 0.001, "\(time) for \(target)")
            #expect(time > target - 1.3, "\(time) for \(target)")
        }
        try demuxer.seek(to: 3.05)
        var times: [Double] = []
        while let sample = try demuxer.next() {
            if sample.format.kind == .video { times.append(sample.presentation.seconds - demuxer.origin) }
        }
        times.sort()
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(times.first.map { $0 < 3.06 } == true)
        #expect(times.last.map { $0 > 9.5 } == true)
        #expect(steps.allSatisfy { $0 >= 0.001 && $0 < 0.25 }, "\(steps)")
    }

    @Test("Demuxers of a joined file share what they have found", arguments: kinds)
    func shared(kind: Kind) async throws {
        let bytes = try await JoinedFile(kind.container, kind.options, offsets: kind.offsets).bytes()
        let map = JoinedFileMap()
        let first = try Demuxer(file: FileInMemory(bytes), map: map)
        #expect(try first.survey())
        #expect(map.isWhole)
        #expect(map.jumps)
        let other = try Demuxer(file: FileInMemory(bytes), map: map)
        #expect(abs(try #require(other.duration) - 10) < 0.5)
        let (number, time) = try #require(try landing(other, at: 7.35))
        #expect(abs(time - Double(number) / 10) < 0.15)
        #expect(time <= 7.35)
        #expect(time > 6)
    }

    @Test("A file of a single recording is recognised and not read whole", arguments: kinds)
    func single(kind: Kind) async throws {
        let bytes = try await JoinedFile(kind.container, kind.options, offsets: [kind.offsets[0]]).bytes()
        let map = JoinedFileMap()
        let demuxer = try Demuxer(file: FileInMemory(bytes), map: map)
        #expect(try !demuxer.survey())
        #expect(map.isJoined == false)
        #expect(!map.isWhole)
        let (number, time) = try #require(try landing(demuxer, at: 3.35))
        #expect(abs(time - Double(number) / 10) < 0.15)
        #expect(time <= 3.35)
    }

    @Test("A joined audio file is seekable", arguments: [("opus", "libopus"), ("ogg", "libvorbis"), ("flac", "flac"), ("mkv", "aac")])
    func sound(container: String, codec: String) async throws {
        let parts = [440, 880].map { ["-f", "lavfi", "-i", "sine=\($0):r=48000:d=5", "-c:a", codec] }
        let bytes = try await JoinedFile(container, parts: parts).bytes()
        for target in [7.35, 2.25, 9.55, 5.6, 4.3] {
            let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
            try demuxer.seek(to: target)
            let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48_000, channels: 1))
            var blocks: [AudioBlock] = []
            var start: Double?
            while blocks.count < 8, let sample = try demuxer.next() {
                let time = sample.presentation.seconds - demuxer.origin
                start = start ?? time
                try decoder.decode(sample, at: time) { blocks.append($0) }
            }
            let first = try #require(start)
            #expect(first <= target + 0.001, "\(first) for \(target)")
            #expect(first > target - 1.6, "\(first) for \(target)")
            // The pitch tells the part. The first blocks after a seek are distorted.
            let samples = blocks.dropFirst(2).flatMap(\.samples)
            let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
            let pitch = Double(crossings) * 48_000 / Double(max(samples.count, 1))
            #expect(abs(pitch - (first < 4.8 ? 440 : 880)) < 100, "\(pitch) Hz at \(first)")
        }
    }

    // MARK: Rules

    @Test("A joined file is recognised by timestamps at a few positions")
    func places() {
        func points(_ times: [Double]) -> [(position: Int64, time: Double)] {
            times.enumerated().map { (Int64($0.offset) * 1000, $0.element) }
        }
        #expect(!JoinedFileMap.areJoined(points([0, 10, 20, 30, 40])))
        // The rate of bytes varies.
        #expect(!JoinedFileMap.areJoined(points([0, 10, 15, 40, 50])))
        #expect(JoinedFileMap.areJoined(points([0, 10, 20, 5, 15])))
        #expect(JoinedFileMap.areJoined(points([0, 10, 20, 5030, 5040])))
        #expect(JoinedFileMap.areJoined(points([0, 1, 11, 21, 31])))
        #expect(!JoinedFileMap.areJoined(points([3])))
        #expect(!JoinedFileMap.areJoined([]))
        // A variable bit rate must not make a seek load a file over a network.
        #expect(!JoinedFileMap.areJoined(points([0, 1, 11, 21, 31]), isRemote: true))
        #expect(!JoinedFileMap.areJoined(points([0, 10, 20, 80, 90]), isRemote: true))
        #expect(JoinedFileMap.areJoined(points([0, 10, 20, 5, 15]), isRemote: true))
        #expect(JoinedFileMap.areJoined(points([0, 10, 20, 5030, 5040]), isRemote: true))
    }

    @Test("A joined Ogg file ends with a page of another stream")
    func oggPages() {
        func page(_ serial: UInt8, first: Bool = false) -> [UInt8] {
            Array("OggS".utf8) + [0, first ? 2 : 0] + [UInt8](repeating: 0, count: 8) + [serial, 0, 0, 0] + [UInt8](repeating: 0, count: 9)
        }
        let head = page(1, first: true) + page(2, first: true) + page(1) + page(2)
        #expect(!OggPages.areChained(head: head, tail: page(1) + page(2)))
        #expect(OggPages.areChained(head: head, tail: page(1) + page(3)))
        #expect(!OggPages.areChained(head: [], tail: page(3)))
        #expect(!OggPages.areChained(head: head, tail: []))
        for count in 0..<27 { #expect(!OggPages.areChained(head: head, tail: Array(page(3).prefix(count)))) }
    }

    @Test("A joined Matroska file continues after its segment")
    func matroskaSegment() {
        let head = MatroskaSegment.start + [0x82, 1, 2] + [0x18, 0x53, 0x80, 0x67]
        #expect(MatroskaSegment.end(in: head + [0x01, 0, 0, 0, 0, 0, 0x10, 0]) == Int64(head.count + 8 + 4096))
        #expect(MatroskaSegment.end(in: head + [0x90]) == Int64(head.count + 1 + 16))
        // Unknown, or absurd.
        #expect(MatroskaSegment.end(in: head + [0x01] + [UInt8](repeating: 0xFF, count: 7)) == nil)
        #expect(MatroskaSegment.end(in: head + [0x01, 0xFE] + [UInt8](repeating: 0xFF, count: 6)) == nil)
        #expect(MatroskaSegment.end(in: head + [0]) == nil)
        for count in 0...head.count { #expect(MatroskaSegment.end(in: Array(head.prefix(count))) == nil) }
    }
}
