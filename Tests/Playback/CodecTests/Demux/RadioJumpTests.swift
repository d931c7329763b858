// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Ogg radio whose clock jumps", .timeLimit(.minutes(1)))
struct RadioJumpTests {
    /// An input without a length, as from a radio station, or with one.
    private final class Input: DemuxerInput {
        private let file: FileInMemory
        private let isFile: Bool

        init(_ bytes: [UInt8], isFile: Bool) {
            file = FileInMemory(bytes)
            self.isFile = isFile
        }

        var length: Int? { isFile ? file.length : nil }
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { file.read(into: buffer) }
        func seek(to offset: Int) -> Bool { isFile && file.seek(to: offset) }
    }

    /// Thirty seconds of audio without those from about the second to the twentieth: what Icecast sends to somebody who joins a stream of
    /// FLAC late.
    private static func joinedLate(_ codec: String) async throws -> [UInt8] {
        let arguments = ["-f", "lavfi", "-i", "sine=frequency=440:duration=30", "-c:a", codec, "-page_duration", "200000"]
        let bytes = try await JoinedFile("oga", parts: [arguments]).bytes()
        var (kept, place): ([UInt8], Int) = ([], 0)
        while place + 27 <= bytes.count {
            let count = Int(bytes[place + 26])
            let size = 27 + count + bytes[place + 27..<place + 27 + count].reduce(0) { $0 + Int($1) }
            let position = bytes[place + 6..<place + 14].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let second = Double(position) / (codec == "libopus" ? 48_000 : 44_100)
            if second < 1 || second > 20 { kept += bytes[place..<min(place + size, bytes.count)] }
            place += size
        }
        return kept
    }

    @Test("A jump of a radio's clock is no gap", arguments: ["flac", "libvorbis", "libopus"])
    func radio(codec: String) async throws {
        let demuxer = try Demuxer(Input(try await Self.joinedLate(codec), isFile: false), container: .file)
        var (last, longest) = (Double?.none, 0.0)
        while let sample = try demuxer.next() {
            let time = sample.presentation.seconds
            if let last { longest = max(longest, time - last) }
            last = time
        }
        #expect(longest < 0.5)
        #expect(try #require(last) - demuxer.origin < 12)
    }

    @Test("A gap in a file stays a gap")
    func file() async throws {
        let demuxer = try Demuxer(Input(try await Self.joinedLate("flac"), isFile: true), container: .file)
        var last = 0.0
        while let sample = try demuxer.next() { last = sample.presentation.seconds - demuxer.origin }
        #expect(last > 25)
    }
}
