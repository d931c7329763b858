// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("An MPEG program stream", .timeLimit(.minutes(1)))
struct ProgramStreamTests {
    // So few bits that several frames begin in one packet, which states the time of the first only.
    private func bytes(_ codec: String, bFrames: Int) async throws -> [UInt8] {
        let options = ["-c:v", codec, "-g", "12", "-bf", "\(bFrames)", "-b:v", "20k"]
        return try await JoinedFile("mpg", parts: [["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4"] + options]).bytes()
    }

    @Test("Each frame has a time of its own where packets contain several", arguments: ["mpeg1video", "mpeg2video"], [0, 1, 2])
    func times(codec: String, bFrames: Int) async throws {
        let demuxer = try Demuxer(FileInMemory(try await bytes(codec, bFrames: bFrames)), container: .file)
        var samples: [Sample] = []
        while let sample = try demuxer.next() { samples.append(sample) }
        let times = samples.map { $0.presentation.seconds - demuxer.origin }.sorted()
        #expect(times.count == 100)
        #expect(times.first.map { abs($0) < 0.001 } == true)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 0.04) < 0.001 }, "\(steps)")
        let decodes = samples.map(\.decode.seconds)
        #expect(zip(decodes, decodes.dropFirst()).allSatisfy { $0 < $1 })
        #expect(samples.allSatisfy { $0.presentation.seconds >= $0.decode.seconds - 0.001 })
    }

    @Test(
        "After a seek each frame has the time that it has when the file is read from its beginning",
        arguments: ["mpeg1video", "mpeg2video"], [0, 1, 2])
    func seeks(codec: String, bFrames: Int) async throws {
        let demuxer = try Demuxer(FileInMemory(try await bytes(codec, bFrames: bFrames)), container: .file)
        var read: [[UInt8]: [(presentation: Int64, decode: Int64)]] = [:]
        while let sample = try demuxer.next() {
            read[sample.withBytes { Array($0) }, default: []].append((sample.presentation.value, sample.decode.value))
        }
        #expect(read.values.reduce(0) { $0 + $1.count } == 100)
        // Frames of so few bits may be equal.
        let places = read.compactMapValues { $0.count == 1 ? $0[0] : nil }
        #expect(places.count > 50)
        for time in [0.3, 0.9, 1.5, 2.1, 2.7, 3.3, 3.9, 1.2] {
            try demuxer.seek(to: time)
            var hasKey = false
            while let sample = try demuxer.next() {
                if !hasKey, sample.isKey { #expect(sample.presentation.seconds - demuxer.origin <= time + 0.001) }
                hasKey = hasKey || sample.isKey
                guard hasKey, let place = places[sample.withBytes { Array($0) }] else { continue }
                #expect(sample.presentation.value == place.presentation, "\(sample.presentation.seconds) after a seek to \(time)")
                #expect(sample.decode.value == place.decode)
            }
            #expect(hasKey)
        }
    }

    @Test("A program stream cut at any place gives no time twice")
    func cut() async throws {
        let bytes = try await bytes("mpeg2video", bFrames: 2)
        for count in stride(from: 2048, to: bytes.count, by: 509) {
            guard let demuxer = try? Demuxer(FileInMemory(Array(bytes.prefix(count))), container: .file) else { continue }
            var times: [Double] = []
            while let sample = try demuxer.next() { times.append(sample.presentation.seconds) }
            #expect(Set(times.map { Int(($0 * 1000).rounded()) }).count == times.count, "\(count) bytes")
        }
    }
}
