// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

/// PCM in MP4 as ISO/IEC 23003-5 describes it, which FFmpeg does not write.
struct PCMFile: Sendable, CustomTestStringConvertible {
    var isFloat = false
    /// Per sample.
    var bits: Int
    var isLittleEndian = false
    /// Bytes of other boxes before the header, which move it across the borders of reads.
    var padding = 0
    /// The media precedes the header.
    var isHeaderLast = false
    var testDescription: String { "\(isFloat ? "fpcm" : "ipcm") \(bits) \(isLittleEndian ? "little" : "big") \(padding)" }

    static let sampleRate = 48_000
    static let frameCount = 4800

    /// A quarter of full scale at 480 Hz.
    static func value(_ frame: Int) -> Double { sin(Double(frame) * 2 * .pi / 100) / 4 }

    var bytes: [UInt8] {
        let media = box("mdat", (0..<Self.frameCount).flatMap(coded))
        let head = box("ftyp", Array("iso8".utf8), number(0), Array("iso8mp42".utf8)) + box("free", zeros(padding))
        if isHeaderLast { return head + media + movie(mediaOffset: head.count + 8) }
        return head + movie(mediaOffset: head.count + movie(mediaOffset: 0).count + 8) + media
    }

    private func coded(_ frame: Int) -> [UInt8] {
        let value = Self.value(frame)
        let pattern =
            switch (isFloat, bits) {
            case (true, 32): UInt64(Float(value).bitPattern)
            case (true, _): value.bitPattern
            case (false, _): UInt64(bitPattern: Int64((value * Double(1 << (bits - 1))).rounded()))
            }
        let bytes = stride(from: bits - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: pattern >> $0) }
        return isLittleEndian ? bytes.reversed() : bytes
    }

    private func movie(mediaOffset: Int) -> [UInt8] {
        let (count, rate) = (UInt32(Self.frameCount), UInt32(Self.sampleRate))
        let configuration = box("pcmC", number(0), [isLittleEndian ? 1 : 0, UInt8(bits)])
        // The size is 16 for all codings (ISO/IEC 14496-12, 12.2.3).
        let entry = box(
            isFloat ? "fpcm" : "ipcm", zeros(6), [0, 1], zeros(8), [0, 1], [0, 16], zeros(4), number(rate << 16), configuration)
        let table = box(
            "stbl", box("stsd", number(0), number(1), entry), box("stts", number(0), number(1), number(count), number(1)),
            box("stsc", number(0), number(1), number(1), number(count), number(1)),
            box("stsz", number(0), number(UInt32(bits / 8)), number(count)),
            box("stco", number(0), number(1), number(UInt32(mediaOffset))))
        let information = box(
            "minf", box("smhd", number(0), number(0)), box("dinf", box("dref", number(0), number(1), box("url ", number(1)))), table)
        let media = box(
            "mdia", box("mdhd", number(0), zeros(8), number(rate), number(count), [0x55, 0xC4, 0, 0]),
            box("hdlr", number(0), number(0), Array("soun".utf8), zeros(13)), information)
        let track = box("trak", box("tkhd", number(7), zeros(8), number(1), number(0), number(count), zeros(60)), media)
        return box("moov", box("mvhd", number(0), zeros(8), number(rate), number(count), number(0x10000), zeros(76), number(2)), track)
    }
}

private func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return number(UInt32(body.count + 8)) + Array(name.utf8) + body
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
private func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

@Suite("MP4 codecs that FFmpeg does not know", .timeLimit(.minutes(1)))
struct PCMDescriptionTests {
    private static let files = [
        PCMFile(bits: 8), PCMFile(bits: 16), PCMFile(bits: 16, isLittleEndian: true), PCMFile(bits: 24),
        PCMFile(bits: 24, isLittleEndian: true), PCMFile(bits: 32), PCMFile(bits: 32, isLittleEndian: true),
        PCMFile(isFloat: true, bits: 32), PCMFile(isFloat: true, bits: 32, isLittleEndian: true),
        PCMFile(isFloat: true, bits: 64), PCMFile(isFloat: true, bits: 64, isLittleEndian: true),
        PCMFile(bits: 24, isLittleEndian: true, isHeaderLast: true), PCMFile(isFloat: true, bits: 32, isHeaderLast: true),
    ]

