// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@Suite("Demuxer")
struct DemuxerTests {
    struct Material: Sendable, CustomTestStringConvertible {
        var stream: String
        var segment: String
        var header: String?
        var testDescription: String { stream }

        func bytes() throws -> [UInt8] { try (header.map { try file($0, of: stream) } ?? []) + file(segment, of: stream) }
    }

    static let materials = [
        Material(stream: "vod-ts", segment: "180p/0.ts"),
        Material(stream: "vod-cmaf-single", segment: "video/0.m4s", header: "video/init.mp4"),
        Material(stream: "packed-aac", segment: "0.aac"),
    ]

    @Test("The samples match the golden dump", arguments: materials)
    func golden(material: Material) throws {
        let bytes = try material.bytes()
        let dump = try SampleDump(Demuxer(ByteFeed(bytes)))
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Golden/Demux/\(material.stream).txt")
        let head = "input \(fingerprint(bytes))"
        if ProcessInfo.processInfo.environment["WINDOWBOX_GOLDEN"] == "write" {
            let text = ([head] + dump.lines.map { "\($0.place) \($0.payload)" }).joined(separator: "\n") + "\n"
            try Data(text.utf8).write(to: url.standardized)
        }
        let golden = try String(contentsOf: url.standardized, encoding: .utf8).split(separator: "\n").map(String.init)
        if golden.first == head {
            #expect(golden.dropFirst() == dump.lines.map { "\($0.place) \($0.payload)" }[...])
        } else {
            // Another encoder version writes other bytes for the same frames and samples.
            #expect(golden.count - 1 == dump.lines.count)
        }
    }

    @Test("An initialization section that reaches into the first fragment adds no samples to those of a segment")
    func longInitialization() throws {
        let header = try file("video/init.mp4", of: "vod-cmaf-single")
        let first = try file("video/0.m4s", of: "vod-cmaf-single")
        let segment = try file("video/1.m4s", of: "vod-cmaf-single")
        let expected = try SampleDump(Demuxer(ByteFeed(segment), initialization: { header }))
        #expect(expected.lines.count > 50)
        for length in [first.count, 2000, 300] {
            let section = header + first.prefix(length)
            #expect(try SampleDump(Demuxer(ByteFeed(segment), initialization: { section })) == expected)
        }
    }

