// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia

@testable import WindowboxEngine

/// A kind of file of six seconds. Its frames carry their number as black and white stripes, and the pitch of its audio tells the time.
struct TimedFile: Sendable, CustomTestStringConvertible {
    var name: String
    var video: [String] = []
    var audio: [String] = []
    var options: [String] = []
    /// Frames per second.
    var rate = 10
    var size = "64x64"
    /// Seconds by which FFmpeg's muxer delays everything: some containers have no times before zero, and no edit list.
    var delay = 0.0
    /// Seconds by which it delays the video against the audio: some containers state decode times only, or count from them.
    var videoDelay = 0.0
    /// Hundredths of a second by which audio may begin earlier or later than asked for.
    var slack = 6
    var testDescription: String { name }

    static let seconds = 6.0
    private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-bf", "2"]
    private static let mpeg2 = ["-c:v", "mpeg2video", "-b:v", "4M", "-bf", "2", "-g", "12"]
    private static let aac = ["-c:a", "aac", "-b:a", "128k"]
    private static let pcm = ["-c:a", "pcm_s16le"]

    static let films = [
        TimedFile(name: "film.mkv", video: x264, audio: aac),
        TimedFile(name: "film.webm", video: ["-c:v", "libvpx", "-b:v", "400k", "-g", "25"], audio: ["-c:a", "libopus"]),
        TimedFile(name: "film.mov", video: x264, audio: pcm),
        TimedFile(name: "film.mp4", video: x264, audio: aac),
        TimedFile(name: "fragments.mp4", video: x264, audio: aac, options: ["-movflags", "frag_keyframe+empty_moov"], delay: 0.2),
        TimedFile(name: "film.avi", video: ["-c:v", "mpeg4", "-g", "25"], audio: ["-c:a", "libmp3lame", "-b:a", "96k"], videoDelay: 0.1),
        TimedFile(name: "b-frames.avi", video: ["-c:v", "mpeg4", "-bf", "2", "-g", "25"], audio: pcm, videoDelay: 0.1),
        TimedFile(name: "film.flv", video: x264, audio: aac),
        TimedFile(name: "film.f4v", video: x264, audio: aac, delay: 0.2),
        TimedFile(name: "film.ts", video: x264, audio: aac),
        TimedFile(name: "film.m2ts", video: x264, audio: ["-c:a", "ac3"]),
        TimedFile(name: "film.mpg", video: mpeg2, audio: ["-c:a", "mp2"], rate: 25),
        TimedFile(name: "film.vob", video: mpeg2, audio: ["-c:a", "ac3"], rate: 25),
        TimedFile(name: "film.wmv", video: ["-c:v", "wmv2", "-g", "25"], audio: ["-c:a", "wmav2"], slack: 12),
        TimedFile(name: "film.ogv", video: ["-c:v", "libtheora", "-q:v", "8", "-g", "25"], audio: ["-c:a", "libvorbis"]),
        TimedFile(name: "film.nut", video: x264, audio: aac),
        TimedFile(name: "film.mxf", video: mpeg2, audio: pcm, rate: 25),
        TimedFile(name: "film.gxf", video: mpeg2, audio: ["-ac", "1"] + pcm, rate: 25, size: "720x576", videoDelay: 0.04),
        TimedFile(
            name: "film.3gp", video: ["-c:v", "h263", "-g", "25"], audio: ["-c:a", "aac", "-ar", "16000", "-ac", "1"], size: "176x144"),
        TimedFile(name: "film.rm", video: ["-c:v", "rv20", "-g", "25"], audio: ["-c:a", "ac3"], size: "176x144"),
        TimedFile(
            name: "film.dv", video: ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"], audio: ["-ac", "2"] + pcm, rate: 25, size: "720x576"),
        TimedFile(name: "film.h264", video: x264, rate: 25),
        TimedFile(name: "film.ivf", video: ["-c:v", "libvpx", "-b:v", "400k", "-g", "25"]),
        TimedFile(name: "film.y4m", video: ["-pix_fmt", "yuv420p"]),
        TimedFile(name: "film.gif", video: ["-pix_fmt", "gray"]),
        TimedFile(name: "film.apng", video: ["-plays", "1"]),
        TimedFile(name: "film.wtv", video: mpeg2, audio: ["-c:a", "mp2"], rate: 25),
        TimedFile(name: "film.mjpeg.avi", video: ["-c:v", "mjpeg"], audio: ["-c:a", "adpcm_ima_wav"]),
        TimedFile(name: "film.swf", video: ["-c:v", "flv"], audio: ["-c:a", "libmp3lame", "-ar", "44100"]),
    ]

    static let sounds = [
        TimedFile(name: "sound.wav", audio: pcm), TimedFile(name: "sound.w64", audio: ["-c:a", "pcm_s24le"]),
        TimedFile(name: "sound.flac", audio: ["-c:a", "flac"]), TimedFile(name: "sound.aiff", audio: ["-c:a", "pcm_s16be"]),
        TimedFile(name: "sound.au", audio: ["-c:a", "pcm_s16be"]), TimedFile(name: "sound.caf", audio: ["-c:a", "alac"]),
        TimedFile(name: "sound.tta", audio: ["-c:a", "tta"]), TimedFile(name: "sound.wv", audio: ["-c:a", "wavpack"]),
        TimedFile(name: "sound.mp3", audio: ["-c:a", "libmp3lame", "-b:a", "128k"]),
        TimedFile(name: "variable.mp3", audio: ["-c:a", "libmp3lame", "-q:a", "4"]),
        // Without the frame that lists the offsets of a variable bit rate.
        TimedFile(name: "headless.mp3", audio: ["-c:a", "libmp3lame", "-q:a", "4"], options: ["-write_xing", "0"], slack: 60),
        TimedFile(name: "sound.aac", audio: aac, slack: 30), TimedFile(name: "sound.ac3", audio: ["-c:a", "ac3"]),
        TimedFile(name: "sound.dts", audio: ["-c:a", "dca", "-strict", "-2"]), TimedFile(name: "sound.opus", audio: ["-c:a", "libopus"]),
        TimedFile(name: "sound.ogg", audio: ["-c:a", "libvorbis"]), TimedFile(name: "sound.mka", audio: ["-c:a", "libvorbis"]),
        TimedFile(name: "sound.m4a", audio: aac), TimedFile(name: "sound.wma", audio: ["-c:a", "wmav2"], slack: 12),
    ]

    static let (low, growth) = (300.0, 400.0)
    /// Bits of a frame's number.
    private static let stripes = 8

    func make(in folder: URL) async throws -> String {
        let path = folder.appending(path: name).path
        var arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
        if !video.isEmpty {
            let stripes = "16+219*mod(floor(N/pow(2,floor(X*\(Self.stripes)/W))),2)"
            arguments += ["-f", "lavfi", "-i", "nullsrc=s=\(size):r=\(rate):d=\(Self.seconds),geq=lum='\(stripes)':cb=128:cr=128"]
        }
        if !audio.isEmpty {
            let chirp = "aevalsrc='0.5*sin(2*PI*(\(Self.low)*t+\(Self.growth / 2)*t*t))':s=48000:d=\(Self.seconds)"
            arguments += ["-f", "lavfi", "-i", chirp]
        }
        let (status, said) = try await RunningProgram.run("/usr/bin/env", arguments + video + audio + options + [path])
        guard status == 0 else { throw RunningProgram.Fault("ffmpeg: \(said)") }
        return path
    }

    /// The number of a frame, whose lowest bit is the stripe on the left.
    static func number(_ picture: VideoFrame) throws -> Int {
        let pixels = try picture.pixels(.rgb, size: PixelSize(width: stripes, height: 1))
        return (0..<stripes).reduce(0) { $0 | (pixels[3 * $1] > 128 ? 1 << $1 : 0) }
    }

    /// The time that the pitch of the beginning of some audio tells, in seconds.
    static func time(of sound: [Float]) -> Double? {
        let left = Swift.stride(from: 0, to: sound.count, by: 2).map { sound[$0] }
        // Decoders fade in.
        let window = left.dropFirst(480).prefix(3840)
        guard window.count > 480 else { return nil }
        var rising: [Double] = []
        for index in window.indices.dropFirst() where window[index - 1] < 0 && window[index] >= 0 {
            rising.append(Double(index) - Double(window[index]) / Double(window[index] - window[index - 1]))
        }
        guard let first = rising.first, let last = rising.last, last > first else { return nil }
        let pitch = Double(rising.count - 1) * 48_000 / (last - first)
        return (pitch - low) / growth - (first + last) / 2 / 48_000
    }
}

@Suite(
    "Seeks in files of all kinds", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ProcessInfo.processInfo.environment["WINDOWBOX_SEEKS"] != nil, "WINDOWBOX_SEEKS=1 makes and plays fifty files"))
