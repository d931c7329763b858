// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Loudness tags")
struct LoudnessTagsTests {
    private func read(_ tags: [String: String]) -> LoudnessTags? { LoudnessTags(reading: { tags[$0] }) }

    @Test("Loudness is read as taggers write it", arguments: [("-7.03 dB", -7.03), ("+2,5db", 2.5), (" 3 ", 3), ("-0.00 dB", 0)])
    func written(text: String, decibels: Double) {
        #expect(read(["REPLAYGAIN_TRACK_GAIN": text])?.track?.decibels == decibels)
    }

    @Test("Invalid loudness values are ignored", arguments: ["", "dB", "loud", "nan", "inf dB", "0x10", "-99 dB", "1e9"])
    func nonsense(text: String) { #expect(read(["REPLAYGAIN_TRACK_GAIN": text, "R128_ALBUM_GAIN": "40000"]) == nil) }

    @Test("A peak is reported only if one was measured")
    func peaks() {
        func peak(_ text: String) -> Double? {
            read(["REPLAYGAIN_ALBUM_GAIN": "-3 dB", "REPLAYGAIN_ALBUM_PEAK": text])?.album?.peak
        }
        #expect(peak("0.988") == 0.988)
        #expect(peak("1.25") == 1.25)
        #expect(peak("0.000000") == nil)
        #expect(peak("-1") == nil)
        #expect(peak("inf") == nil)
    }

    @Test("Opus gain counts 1/256 dB from -23 LUFS, 5 dB below ReplayGain's reference")
    func opus() {
        #expect(
            read(["R128_TRACK_GAIN": "-512", "R128_ALBUM_GAIN": "256"])
                == LoudnessTags(track: .init(decibels: 3), album: .init(decibels: 6)))
    }

    private struct Format {
        var ending: String
        var codec: [String]
    }
    private static let formats = [
        Format(ending: "flac", codec: ["flac"]), Format(ending: "ogg", codec: ["libvorbis"]), Format(ending: "mp3", codec: ["libmp3lame"]),
        Format(ending: "m4a", codec: ["aac", "-movflags", "use_metadata_tags"]), Format(ending: "mka", codec: ["flac"]),
    ]

    private func make(_ ending: String, _ codec: [String], tags: [String]) async throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(ending)")
        defer { try? FileManager.default.removeItem(at: file) }
        let metadata = tags.flatMap { ["-metadata", $0] }
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=duration=1"] + metadata + ["-c:a"] + codec + [file.path])
        #expect(status == 0, "\(said)")
        return [UInt8](try Data(contentsOf: file))
    }

    @Test("Loudness is found in each container", arguments: 0..<formats.count)
    func containers(index: Int) async throws {
        let format = Self.formats[index]
        let tags = [
            "REPLAYGAIN_TRACK_GAIN=-7.03 dB", "REPLAYGAIN_TRACK_PEAK=0.9", "REPLAYGAIN_ALBUM_GAIN=-6.5 dB", "REPLAYGAIN_ALBUM_PEAK=0.95",
        ]
        let demuxer = try Demuxer(FileInMemory(try await make(format.ending, format.codec, tags: tags)), container: .file)
        let expected = LoudnessTags(track: .init(decibels: -7.03, peak: 0.9), album: .init(decibels: -6.5, peak: 0.95))
        #expect(demuxer.embeddedMetadata.loudness == expected, "\(format.ending)")
    }

    private func peak(of bytes: [UInt8]) throws -> Float {
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let decoder = AudioDecoder(output: AudioFormat(channels: 1))
        var peak: Float = 0
        while let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds) { block in
                for sample in block.samples { peak = max(peak, sample.magnitude) }
            }
        }
        return peak
    }

    @Test("Loudness is found in Opus, where the decoder applies the header's gain itself")
    func opusFile() async throws {
        let bytes = try await make("opus", ["libopus"], tags: ["R128_TRACK_GAIN=-1280"])
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        #expect(demuxer.embeddedMetadata.loudness == LoudnessTags(track: .init(decibels: 0)))
        // In Matroska, because its pages have no checksums to update.
        let plain = try await make("mka", ["libopus"], tags: [])
        let head = try #require(plain.indices.first { plain[$0...].starts(with: Array("OpusHead".utf8)) })
        var quiet = plain
        // -6 dB in steps of 1/256 dB, little-endian, after the name, version, channels, pre-skip and rate.
        (quiet[head + 16], quiet[head + 17]) = (0x00, 0xFA)
        let (softer, louder) = try (peak(of: quiet), peak(of: plain))
        #expect((softer / louder - 0.501).magnitude < 0.01)
    }
}
