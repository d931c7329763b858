// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Track runs without a data offset", .timeLimit(.minutes(1)))
struct FragmentRunTests {
    /// A fragmented file whose runs have more than one sample.
    private static func file() async throws -> [UInt8] {
        let file = try await JoinedFile(
            "mp4",
            parts: [
                [
                    "-f", "lavfi", "-i", "testsrc2=s=64x64:r=30:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", "libx264", "-preset",
                    "ultrafast", "-g", "30", "-bf", "2", "-c:a", "aac", "-movflags", "empty_moov+default_base_moof", "-frag_duration",
                    "500000",
                ]
            ])
        return try file.bytes()
    }

    private static func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int { Int(bigEndian(bytes.dropFirst(offset).prefix(4))) }
    private static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { bytes(body.count + 8) + Array(kind.utf8) + body }

    /// Splits each run in two. The second states no offset, because its data follows that of the first.
    /// - Parameters:
    ///   - apart: another box is between the two.
    ///   - needsOffset: the second states flags of its first sample, so that it can't simply be appended to the first.
    private static func split(_ file: [UInt8], apart: Bool = false, needsOffset: Bool = false) -> [UInt8] {
        let between = apart ? box("free", [UInt8](repeating: 0, count: 8)) : []
        return boxes(in: file[...]).flatMap { kind, body in
            guard kind == "moof" else { return kind == "mfra" ? [] : box(kind, Array(body)) }
            let growth = split(fragment: body, 0, between, needsOffset).count - body.count
            return box(kind, split(fragment: body, growth, between, needsOffset))
        }
    }

    private static func split(fragment: ArraySlice<UInt8>, _ growth: Int, _ between: [UInt8], _ needsOffset: Bool) -> [UInt8] {
        boxes(in: fragment).flatMap { kind, body in
            guard kind == "traf" else { return box(kind, Array(body)) }
            let parts = boxes(in: body).flatMap { kind, body in
                kind == "trun" ? split(run: body, growth, between, needsOffset) : box(kind, Array(body))
            }
            return box(kind, parts)
        }
    }

    private static func split(run: ArraySlice<UInt8>, _ growth: Int, _ between: [UInt8], _ needsOffset: Bool) -> [UInt8] {
        let (flags, count, offset) = (number(run, 0), number(run, 4), number(run, 8))
        let head = flags & 4 != 0 ? 16 : 12
        let sample = 4 * (flags >> 8 & 15).nonzeroBitCount
        let first = max(count / 3, 1)
        let start = Array(run.dropFirst(12).prefix(head - 12))
        let samples = Array(run.dropFirst(head))
        let one = bytes(flags) + bytes(first) + bytes(offset + growth) + start + samples.prefix(first * sample)
        guard first < count else { return box("trun", one) }
        // What begins with flags of its own begins with a frame that is no keyframe.
        let own = needsOffset && flags & 0x400 == 0 ? (flag: 4, bytes: bytes(0x101_0000)) : (flag: 0, bytes: [])
        let two = bytes(flags & ~5 | own.flag) + bytes(count - first) + own.bytes + samples.dropFirst(first * sample)
        return box("trun", one) + between + box("trun", two)
    }

    private struct Read: Equatable {
        var time: Double
        var bytes: [UInt8]
    }

    private static func samples(_ input: any DemuxerInput, _ container: Container) throws -> [[Read]] {
        let demuxer = try Demuxer(input, container: container)
        var read: [Int: [Read]] = [:]
        while let sample = try demuxer.next() {
            read[sample.track, default: []].append(Read(time: sample.presentation.seconds, bytes: sample.withBytes { Array($0) }))
        }
        return read.sorted { $0.key < $1.key }.map(\.value)
    }

    @Test("Every sample of a run without an offset is read, from a file and from a segment")
    func all() async throws {
        let whole = try await Self.file()
        let file = Self.split(whole)
        #expect(file != whole)
        let expected = try Self.samples(FileInMemory(whole), .file)
        #expect(expected.map(\.count).contains(60))
        #expect(try Self.samples(FileInMemory(file), .file) == expected)
        #expect(try Self.samples(Pieces(file, size: 10_000), .mp4) == expected)
    }

