// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxEngine
import WindowboxKit

/// A kind of file that FFmpeg writes, with three seconds of video or audio.
struct OddFile: Sendable, CustomTestStringConvertible {
    var name: String
    var video: [String] = []
    var audio: [String] = []
    var options: [String] = []
    var rate = "30"
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
        OddFile(name: "lossless.mkv", video: ["-c:v", "ffv1", "-pix_fmt", "gray10le"], audio: ["-c:a", "flac"]),
        OddFile(name: "raw.avi", video: ["-c:v", "rawvideo", "-pix_fmt", "bgr24"], audio: ["-c:a", "pcm_s16le"]),
        OddFile(name: "seconds.mp4", video: x264, audio: ["-c:a", "aac"], rate: "1"),
        OddFile(name: "fast.mp4", video: x264, audio: ["-c:a", "aac"], rate: "120"),
        OddFile(name: "raw.y4m", video: ["-pix_fmt", "yuv444p"]),
        OddFile(name: "alone.h264", video: x264),
        OddFile(name: "sound.caf", audio: ["-c:a", "alac"]),
        OddFile(name: "sound.w64", audio: ["-c:a", "pcm_s24le"]),
        OddFile(name: "sound.aiff", audio: ["-c:a", "pcm_s16be"]),
        OddFile(name: "sound.au", audio: ["-c:a", "pcm_mulaw"]),
        OddFile(name: "sound.wv", audio: ["-c:a", "wavpack"]),
    ]
}

@Suite("Kinds of files", .serialized, .timeLimit(.minutes(2)))
struct OddFilesTests {
    @Test("Every frame and all of the audio is played, whatever the container", arguments: OddFile.all)
    func plays(file: OddFile) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-kinds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: file.name).path
        var arguments = ["ffmpeg", "-nostdin", "-v", "error"]
        if !file.video.isEmpty { arguments += ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=\(file.rate):d=3"] }
        if !file.audio.isEmpty { arguments += ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=3"] }
        arguments += file.video + file.audio + file.options + [path]
        #expect(try await RunningProgram.run("/usr/bin/env", arguments).status == 0)
        let run = await RecordedRun.play([path])
        #expect(run.end == .ended, "\(run.journal)")
        #expect(run.pictures.count == (file.video.isEmpty ? 0 : 3 * (Int(file.rate) ?? 0)))
        #expect(zip(run.pictures, run.pictures.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(abs(run.counts.audioSeconds - (file.audio.isEmpty ? 0 : 3)) < 0.1, "\(run.counts.audioSeconds)")
    }
}