    @Test("The samples are the same however the bytes are delivered", arguments: materials)
    func deliveries(material: Material) throws {
        let bytes = try material.bytes()
        let whole = try SampleDump(Demuxer(ByteFeed(bytes)))
        #expect(whole.lines.count > 50)
        for piece in [1, 187, 4096] { #expect(try SampleDump(Demuxer(feed(bytes, piece: piece))) == whole) }
    }

    @Test("Every frame of packed MP3 comes out, also the first, however the bytes arrive", arguments: [1, 16, 187, 4096, 1 << 20])
    func packedMP3(piece: Int) throws {
        let bytes = try file("1.mp3", of: "packed-mp3")
        let samples = try SampleDump(Demuxer(feed(bytes, piece: piece))).lines
        // An ID3 tag states its length in bytes of seven bits.
        let tagLength = 10 + Int(bytes[8]) * 128 + Int(bytes[9])
        #expect(samples.count == Self.mp3FrameCount(bytes[tagLength...]))
        #expect(samples.count > 50)
    }

    /// The frames of MPEG-1 Layer III from the first byte on (ISO/IEC 11172-3, 2.4.2.3).
    private static func mp3FrameCount(_ bytes: ArraySlice<UInt8>) -> Int {
        let bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let sampleRates = [44_100, 48_000, 32_000]
        var (count, next) = (0, bytes.startIndex)
        while next + 4 <= bytes.endIndex, bytes[next] == 0xFF, bytes[next + 1] & 0xFE == 0xFA {
            let (bits, rate) = (Int(bytes[next + 2] >> 4), Int(bytes[next + 2] >> 2 & 3))
            next += 144_000 * bitRates[bits] / sampleRates[rate] + Int(bytes[next + 2] >> 1 & 1)
            count += 1
        }
        return count
    }

    @Test("Truncated input yields its complete samples or an error of the demuxer", arguments: materials)
    func truncated(material: Material) throws {
        let bytes = try material.bytes()
        let whole = try SampleDump(Demuxer(ByteFeed(bytes)))
        for count in Array(0..<200) + Array(stride(from: 200, to: bytes.count, by: 1571)) {
            do throws(CodecError) {
                let part = try SampleDump(Demuxer(ByteFeed(Array(bytes[..<count]))))
                #expect(part.lines.count <= whole.lines.count)
            } catch { #expect(!error.description.isEmpty) }
        }
    }

    @Test("Every frame of a transport stream has a timestamp, in increasing order")
    func clock() throws {
        let demuxer = try Demuxer(ByteFeed(try file("180p/0.ts", of: "vod-ts")))
        var samples: [TrackKind: [Sample]] = [:]
        while let sample = try demuxer.next() { samples[sample.format.kind, default: []].append(sample) }
        let sound = try #require(samples[.audio])
        #expect(sound.count > 80)
        for (one, next) in zip(sound, sound.dropFirst()) {
            // 1024 samples at 48 kHz are 1920 ticks.
            #expect(abs(next.presentation.value - one.presentation.value - 1920) <= 1)
        }
        let pictures = try #require(samples[.video])
        let times = pictures.map(\.presentation.value).sorted()
        for (one, next) in zip(times, times.dropFirst()) { #expect(next - one == 3000) }
        #expect(pictures.map(\.decode.value) == pictures.map(\.decode.value).sorted())
        #expect(pictures[0].isKey)
    }

    @Test("An error of the source is passed on unchanged")
    func sourceError() throws {
        let feed = ByteFeed()
        feed.append(Array(try file("180p/0.ts", of: "vod-ts").prefix(20_000)))
        feed.fail("the line is cut")
        let error = #expect(throws: CodecError.self) { _ = try SampleDump(Demuxer(feed)) }
        #expect(error?.description == "the line is cut")
    }

    @Test("The demuxer and the decoders accept any time that a file may state", arguments: ["video", "audio-en"])
    func impossibleTimes(contentType: String) throws {
        let header = try file("\(contentType)/init.mp4", of: "vod-cmaf-single")
        var segment = try file("\(contentType)/0.m4s", of: "vod-cmaf-single")
        let box = try #require(segment.indices.dropLast(16).first { segment[$0..<$0 + 4].elementsEqual("tfdt".utf8) })
        // Sets the 64-bit base time to one that FFmpeg still accepts, three hundred thousand years ahead.
        try #require(segment[box + 4] == 1)
        segment.replaceSubrange(box + 8..<box + 16, with: [0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00])
        let demuxer = try Demuxer(ByteFeed(header + segment))
        let (video, audio) = (VideoDecoder(), AudioDecoder(output: AudioFormat()))
        var count = 0
        while let sample = try demuxer.next() {
            count += 1
            for time in [sample.presentation.seconds, 1e30, -1e30] {
                switch sample.format.kind {
                case .video: try video.decode(sample, at: time) { _ in }
                default: try audio.decode(sample, at: time) { _ in }
                }
            }
        }
        #expect(count > 10)
    }

    @Test("Ticks that are not a whole fraction of a second are converted exactly")
    func oddTicks() throws {
        var bytes = Array("YUV4MPEG2 W16 H16 F30000:1001 Ip A1:1 C420jpeg\n".utf8)
        for _ in 0..<40 { bytes += Array("FRAME\n".utf8) + [UInt8](repeating: 128, count: 384) }
        let demuxer = try Demuxer(ByteFeed(bytes), container: .file)
        var times: [Double] = []
        while let sample = try demuxer.next() {
            times.append(sample.presentation.seconds)
            #expect(abs(sample.duration.seconds - 1001.0 / 30_000) < 1e-9)
        }
        #expect(times.count == 40)
        for (number, time) in times.enumerated() { #expect(abs(time - Double(number) * 1001 / 30_000) < 1e-9) }
    }
}
