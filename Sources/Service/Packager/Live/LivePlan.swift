// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a live source is encoded to: several video renditions and one of audio.
public struct LivePlan: Hashable, Sendable {
    /// The heights of video renditions in pixels, in ascending order; a smaller source keeps its own height.
    public var heights = [360, 720]
    public var frameRate = FrameRate(30)
    public var hasAudio = true
    /// Width by height that all frames get, padded if necessary; nil to keep each source's own.
    public var aspect: Double?
    public var settings = LiveSettings()
    /// Limits against hostile sources.
    public var packager = PackagerSettings()
    /// A suffix of rendition folders, which separates this recording from earlier ones with the same prefix.
    public var take = ""

    public init() {}

    var sound: String { "sound\(take)" }
    func picture(_ height: Int) -> String { "\(height)p\(take)" }

    /// The names of the renditions, which are also their folders.
    public var renditions: [String] { heights.map(picture) + (hasAudio ? [sound] : []) }

    /// ffmpeg's arguments.
    /// - Parameters:
    ///   - lists: see ``LiveInput``.
    ///   - outputs: paths of the renditions' pipes, by name.
    ///   - report: the path of the pipe for ``EncoderStatistics``; nil for none.
    func arguments(
        _ input: LiveInput, file: Int = 0, lists: (picture: String, sound: String) = ("", ""), outputs: [String: String],
        report: String? = nil
    ) -> [String] {
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", input.needsWarnings ? "warning" : "error", "-y"]
        arguments += input.options(file: file, lists: lists, silence: settings.silence, settings: packager)
        let ends = heights.indices.map { "[s\($0)]" }.joined()
        var chains = ["[0:v:0]fps=\(frameRate),split=\(heights.count)\(ends)"]
        for (number, height) in heights.enumerated() {
            chains.append("[s\(number)]\(scale(height)),setsar=1,format=yuv420p[v\(number)]")
        }
        arguments += ["-filter_complex", chains.joined(separator: ";")]
        let part = String(partMicroseconds)
        for (number, height) in heights.enumerated() {
            let peak = rung(height).peakBitrate
            arguments += ["-map", "[v\(number)]", "-c:v", "libx264", "-preset", packager.preset, "-tune", "zerolatency"]
            arguments += ["-profile:v", "high", "-crf", String(packager.quality), "-maxrate", String(peak), "-bufsize", String(peak)]
            arguments += ["-g", String(keyFrames), "-keyint_min", String(keyFrames), "-sc_threshold", "0"]
            arguments += [
                "-video_track_timescale", String(frameRate.timescale), "-movflags", "+cmaf+frag_keyframe", "-frag_duration", part,
            ]
            arguments += container(outputs[picture(height)])
        }
        if hasAudio {
            arguments += ["-map", input.soundStream, "-af", "aresample=48000:async=1000,aformat=channel_layouts=stereo", "-c:a", "aac"]
            arguments += ["-b:a", String(packager.stereoBitrate), "-bsf:a", "noise=drop=eq(n\\,0)", "-movflags", "+cmaf"]
            // Shorter than the video's parts by an AAC frame, because a fragment ends with the first frame that reaches this duration.
            arguments += ["-frag_duration", String(partMicroseconds - 21_334)] + container(outputs[sound])
        }
        if let report {
            // Copies the packets as sent, since the encoded output says nothing about the encoder.
            arguments += ["-map", "0:v:0", "-map", "0:a:0?", "-c", "copy", "-flush_packets", "1", "-f", "framecrc"]
            arguments.append(FFmpegInput.address(report))
        }
        return arguments
    }

    /// A rendition's frame size and peak bit rate. A source whose aspect ratio isn't known yet is assumed to be 16:9.
    func rung(_ height: Int) -> LadderRung {
        LadderRung(width: width(height) ?? height * 16 / 9, height: height, frameRate: frameRate)
    }

    /// The width of all frames, which is even; nil if it depends on the source.
    private func width(_ height: Int) -> Int? {
        aspect.map { max(2, Int((Double(height) * $0 / 2).rounded()) * 2) }
    }

    private func scale(_ height: Int) -> String {
        guard let width = width(height) else { return "scale=-2:min(ih\\,\(height))" }
        return "scale=\(width):\(height):force_original_aspect_ratio=decrease,pad=\(width):\(height):(ow-iw)/2:(oh-ih)/2"
    }

    private func container(_ path: String?) -> [String] {
        ["-map_metadata", "-1", "-flush_packets", "1", "-f", "mp4", FFmpegInput.address(path ?? "")]
    }

    /// Frames between key frames: one segment.
    var keyFrames: Int { max(1, Int((frameRate.value * settings.segmentDuration).rounded())) }
    /// As many complete frames as fit into a part.
    var partMicroseconds: Int {
        let pictures = max(1, (settings.partTarget * frameRate.value + 0.001).rounded(.down))
        return Int((pictures / frameRate.value * 1e6).rounded(.down))
    }
}