    @Test("After a seek into the media, later fragments are still understood")
    func seek() async throws {
        let file = Self.split(try await Self.file())
        let demuxer = try Demuxer(FileInMemory(file), container: .file)
        var times: [Double] = []
        while let sample = try demuxer.next() { if sample.format.kind == .video { times.append(sample.presentation.seconds) } }
        #expect(times.count == 60)
        for time in [1.0, 0, 1.5] {
            try demuxer.seek(to: time)
            var later = 0
            while let sample = try demuxer.next() {
                if sample.format.kind == .video, sample.presentation.seconds > time - 0.001 { later += 1 }
            }
            #expect(later == times.count { $0 > time - 0.001 }, "\(later) after \(time) s")
        }
    }

    @Test("The bytes are the same however they arrive, of the same number, and any other file passes unchanged")
    func pieces() async throws {
        let whole = try await Self.file()
        let file = Self.split(whole)
        func passed(_ bytes: [UInt8], _ size: Int, buffer: Int = 700) throws -> [UInt8] {
            let input = FragmentInput(Pieces(bytes, size: size))
            var result: [UInt8] = []
            while true {
                let piece = try [UInt8](unsafeUninitializedCapacity: buffer) {
                    $1 = try input.read(into: UnsafeMutableRawBufferPointer($0))
                }
                if piece.isEmpty { return result }
                result += piece
            }
        }
        let expected = try passed(file, file.count)
        #expect(expected.count == file.count && expected != file)
        for size in [1, 7, 8, 9, 64, 4096] { #expect(try passed(file, size) == expected) }
        #expect(try passed(whole, 1000) == whole)
        for length in [3, 7, 8, 12, 100, 2000] { #expect(try passed(Array(whole.prefix(length)), 5) == Array(whole.prefix(length))) }
        let other = Array("RIFF0000AVI LIST".utf8) + file
        #expect(try passed(other, 100) == other)
    }

    @Test("Flags and durations that only some runs state are kept")
    func mixed() throws {
        let header = Self.box("tfhd", Self.bytes(0x20038) + Self.bytes(1) + Self.bytes(512) + Self.bytes(9) + Self.bytes(0x1010000))
        let one = Self.box(
            "trun", Self.bytes(0x205) + Self.bytes(2) + Self.bytes(100) + Self.bytes(0x2000000) + Self.bytes(7) + Self.bytes(8))
        let two = Self.box("trun", Self.bytes(0x4) + Self.bytes(1) + Self.bytes(0x1010000))
        let three = Self.box("trun", Self.bytes(0x200) + Self.bytes(1) + Self.bytes(5))
        let fragment = Self.box("traf", header + one + two + three)
        let restated = try #require(FragmentRuns().restated(fragment))
        #expect(restated.count == fragment.count)
        let parts = boxes(in: boxes(["traf"], in: restated[...])[0])
        #expect(parts.map(\.kind) == ["tfhd", "trun", "free"])
        let joined = Array(parts[1].body)
        #expect(
            joined
                == Self.bytes(0x205) + Self.bytes(4) + Self.bytes(100) + Self.bytes(0x2000000) + [7, 8, 9, 5].flatMap { Self.bytes($0) })
    }

    @Test("Runs of which only the number of samples is stated are joined")
    func counts() throws {
        let header = Self.box("tfhd", Self.bytes(0x20018) + Self.bytes(1) + Self.bytes(1) + Self.bytes(4))
        let runs = Self.box("trun", Self.bytes(1) + Self.bytes(1024) + Self.bytes(100)) + Self.box("trun", Self.bytes(0) + Self.bytes(900))
        let restated = try #require(FragmentRuns().restated(Self.box("traf", header + runs)))
        let joined = try #require(boxes(["traf", "trun"], in: restated[...]).first)
        #expect(Array(joined) == Self.bytes(1) + Self.bytes(1924) + Self.bytes(100))
    }

    @Test("A run apart from the one before it is read, and so is one that states other things of its samples", arguments: [false, true])
    func apart(needsOffset: Bool) async throws {
        let whole = try await Self.file()
        let file = Self.split(whole, apart: true, needsOffset: needsOffset)
        let expected = try Self.samples(FileInMemory(whole), .file)
        #expect(try Self.samples(FileInMemory(file), .file) == expected)
        #expect(try Self.samples(Pieces(file, size: 10_000), .mp4) == expected)
    }

    @Test("Where a joined run takes more space, the offset of the second one is stated instead")
    func offsets() throws {
        let header = Self.box("tfhd", Self.bytes(0x20018) + Self.bytes(1) + Self.bytes(512) + Self.bytes(9))
        let time = Self.box("tfdt", Self.bytes(0x1000000) + Self.bytes(0) + Self.bytes(77))
        // A thousand samples of nine bytes, and one with a composition offset.
        let one = Self.box("trun", Self.bytes(1) + Self.bytes(1000) + Self.bytes(100))
        let two = Self.box("trun", Self.bytes(0x800) + Self.bytes(1) + Self.bytes(5))
        let fragment = Self.box("traf", header + time + one + two)
        let restated = try #require(FragmentRuns().restated(fragment))
        #expect(restated.count == fragment.count)
        let parts = boxes(in: boxes(["traf"], in: restated[...])[0])
        #expect(parts.map(\.kind) == ["tfhd", "tfdt", "trun", "trun"])
        #expect(Array(parts[1].body) == Self.bytes(0) + Self.bytes(77))
        #expect(Array(parts[3].body) == Self.bytes(0x801) + Self.bytes(1) + Self.bytes(9100) + Self.bytes(5))
    }

    @Test("A box whose name is no text passes unchanged")
    func odd() throws {
        let header = Self.box("tfhd", Self.bytes(0x20018) + Self.bytes(1) + Self.bytes(1) + Self.bytes(4))
        let odd: [UInt8] = Self.bytes(12) + [0xFF, 0xFE, 0x80, 0xC0, 1, 2, 3, 4]
        let runs = Self.box("trun", Self.bytes(1) + Self.bytes(4) + Self.bytes(100)) + odd + Self.box("trun", Self.bytes(0) + Self.bytes(9))
        let restated = try #require(FragmentRuns().restated(Self.box("traf", header + runs)))
        let expected =
            header + Self.box("trun", Self.bytes(1) + Self.bytes(13) + Self.bytes(100)) + odd
            + Self.box("free", [UInt8](repeating: 0, count: 8))
        #expect(restated == Self.box("traf", expected))
    }

    @Test("Thousands of runs take no longer than their number")
    func many() throws {
        let header = Self.box("tfhd", Self.bytes(0x20018) + Self.bytes(1) + Self.bytes(1) + Self.bytes(4))
        let run = Self.box("trun", Self.bytes(0) + Self.bytes(1))
        let first = Self.box("trun", Self.bytes(1) + Self.bytes(1) + Self.bytes(100))
        let count = 20_000
        let fragment = Self.box("traf", header + first + (0..<count).flatMap { _ in run })
        let restated = try #require(FragmentRuns().restated(fragment))
        let joined = try #require(boxes(["traf", "trun"], in: restated[...]).first)
        #expect(Array(joined) == Self.bytes(1) + Self.bytes(count + 1) + Self.bytes(100))
        // The same when no two of them can be joined.
        let other = Self.box("trun", Self.bytes(0x100) + Self.bytes(1) + Self.bytes(3))
        _ = FragmentRuns().restated(Self.box("traf", header + first + (0..<count / 2).flatMap { _ in run + other }))
    }

    @Test("What can't be restated stays, and so does what needs nothing", arguments: [0, 1, 2, 3])
    func unchanged(number: Int) {
        let header = Self.box("tfhd", Self.bytes(0x20000) + Self.bytes(1))
        let run = Self.box("trun", Self.bytes(0x201) + Self.bytes(1) + Self.bytes(100) + Self.bytes(7))
        let runs = [
            // Each run has an offset.
            run + run,
            // The size is not known.
            run + Self.box("trun", Self.bytes(0) + Self.bytes(1)),
            // There is no space for the composition offsets of so many samples.
            Self.box("trun", Self.bytes(1) + Self.bytes(1000) + Self.bytes(100))
                + Self.box("trun", Self.bytes(0x800) + Self.bytes(1) + Self.bytes(5)),
            // More samples are announced than there are.
            run + Self.box("trun", Self.bytes(0x200) + Self.bytes(0x7FFF_FFFF) + Self.bytes(5)),
        ]
        #expect(FragmentRuns().restated(Self.box("traf", header + runs[number])) == nil)
    }
}

/// An input that delivers a few bytes at a time.
private final class Pieces: DemuxerInput {
    private let bytes: [UInt8]
    private let size: Int
    private let position = Mutex(0)

    init(_ bytes: [UInt8], size: Int) {
        self.bytes = bytes
        self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let count = min(buffer.count, size, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }
}
