// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxKit
import WindowboxMedia
import WindowboxTransmux

@Suite("Samples of MPEG-TS and packed audio that are encrypted")
struct SampleCipherTests {
    /// The vector of the generated streams.
    private static let vector = [UInt8](repeating: 0, count: 13) + [0xC0, 0xFF, 0xEE]

    private func convert(_ bytes: [UInt8], _ key: SampleKey?) throws -> [TrackKind: [UInt8]] {
        var converter = SegmentConverter(key: key)
        var files: [TrackKind: [UInt8]] = [:]
        for output in try converter.append(bytes) + converter.finish() {
            switch output {
            case .track(let track): files[track.kind, default: []] += track.initialization
            case .fragment(let kind, let bytes, _), .more(let kind, let bytes): files[kind, default: []] += bytes
            case .skipped, .metadata: break
            }
        }
        return files
    }

    @Test("Pictures and sound come out as they were before encryption", arguments: [("ts", "ts"), ("packed-aac", "aac")])
    func samples(_ name: String, _ suffix: String) throws {
        for index in 0..<6 {
            let key = SampleKey(key: try segment("sample-aes-\(name)", "key.bin"), vector: Self.vector)
            let plain = try convert(try segment("sample-aes-\(name)", "\(index).\(suffix)"), key)
            let name = "segment.mp4"
            for (kind, stream) in [(TrackKind.video, "v"), (.audio, "a")] {
                guard let file = plain[kind] else { continue }
                let decoded = try DecodedFrames.of(file, stream, name: name)
                #expect(decoded.count > 50)
                // The same pictures and sound as in the stream that isn't encrypted.
                let clear = try convert(try segment(suffix == "ts" ? "id3-ts" : "packed-aac", "\(index).\(suffix)"), nil)
                #expect(decoded == (try DecodedFrames.of(try #require(clear[kind]), stream, name: name)))
            }
        }
    }

    @Test("Without a key the error says what is encrypted")
    func lacking() throws {
        let bytes = try segment("sample-aes-ts", "0.ts")
        #expect {
            try convert(bytes, nil)
        } throws: { error in (error as? TransmuxError)?.message.contains("encrypted H.264 video") == true }
        #expect(throws: TransmuxError.self) { try convert(bytes, SampleKey(key: [1, 2], vector: Self.vector)) }
    }

    @Test("Damaged samples and a wrong key don't trap")
    func damage() throws {
        let bytes = try segment("sample-aes-ts", "0.ts")
        let key = SampleKey(key: [UInt8](repeating: 1, count: 16), vector: Self.vector)
        var chance = SeededChance(5)
        for _ in 0..<20 {
            var damaged = bytes
            for _ in 0..<200 { damaged[chance.below(damaged.count)] = UInt8(truncatingIfNeeded: chance.next()) }
            _ = try? convert(damaged, key)
        }
    }
}
