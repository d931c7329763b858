// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit
import WindowboxStreaming

/// A kind of file that FFmpeg writes, with three seconds of video or audio.
struct OddFile: Sendable, CustomTestStringConvertible {
    var name: String
    var video: [String] = []
    var audio: [String] = []
    var options: [String] = []
    var rate = "30"
    /// Seconds of audio in the file.
    var sound = 3.0
    var testDescription: String { name }

    static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "30", "-bf", "2"]
    static let mpeg4 = ["-c:v", "mpeg4", "-bf", "2"]

    static let all = [
        OddFile(name: "every-frame.mp4", video: x264, audio: ["-c:a", "aac"], options: ["-movflags", "empty_moov+frag_every_frame"]),
        OddFile(
            name: "tenth.mp4", video: x264, audio: ["-c:a", "aac"],
            options: ["-movflags", "empty_moov+default_base_moof", "-frag_duration", "100000"]),
        OddFile(name: "negative-offsets.mp4", video: x264, options: ["-movflags", "frag_every_frame+empty_moov+negative_cts_offsets"]),
        OddFile(name: "smooth.ismv", video: x264, audio: ["-c:a", "aac"]),
        OddFile(name: "h264.asf", video: x264, audio: ["-c:a", "wmav2"]),
        OddFile(name: "alone.asf", video: x264),
        OddFile(name: "b-frames.asf", video: mpeg4, audio: ["-c:a", "libmp3lame"]),
        OddFile(name: "b-frames.nut", video: mpeg4, audio: ["-c:a", "libmp3lame"]),
        OddFile(name: "h264.mxf", video: x264, audio: ["-c:a", "pcm_s16le"], rate: "25"),
        // GXF fills the last block of 32,768 samples.
        OddFile(
            name: "exchange.gxf", video: ["-c:v", "mpeg2video", "-s", "720x576"], audio: ["-ac", "1", "-c:a", "pcm_s16le"], rate: "25",
            sound: 163_840 / 48_000),
        OddFile(name: "camera.mjpg", video: ["-c:v", "mjpeg"], options: ["-f", "mpjpeg"]),
        OddFile(
            name: "game.roq", video: ["-c:v", "roqvideo", "-s", "160x96"], audio: ["-c:a", "roq_dpcm", "-ar", "22050", "-ac", "1"]),
        OddFile(name: "lossless.mkv", video: ["-c:v", "ffv1", "-pix_fmt", "gray10le"], audio: ["-c:a", "flac"]),
        OddFile(name: "raw.avi", video: ["-c:v", "rawvideo", "-pix_fmt", "bgr24"], audio: ["-c:a", "pcm_s16le"]),
        OddFile(name: "seconds.mp4", video: x264, audio: ["-c:a", "aac"], rate: "1"),
        OddFile(name: "fast.mp4", video: x264, audio: ["-c:a", "aac"], rate: "120"),
        OddFile(name: "raw.y4m", video: ["-pix_fmt", "yuv444p"]),
        OddFile(name: "alone.h264", video: x264),
        // All packets of a block have its time.
        OddFile(name: "voice.rm", audio: ["-ar", "8000", "-ac", "1", "-c:a", "real_144"]),
        OddFile(name: "sound.caf", audio: ["-c:a", "alac"]),
        OddFile(name: "sound.w64", audio: ["-c:a", "pcm_s24le"]),
        OddFile(name: "sound.aiff", audio: ["-c:a", "pcm_s16be"]),
        OddFile(name: "sound.au", audio: ["-c:a", "pcm_mulaw"]),
        OddFile(name: "sound.wv", audio: ["-c:a", "wavpack"]),
    ]

    /// Files whose first frame is ten hours after zero.
    static let late = [
        OddFile(name: "late.mkv", video: x264, audio: ["-c:a", "aac"]),
        OddFile(name: "live.mkv", video: x264, audio: ["-c:a", "aac"], options: ["-live", "1"]),
        OddFile(name: "late.webm", video: ["-c:v", "libvpx", "-deadline", "realtime"], audio: ["-c:a", "libopus"]),
        OddFile(name: "late.mka", audio: ["-c:a", "libvorbis"]),
        OddFile(name: "late.mp4", video: x264, audio: ["-c:a", "aac"]),
        OddFile(name: "late.mov", video: x264, audio: ["-c:a", "pcm_s16le"]),
        OddFile(name: "late.nut", video: mpeg4, audio: ["-c:a", "libmp3lame"]),
        OddFile(name: "late.asf", video: mpeg4, audio: ["-c:a", "wmav2"]),
        OddFile(name: "late.flv", video: x264, audio: ["-c:a", "aac"]),
        OddFile(name: "late.ts", video: x264, audio: ["-c:a", "aac"]),
        OddFile(name: "late.mpg", video: ["-c:v", "mpeg2video"], audio: ["-c:a", "mp2"]),
        OddFile(name: "late.ogv", video: ["-c:v", "libtheora"], audio: ["-c:a", "libvorbis"]),
    ]

    /// Makes the file in a folder.
    /// - Returns: its path.
    func make(in folder: URL) async throws -> String {
        let path = folder.appending(path: name).path
        var arguments = ["ffmpeg", "-nostdin", "-v", "error"]
        if !video.isEmpty { arguments += ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=\(rate):d=3"] }
        if !audio.isEmpty { arguments += ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=3"] }
        let (status, said) = try await RunningProgram.run("/usr/bin/env", arguments + video + audio + options + [path])
        #expect(status == 0, "\(said)")
        return path
    }
}

@Suite("Kinds of files", .serialized, .timeLimit(.minutes(2)))
struct OddFilesTests {
    /// Runs a test with a folder that is removed afterwards.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-kinds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("Every frame and all of the audio is played, whatever the container", arguments: OddFile.all)
    func plays(file: OddFile) async throws {
        try await withFolder { folder in
            let run = await RecordedRun.play([try await file.make(in: folder)])
            #expect(run.end == .ended, "\(run.journal)")
            #expect(run.pictures.count == (file.video.isEmpty ? 0 : 3 * (Int(file.rate) ?? 0)))
            #expect(zip(run.pictures, run.pictures.dropFirst()).allSatisfy { $0.time < $1.time })
            #expect(abs(run.counts.audioSeconds - (file.audio.isEmpty ? 0 : file.sound)) < 0.1, "\(run.counts.audioSeconds)")
        }
    }

    @Test("A file that begins hours after zero plays from its first frame, with its own duration, and seeks", arguments: OddFile.late)
    func late(file: OddFile) async throws {
        var file = file
        file.options += ["-output_ts_offset", "36000"]
        try await withFolder { folder in
            let path = try await file.make(in: folder)
            let run = await RecordedRun.play([path])
            #expect(run.end == .ended, "\(run.journal)")
            #expect(run.pictures.count == (file.video.isEmpty ? 0 : 90))
            if let first = run.pictures.first { #expect(first.time < 0.1) }
            #expect(abs(run.counts.audioSeconds - 3) < 0.1, "\(run.counts.audioSeconds)")
            for case .timeline(_, let timeline) in run.facts {
                if let duration = timeline.duration { #expect(abs(duration - 3) < 0.15, "\(duration)") }
            }
            _ = await RecordedRun.play([path], configuration: EngineConfiguration()) { engine in
                await engine.pause()
                let landed = await engine.seek(to: 1.5)?.landed
                #expect(abs((landed ?? 0) - 1.5) < 0.1, "\(landed ?? -1)")
                return true
            }
        }
    }

    @Test("An AVI file that was written to a pipe, so that its header states no length, has no duration and plays whole")
    func pipedAVI() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "piped.avi").path
            let command =
                "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=160x90:r=30:d=3 -f lavfi -i sine=r=48000:d=3 -c:v mpeg4 -c:a pcm_s16le "
                + "-f avi - > '\(path)'"
            let (status, said) = try await RunningProgram.run("/bin/sh", ["-c", command])
            #expect(status == 0, "\(said)")
            let run = await RecordedRun.play([path])
            #expect(run.end == .ended, "\(run.journal)")
            #expect(run.pictures.count == 90)
            #expect(abs(run.counts.audioSeconds - 3) < 0.1)
            let durations = run.facts.compactMap { if case .timeline(_, let timeline) = $0 { timeline.duration } else { nil } }
            #expect(durations.isEmpty, "\(durations)")
        }
    }

    @Test("An empty beginning of a few seconds is kept, since it may be intended")
    func emptyBeginning() async throws {
        let file = OddFile(name: "five.mkv", video: OddFile.x264, audio: ["-c:a", "aac"], options: ["-output_ts_offset", "5"])
        try await withFolder { folder in
            let run = await RecordedRun.play([try await file.make(in: folder)])
            #expect(run.pictures.count == 90)
            #expect(abs((run.pictures.first?.time ?? 0) - 5) < 0.05)
        }
    }

    @Test("The audio of an AVI whose header states a wrong rate is heard as its frames state it", arguments: [0.12, 0.85, 1.17])
    func wrongRate(factor: Double) async throws {
        let file = OddFile(name: "rate.avi", video: OddFile.mpeg4, audio: ["-c:a", "libmp3lame"])
        try await withFolder { folder in
            let path = try await file.make(in: folder)
            let right = await RecordedRun.play([path])
            var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let header = try #require(Self.offset(of: "strhauds", skipping: 4, in: bytes))
            // A chunk lasts `dwScale / dwRate` seconds.
            let rate = (0..<4).reduce(0) { $0 | Int(bytes[header + 32 + $1]) << (8 * $1) }
            let wrong = Int((Double(rate) / factor).rounded())
            for index in 0..<4 { bytes[header + 32 + index] = UInt8(truncatingIfNeeded: wrong >> (8 * index)) }
            try Data(bytes).write(to: URL(filePath: path))
            let run = await RecordedRun.play([path])
            #expect(run.end == .ended, "\(run.journal)")
            #expect(abs(run.counts.audioSeconds - right.counts.audioSeconds) < 0.001, "\(run.counts.audioSeconds)")
            #expect(run.sound.prefix(250_000) == right.sound.prefix(250_000))
        }
    }

    /// The offset of a text in which a number of bytes after the fourth one may be any.
    private static func offset(of text: String, skipping count: Int, in bytes: [UInt8]) -> Int? {
        let (first, second) = (Array(text.utf8.prefix(4)), Array(text.utf8.dropFirst(4)))
        return bytes.indices.first {
            bytes[$0...].starts(with: first) && bytes.dropFirst($0 + 4 + count).starts(with: second)
        }
    }
}
