// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("A file of sound", .timeLimit(.minutes(1)))
struct AudioFileTests {
    /// All of a file's audio: the blocks in order, and the file's duration at its end.
    private func decode(_ bytes: [UInt8], channels: Int = 1) throws -> (blocks: [AudioBlock], duration: Double?) {
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: 48_000, channels: channels))
        var blocks: [AudioBlock] = []
        while let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds - demuxer.origin) { blocks.append($0) }
        }
        return (blocks, demuxer.duration)
    }

    @Test("Joined FLAC plays to its end without a gap or an overlap", arguments: [[2, 3], [3, 2], [2, 2], [1, 2, 1]])
    func joinedFLAC(lengths: [Int]) async throws {
        let parts = lengths.map { ["-f", "lavfi", "-i", "sine=r=48000:d=\($0)"] }
        let (blocks, duration) = try decode(try await JoinedFile("flac", parts: parts).bytes())
        let total = lengths.reduce(0, +)
        // As FFmpeg decodes it with a single thread. With several, it loses the last frames of each part.
        #expect(blocks.reduce(0) { $0 + $1.frameCount } == total * 48_000)
        #expect(blocks.allSatisfy { !$0.isFiller })
        var end = 0.0
        for block in blocks {
            #expect(abs(block.time - end) < 0.001, "\(block.time) after \(end)")
            end = block.time + Double(block.frameCount) / 48_000
        }
        #expect(duration == Double(total))
    }

    @Test("Joined FLAC keeps its time when the number of channels changes")
    func otherFormat() async throws {
        let parts = ["r=48000:d=2", "r=48000:d=2,aformat=channel_layouts=stereo"].map { ["-f", "lavfi", "-i", "sine=\($0)"] }
        let (blocks, _) = try decode(try await JoinedFile("flac", parts: parts).bytes())
        var end = 0.0
        for block in blocks {
            #expect(block.time > end - 0.001, "\(block.time) after \(end)")
            end = block.time + Double(block.frameCount) / 48_000
        }
        #expect(abs(end - 4) < 0.2)
    }

    @Test("FLAC has the length that its frames state, wherever a packet is cut")
    func frames() {
        let bytes = FLACFile.bytes(lengths: [4096, 1024, 4096])
        let frames = Array(bytes.dropFirst(42))
        func length(_ bytes: [UInt8], rate: Int = 48_000) -> Int64? {
            bytes.withUnsafeBytes { FLACFrames.length(in: $0, sampleRate: rate) }
        }
        #expect(length(frames) == 9216)
        #expect(length(frames + bytes) == 18_432)
        #expect(length(frames, rate: 24_000) == 4608)
        #expect(length([]) == nil)
        #expect(length([UInt8](repeating: 0xFF, count: 100)) == nil)
        for count in 0..<frames.count { #expect(length(Array(frames.prefix(count))) ?? 0 <= 9216) }
        // A frame number that can't follow is audio which looks like a header.
        #expect(length(Array(frames.prefix(11) + frames.suffix(11))) == 4096)
    }

    @Test("The first frame of a part of a FLAC file is found, if another one follows it")
    func firstFrame() {
        let frames = Array(FLACFile.bytes(lengths: [4096, 4096, 4096]).dropFirst(42))
        func first(_ bytes: [UInt8]) -> (offset: Int, sample: Int64)? { bytes.withUnsafeBytes { FLACFrames.first(in: $0) } }
        #expect(first(frames).map { $0.offset == 0 && $0.sample == 0 } == true)
        let later = first(Array(frames.dropFirst(1)))
        #expect(later?.sample == 4096)
        #expect(first([]) == nil)
        #expect(first([UInt8](repeating: 0xFF, count: 1000)) == nil)
        for count in 0..<frames.count { #expect(first(Array(frames.prefix(count)))?.sample ?? 0 == 0) }
        // A header after noise that looks like the beginning of one.
        #expect(first([0xFF, 0xF8, 0xC9, 0x18] + frames).map { $0.offset == 4 && $0.sample == 0 } == true)
        // The same frame twice: neither follows the other.
        #expect(first(Array(frames.prefix(11) + frames.prefix(11))) == nil)
    }

    @Test("A seek in FLAC lands on a whole frame, wherever it leads")
    func seeks() async throws {
        let bytes = try await JoinedFile("flac", parts: [["-f", "lavfi", "-i", "sine=440:r=44100:d=60"]]).bytes()
        for time in stride(from: 0.0, to: 60, by: 0.5) {
            // Each with a new demuxer, which examines the file before its first seek.
            let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
            try demuxer.seek(to: time)
            let sample = try #require(try demuxer.next())
            let place = sample.presentation.seconds - demuxer.origin
            #expect(place <= time + 0.001, "\(place) for \(time)")
            #expect(place > time - 0.3, "\(place) for \(time)")
        }
    }

    @Test("Opus cut from a longer stream plays from its first sample", arguments: [0, -47_000, -30_000, 480_000])
    func cutOpus(moved: Int64) async throws {
        let whole = try await JoinedFile("opus", parts: [["-f", "lavfi", "-i", "sine=r=48000:d=10", "-c:a", "libopus"]]).bytes()
        let (blocks, duration) = try decode(OggFile.moved(whole, by: moved))
        let heard = blocks.filter { $0.time >= -0.001 }
        #expect(heard.first.map { abs($0.time) < 0.021 } == true, "\(heard.first?.time ?? .nan)")
        // All packets but the pre-skip are after zero.
        #expect(abs(Double(heard.reduce(0) { $0 + $1.frameCount }) / 48_000 - 10) < 0.03)
        #expect(abs(try #require(duration) - 10) < 0.03)
    }

    @Test("Speex whose stream ends before its last packet begins is no longer than its packets", arguments: [0, -100, -500, -1000])
    func cutSpeex(moved: Int64) async throws {
        let parts = [["-f", "lavfi", "-i", "sine=r=16000:d=3", "-c:a", "libspeex"]]
        let whole = try await JoinedFile("spx", parts: parts).bytes()
        let demuxer = try Demuxer(FileInMemory(OggFile.moved(whole, by: moved, isOnlyLast: true)), container: .file)
        var end = 0.0
        while let sample = try demuxer.next() { end = max(end, sample.presentation.seconds + sample.duration.seconds) }
        #expect(end > 2.9 && end < 3.1, "\(end)")
        let (blocks, _) = try decode(OggFile.moved(whole, by: moved, isOnlyLast: true))
        #expect(abs(Double(blocks.reduce(0) { $0 + $1.frameCount }) / 48_000 - 3) < 0.1)
    }
}