struct SeekMatrixTests {
    private struct Landing {
        var picture: Int?
        var landed: Double?
        var sound: [Float]
        var pictures: Int
    }

    private func land(_ file: TimedFile, _ path: String, at target: Double) async -> Landing {
        let first = Mutex<VideoFrame?>(nil)
        let landed = Mutex<Double?>(nil)
        let run = await RecordedRun.play([path], isPaused: true) { engine in
            let report = await engine.seek(to: target)
            landed.withLock { $0 = report?.landed }
            first.withLock { $0 = engine.lastPicture }
            await engine.play()
            return false
        }
        let picture = first.withLock { $0 }.flatMap { try? TimedFile.number($0) }
        return Landing(
            picture: picture, landed: landed.withLock { $0 }, sound: run.sound, pictures: run.pictures.count)
    }

    @Test("A seek in a film shows the frame that is visible then, and is followed by the audio of that time", arguments: TimedFile.films)
    func film(file: TimedFile) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try await file.make(in: folder)
        // In the middle of a frame, because containers round times.
        for share in [0.3, 0.77, 0.983] {
            let target = ((TimedFile.seconds * share * Double(file.rate)).rounded(.down) + 0.5) / Double(file.rate)
            let landing = await land(file, path, at: target)
            let expected = Int(((target - file.delay - file.videoDelay) * Double(file.rate)).rounded(.down))
            #expect(landing.picture == expected, "\(target): \(landing.landed ?? -1)")
            guard !file.audio.isEmpty, share < 0.9 else { continue }
            let heard = TimedFile.time(of: landing.sound)
            let time = target - file.delay
            #expect(heard.map { abs($0 - time) * 100 < Double(file.slack) } == true, "audio of \(heard ?? -1) at \(target)")
            let rest = Double(landing.sound.count) / 96_000
            #expect(abs(rest - (TimedFile.seconds - time)) < 0.25, "\(rest) s of audio after \(target)")
        }
    }

    @Test("After a seek in a sound file, the audio of that time is heard", arguments: TimedFile.sounds)
    func sound(file: TimedFile) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try await file.make(in: folder)
        for target in [1.8, 4.62] {
            let landing = await land(file, path, at: target)
            let heard = TimedFile.time(of: landing.sound)
            #expect(heard.map { abs($0 - target) * 100 < Double(file.slack) } == true, "audio of \(heard ?? -1) at \(target)")
        }
        let rest = Double(await land(file, path, at: 5.9).sound.count) / 96_000
        #expect(rest < 0.3 + Double(file.slack) / 100)
    }
}
