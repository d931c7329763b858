// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension SampleClip {
    /// Seconds of silence before the first, between, and after the last sentence.
    private static let (before, between, behind) = (1.0, 0.6, 1.6)

    /// Generates the clip and its captions.
    /// - Parameter folder: an existing folder for this clip only.
    /// - Returns: the paths of the video and of its captions.
    func make(in folder: URL, settings: PackagerSettings) async throws -> (video: URL, captions: URL) {
        var speech: [(path: String, start: Double, duration: Double)] = []
        var time = Self.before
        for (number, sentence) in sentences.enumerated() {
            let path = folder.appending(path: "speech-\(number).wav").path
            // Voices vary between clips.
            let voice = ["en-gb", "en-us", "en-gb+f3", "en-us+m3"][(Int(id.suffix(2)) ?? 0) % 4]
            try await MediaProgram("espeak-ng", settings: settings).run(["-v", voice, "-s", "150", "-w", path, sentence])
            let duration = try Self.duration(ofWave: path)
            speech.append((path, time, duration))
            time += duration + Self.between
        }
        let length = max(6, (time - Self.between + Self.behind).rounded(.up))
        let video = folder.appending(path: "film.mp4")
        try await MediaProgram("ffmpeg", settings: settings).run(arguments(speech.map { ($0.path, $0.start) }, length, video.path))
        let captions = folder.appending(path: "film.en.vtt")
        let cues = zip(speech, sentences).map { spoken, sentence in
            "\(Self.clock(spoken.start)) --> \(Self.clock(spoken.start + spoken.duration + 0.3))\n\(sentence)\n"
        }
        try Data(("WEBVTT\n\n" + cues.joined(separator: "\n")).utf8).write(to: captions)
        return (video, captions)
    }

    private func arguments(_ speech: [(path: String, start: Double)], _ length: Double, _ video: String) -> [String] {
        let (width, height) = size
        let drawn = [("WIDTH", width), ("HEIGHT", height), ("HALFW", width / 2), ("HALFH", height / 2)]
            .reduce(picture) { $0.replacing($1.0, with: "\($1.1)") }
        // A dot crosses the frame, so that stuttering, tearing and drifting are easy to see.
        let mark = "drawbox=x='mod(t*\(width / 5)\\,iw+40)-40':y=\(height / 6):w=32:h=32:color=white@0.7:t=fill"
        let wave =
            "aevalsrc=0.07*sin(2*PI*\(tones.low)*t)*(0.6+0.4*sin(2*PI*0.3*t))+0.05*sin(2*PI*\(tones.high)*t)*(0.5+0.5*sin(2*PI*0.2*t)):s=48000"
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "\(drawn),\(mark)"]
        arguments += ["-f", "lavfi", "-i", wave]
        for spoken in speech { arguments += ["-i", FFmpegInput.address(spoken.path)] }
        let delays = speech.enumerated().map { number, spoken in
            "[\(number + 2):a]aresample=48000,adelay=\(Int(spoken.start * 1000)):all=1[w\(number)]"
        }
        let names = speech.indices.map { "[w\($0)]" }.joined()
        let mix = "[1:a]\(names)amix=inputs=\(speech.count + 1):duration=first:normalize=0,aformat=channel_layouts=stereo[sound]"
        arguments += ["-filter_complex", (delays + [mix]).joined(separator: ";"), "-map", "0:v", "-map", "[sound]"]
        arguments += ["-t", String(length), "-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", "-pix_fmt", "yuv420p", "-c:a", "aac"]
        return arguments + ["-b:a", "160k", "-fflags", "+bitexact", FFmpegInput.address(video)]
    }

    /// The duration in seconds of a WAV file with a single PCM chunk, as espeak-ng writes it.
    private static func duration(ofWave path: String) throws -> Double {
        guard let data = FileManager.default.contents(atPath: path), data.count > 44 else {
            throw PackagerError.output("espeak-ng wrote no speech")
        }
        let bytes = Array(data.prefix(44))
        let rate = (0..<4).reduce(0) { $0 | Int(bytes[28 + $1]) << (8 * $1) }
        guard rate > 0 else { throw PackagerError.output("espeak-ng wrote no speech") }
        return Double(data.count - 44) / Double(rate)
    }

    private static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        return String(format: "%02d:%02d.%03d", milliseconds / 60_000, milliseconds / 1000 % 60, milliseconds % 1000)
    }
}
