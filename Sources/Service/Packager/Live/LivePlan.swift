// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is made of a live source: qualities of the pictures, and one of the sound.
public struct LivePlan: Hashable, Sendable {
    /// Heights of pictures in pixels, from small to large; a smaller source keeps its own.
    public var heights = [360, 720]
    public var frameRate = FrameRate(30)
    public var hasSound = true
    /// Width by height that all pictures get, with bars where they need them; nil: each keeps its own.
    public var aspect: Double?
    public var settings = LiveSettings()
    /// Bounds against hostile sources.
    public var packager = PackagerSettings()
    /// Ends the names of its renditions' folders: tells what is taken in now from what was before it below the same name.
    public var take = ""

    public init() {}

    var sound: String { "sound\(take)" }
    func picture(_ height: Int) -> String { "\(height)p\(take)" }

    /// Names of the renditions, which are their folders' too.
    public var renditions: [String] { heights.map(picture) + (hasSound ? [sound] : []) }

    /// What ffmpeg is told.
    /// - Parameters:
    ///   - lists: see ``LiveInput``.
    ///   - outputs: path of each rendition's pipe, by its name.
    ///   - report: path of the pipe that ``EncoderReport`` reads from; nil where nobody does.
    func arguments(
        _ input: LiveInput, file: Int = 0, lists: (picture: String, sound: String) = ("", ""), outputs: [String: String],
        report: String? = nil
    ) -> [String] {
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", input.warnsOfStrangers ? "warning" : "error", "-y"]
        arguments += input.options(file: file, lists: lists, silence: settings.silence, settings: packager)
        let ends = heights.indices.map { "[s\($0)]" }.joined()
        var chains = ["[0:v:0]fps=\(frameRate),split=\(heights.count)\(ends)"]
        for (number, height) in heights.enumerated() {
            chains.append("[s\(number)]\(scale(height)),setsar=1,format=yuv420p[v\(number)]")
        }
        arguments += ["-filter_complex", chains.joined(separator: ";")]
        let part = String(partMicroseconds)
        for (number, height) in heights.enumerated() {
            let peak = LadderRung(width: height * 16 / 9, height: height, frameRate: frameRate).peakBitrate
            arguments += ["-map", "[v\(number)]", "-c:v", "libx264", "-preset", packager.preset, "-tune", "zerolatency"]
            arguments += ["-profile:v", "high", "-crf", String(packager.quality), "-maxrate", String(peak), "-bufsize", String(peak)]
            arguments += ["-g", String(keyFrames), "-keyint_min", String(keyFrames), "-sc_threshold", "0"]
            arguments += [
                "-video_track_timescale", String(frameRate.timescale), "-movflags", "+cmaf+frag_keyframe", "-frag_duration", part,
            ]
            arguments += container(outputs[picture(height)])
        }
        if hasSound {
            arguments += ["-map", input.soundStream, "-af", "aresample=48000:async=1000,aformat=channel_layouts=stereo", "-c:a", "aac"]
            arguments += ["-b:a", String(packager.stereoBitrate), "-bsf:a", "noise=drop=eq(n\\,0)", "-movflags", "+cmaf"]
            // Ends no later than the pictures' part: the last of its frames would be one too many.
            arguments += ["-frag_duration", String(partMicroseconds - 21_334)] + container(outputs[sound])
        }
        if let report {
            // As it was sent: what is made of it says nothing of the encoder.
            arguments += ["-map", "0:v:0", "-map", "0:a:0?", "-c", "copy", "-flush_packets", "1", "-f", "framecrc"]
            arguments.append(FFmpegInput.address(report))
        }
        return arguments
    }

    private func scale(_ height: Int) -> String {
        guard let aspect else { return "scale=-2:min(ih\\,\(height))" }
        let width = max(2, Int((Double(height) * aspect / 2).rounded()) * 2)
        return "scale=\(width):\(height):force_original_aspect_ratio=decrease,pad=\(width):\(height):(ow-iw)/2:(oh-ih)/2"
    }

    private func container(_ path: String?) -> [String] {
        ["-map_metadata", "-1", "-flush_packets", "1", "-f", "mp4", FFmpegInput.address(path ?? "")]
    }

    /// Pictures from one key frame to the next: a segment.
    var keyFrames: Int { max(1, Int((frameRate.value * settings.segmentDuration).rounded())) }
    /// As many whole pictures as fit into a part.
    var partMicroseconds: Int {
        let pictures = max(1, (settings.partTarget * frameRate.value + 0.001).rounded(.down))
        return Int((pictures / frameRate.value * 1e6).rounded(.down))
    }
}