    @Test("The samples are read with the size and the byte order that the file states", arguments: files)
    func decodes(file: PCMFile) throws {
        let sound = try Self.decode(FileInMemory(file.bytes))
        try #require(sound.count == PCMFile.frameCount)
        let differences = sound.indices.map { abs(Double(sound[$0]) - PCMFile.value($0)) }
        // Half a step of 8 bits.
        #expect(differences.max()! < (file.bits == 8 ? 0.005 : 0.0001), "\(differences.max()!)")
    }

    @Test("Reads may end anywhere in the sample description")
    func borders() throws {
        for padding in stride(from: 32_768 - 700, to: 32_768, by: 3) {
            for file in [PCMFile(bits: 24, padding: padding), PCMFile(isFloat: true, bits: 32, padding: padding)] {
                let sound = try Self.decode(FileInMemory(file.bytes))
                #expect(sound.count == PCMFile.frameCount && abs(Double(sound[25]) - 0.25) < 0.0001, "\(file)")
            }
        }
    }

    @Test("A damaged description is left to FFmpeg")
    func damaged() throws {
        let bytes = PCMFile(bits: 24).bytes
        let place = try #require(bytes.indices.dropLast(10).first { bytes[$0..<$0 + 4].elementsEqual("pcmC".utf8) })
        for size in [0, 1, 7, 12, 20, 64, 255] as [UInt8] {
            var damaged = bytes
            damaged[place + 9] = size
            #expect(try Demuxer(FileInMemory(damaged), container: .file).mediaTracks.count == 1)
        }
        for offset in 0..<4 {
            var damaged = bytes
            damaged[place + offset] = 0xFF
            _ = try? Demuxer(FileInMemory(damaged), container: .file)
        }
    }

    @Test("A codec that FFmpeg does not know has the container's name for it")
    func unknown() throws {
        var bytes = PCMFile(bits: 16).bytes
        let place = try #require(bytes.indices.dropLast(10).first { bytes[$0..<$0 + 4].elementsEqual("ipcm".utf8) })
        bytes.replaceSubrange(place..<place + 4, with: Array("zz-4".utf8))
        let track = try #require(try Demuxer(FileInMemory(bytes), container: .file).mediaTracks.first)
        #expect(track.codec == "zz-4" && !track.canBeDecoded)
    }

    @Test("AV1 with Dolby Vision is read as AV1")
    func dolbyVision() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, said) = try await RunningProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=0.2", "-c:v", "libsvtav1"]
                + ["-preset", "10", file.path])
        #expect(status == 0, "\(said)")
        var bytes = try [UInt8](Data(contentsOf: file))
        let place = try #require(bytes.indices.dropLast(10).first { bytes[$0..<$0 + 4].elementsEqual("av01".utf8) && $0 > 100 })
        bytes.replaceSubrange(place..<place + 4, with: Array("dav1".utf8))
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        #expect(demuxer.mediaTracks.map(\.codec) == ["av1"])
        let decoder = VideoDecoder()
        var count = 0
        while let sample = try demuxer.next() { try decoder.decode(sample, at: sample.presentation.seconds) { _ in count += 1 } }
        try decoder.drain { _ in count += 1 }
        #expect(count == 5)
    }

    private static func decode(_ input: any DemuxerInput) throws -> [Float] {
        let demuxer = try Demuxer(input, container: .file)
        let decoder = AudioDecoder(output: AudioFormat(sampleRate: PCMFile.sampleRate, channels: 1))
        var sound: [Float] = []
        while let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds) { sound += $0.samples }
        }
        try decoder.drain { sound += $0.samples }
        return sound
    }
}
