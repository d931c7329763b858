// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Deinterlacing", .timeLimit(.minutes(2)))
struct DeinterlacerTests {
    /// A second of moving video, with 50 fields in 25 frames.
    private struct Interlaced {
        var codec: [String]
        var ending: String
        var order: String
    }
    private static let interlaced = [
        Interlaced(codec: ["mpeg2video", "-b:v", "6M", "-flags", "+ilme+ildct", "-top", "1"], ending: "ts", order: "interleave_top"),
        Interlaced(codec: ["mpeg2video", "-b:v", "6M", "-flags", "+ilme+ildct", "-top", "0"], ending: "ts", order: "interleave_bottom"),
        Interlaced(codec: ["libx264", "-flags", "+ilme+ildct", "-top", "1", "-g", "12"], ending: "mp4", order: "interleave_top"),
    ]

    private func ffmpeg(_ arguments: [String]) async throws {
        let (status, said) = try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments)
        #expect(status == 0, "\(said)")
    }

    private func file(_ ending: String) -> URL { FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(ending)") }

    private func make(_ kind: Interlaced) async throws -> URL {
        let file = file(kind.ending)
        let source = ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=50:duration=1,scroll=horizontal=0.02"]
        try await ffmpeg(source + ["-vf", "tinterlace=\(kind.order)", "-pix_fmt", "yuv420p", "-c:v"] + kind.codec + [file.path])
        return file
    }

    private func makeProgressive() async throws -> URL {
        let file = file("mp4")
        try await ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-pix_fmt", "yuv420p", file.path])
        return file
    }

    private func samples(of file: URL) throws -> (start: Double, samples: [Sample]) {
        let demuxer = try Demuxer(FileInMemory([UInt8](Data(contentsOf: file))), container: .file)
        var samples: [Sample] = []
        while let sample = try demuxer.next() { if sample.format.kind == .video { samples.append(sample) } }
        return (samples.map(\.presentation.seconds).min() ?? 0, samples)
    }

    private func pictures(of file: URL, _ options: VideoDecoder.Options) throws -> [VideoFrame] {
        let decoder = VideoDecoder(options: options)
        let (start, samples) = try samples(of: file)
        var pictures: [VideoFrame] = []
        for sample in samples { try decoder.decode(sample, at: sample.presentation.seconds - start) { pictures.append($0) } }
        try decoder.drain { pictures.append($0) }
        return pictures
    }

    private func luma(_ picture: VideoFrame) -> [UInt8] {
        picture.withLuma { bytes, stride in (0..<picture.size.height).flatMap { bytes[($0 * stride)..<($0 * stride + picture.size.width)] }
        }
    }

    /// By how much adjacent rows differ more than rows of the same field: combing.
    private func combs(_ picture: VideoFrame) -> Double {
        let (luma, width) = (luma(picture), picture.size.width)
        var (near, far) = (0, 0)
        for row in 0..<(picture.size.height - 2) {
            for column in 0..<width {
                let sample = Int(luma[row * width + column])
                near += abs(sample - Int(luma[(row + 1) * width + column]))
                far += abs(sample - Int(luma[(row + 2) * width + column]))
            }
        }
        return Double(near) / Double(max(far, 1))
    }

    @Test("Each field becomes a frame at its time, equal to the output of FFmpeg's own filter", arguments: 0..<3)
    func fields(index: Int) async throws {
        let kind = Self.interlaced[index]
        let (file, raw) = (try await make(kind), file("raw"))
        defer { for file in [file, raw] { try? FileManager.default.removeItem(at: file) } }
        try await ffmpeg(
            ["-i", file.path, "-vf", "bwdif=mode=send_field:deint=interlaced", "-fps_mode", "passthrough", "-f", "rawvideo"]
                + ["-pix_fmt", "yuv420p", raw.path])
        let expected = try Data(contentsOf: raw)
        let size = 320 * 240 * 3 / 2
        let pictures = try pictures(of: file, .init(deinterlacing: .automatic))
        #expect(pictures.count == 50)
        #expect(expected.count == 50 * size)
        for (number, picture) in pictures.enumerated() {
            #expect((picture.time - Double(number) / 50).magnitude < 0.000_1, "field \(number) at \(picture.time)")
            #expect((picture.duration - 0.02).magnitude < 0.000_1)
            let theirs = expected.subdata(in: number * size..<number * size + 320 * 240)
            #expect(theirs.elementsEqual(luma(picture)), "field \(number)")
        }
    }

    @Test("Deinterlacing can be switched off or limited to one output frame per frame")
    func modes() async throws {
        let file = try await make(Self.interlaced[0])
        defer { try? FileManager.default.removeItem(at: file) }
        let raw = try pictures(of: file, .init())
        let frames = try pictures(of: file, .init(deinterlacing: .automatic, fieldOutput: .frame))
        #expect(raw.count == 25)
        #expect(frames.count == 25)
        #expect(combs(frames[12]) < 0.8 * combs(raw[12]), "\(combs(frames[12])) and \(combs(raw[12])) before")
        #expect(frames.map(\.time) == raw.map(\.time))
        #expect(frames.map(\.duration) == raw.map(\.duration))
    }

    @Test("Progressive streams pass unchanged and without delay, unless all frames are to be deinterlaced")
    func progressive() async throws {
        let file = try await makeProgressive()
        defer { try? FileManager.default.removeItem(at: file) }
        let plain = try pictures(of: file, .init(threads: 1))
        let automatic = try pictures(of: file, .init(threads: 1, deinterlacing: .automatic))
        #expect(automatic.map(\.time) == plain.map(\.time))
        #expect(automatic.count == 25)
        #expect(zip(automatic, plain).allSatisfy { luma($0) == luma($1) })
        #expect(try pictures(of: file, .init(deinterlacing: .always)).count == 50)
    }

    @Test("A still is deinterlaced without the frames before and after it")
    func still() async throws {
        let file = try await make(Self.interlaced[0])
        defer { try? FileManager.default.removeItem(at: file) }
        let key = try #require(try samples(of: file).samples.last(where: \.isKey))
        func single(_ deinterlacing: Deinterlacing) throws -> [VideoFrame] {
            let decoder = VideoDecoder(options: .init(threads: 1, deinterlacing: deinterlacing, fieldOutput: .still))
            var pictures: [VideoFrame] = []
            try decoder.decode(key, at: 3) { pictures.append($0) }
            try decoder.drain { pictures.append($0) }
            return pictures
        }
        let (raw, whole) = try (single(.off), single(.automatic))
        #expect(raw.count == 1 && whole.count == 1 && whole[0].time == 3)
        #expect(combs(whole[0]) < 0.8 * combs(raw[0]), "\(combs(whole[0])) and \(combs(raw[0])) before")
    }

    @Test("No frame is lost at a jump in time, a change of size or a change of mode, and a flush drops pending frames")
    func changes() async throws {
        let file = try await make(Self.interlaced[0])
        let other = self.file("ts")
        defer { for file in [file, other] { try? FileManager.default.removeItem(at: file) } }
        try await ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=size=160x128:rate=50:duration=1", "-vf", "tinterlace=interleave_top", "-c:v"]
                + Self.interlaced[0].codec + [other.path])
        let (start, first) = try samples(of: file)
        let (otherStart, second) = try samples(of: other)
        func both(_ decoder: VideoDecoder) throws -> [Double] {
            var times: [Double] = []
            for sample in first { try decoder.decode(sample, at: sample.presentation.seconds - start) { times.append($0.time) } }
            for sample in second {
                try decoder.decode(sample, at: sample.presentation.seconds - otherStart + 100) { times.append($0.time) }
            }
            try decoder.drain { times.append($0.time) }
            return times
        }
        let raw = try both(VideoDecoder())
        let decoder = VideoDecoder(options: .init(deinterlacing: .automatic))
        var times = try both(decoder)
        // A decoder may drop a frame where the size changes; each frame that it outputs has two fields.
        #expect(raw.count >= 49)
        #expect(times.count == 2 * raw.count)
        #expect(times == times.sorted())
        decoder.deinterlacing = .off
        times = []
        for sample in first { try decoder.decode(sample, at: sample.presentation.seconds - start) { times.append($0.time) } }
        decoder.flush()
        for sample in first { try decoder.decode(sample, at: sample.presentation.seconds - start + 10) { times.append($0.time) } }
        try decoder.drain { times.append($0.time) }
        #expect(times.filter { $0 >= 10 }.count == 25)
        #expect(times.filter { $0 < 10 }.count <= 25)
    }

    @Test("Frames before the needed time are not deinterlaced")
    func unneeded() async throws {
        let file = try await make(Self.interlaced[0])
        defer { try? FileManager.default.removeItem(at: file) }
        let (start, samples) = try samples(of: file)
        let decoder = VideoDecoder(options: .init(deinterlacing: .automatic))
        decoder.neededFrom = 0.6
        var times: [Double] = []
        for sample in samples { try decoder.decode(sample, at: sample.presentation.seconds - start) { times.append($0.time) } }
        try decoder.drain { times.append($0.time) }
        let wanted = times.filter { $0 >= 0.6 - 0.001 }
        #expect(wanted.count == 20)
        #expect(times.count < 40)
    }

    @Test("The second field lies half way to the next frame, whatever duration the container states")
    func places() {
        typealias Timing = Deinterlacer.Timing
        let frame = Timing(time: 1, duration: 0.04)
        #expect(frame.field(next: 1.04, isSecond: false, count: 2).time == 1)
        #expect((frame.field(next: 1.04, isSecond: false, count: 2).duration - 0.02).magnitude < 1e-9)
        #expect(frame.field(next: 1.04, isSecond: true, count: 2).time == 1.02)
        #expect(frame.field(next: nil, isSecond: true, count: 2).time == 1.02)
        #expect(frame.field(next: 1.4, isSecond: true, count: 2).time == 1.02, "a frame after a gap does not determine the duration")
        #expect(frame.field(next: 0.5, isSecond: true, count: 2).time == 1.02)
        #expect(Timing(time: 1, duration: 0).field(next: 1.05, isSecond: true, count: 2).time == 1.025)
        #expect(Timing(time: 1, duration: 0).field(next: nil, isSecond: true, count: 2).time == 1.02)
        #expect(frame.field(next: 1.04, isSecond: false, count: 1) == frame)
    }
}
