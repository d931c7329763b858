// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PackagingPlan {
    /// ffmpeg's arguments: the source is decoded once, and each rendition becomes a fragmented MP4 file.
    /// - Parameters:
    ///   - source: the path of the source.
    ///   - folder: the path of an existing folder for the files.
    public func arguments(source: String, folder: String) -> [String] {
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-progress", "pipe:1"]
        arguments += FFmpegInput.options(settings) + ["-max_pixels", String(settings.mostPixels), "-i", FFmpegInput.address(source)]
        if !rungs.isEmpty { arguments += ["-filter_complex", filters] }
        for (number, rung) in rungs.enumerated() {
            arguments += ["-map", "[v\(number)]"] + coding(rung) + container + [Self.path(folder, Self.mediaFile(rung.name))]
        }
        for sound in sounds {
            arguments += ["-map", "0:\(sound.index)"] + coding(sound) + container + [Self.path(folder, Self.mediaFile(sound.name))]
        }
        for text in texts {
            arguments += ["-map", "0:\(text.index)", "-c:s", "webvtt"] + plain + ["-f", "webvtt", Self.path(folder, "\(text.name).vtt")]
        }
        if sprites != nil {
            arguments += ["-map", "[thumbs]", "-c:v", "mjpeg", "-q:v", "5"] + plain
            arguments += ["-f", "image2", Self.path(folder, "sprites-%03d.jpg")]
        }
        return arguments
    }

    static func mediaFile(_ name: String) -> String { "\(name).mp4" }
    private static func path(_ folder: String, _ name: String) -> String { FFmpegInput.address("\(folder)/\(name)") }

    /// Removes the source's metadata, such as author, place and time.
    private var plain: [String] { ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"] + longest }
    private var longest: [String] { ["-t", String(Int(settings.longestDuration))] }

    private var container: [String] { plain + ["-movflags", "+cmaf+frag_keyframe", "-f", "mp4"] }

    /// The video filter graph: normalises once, then scales for each rung and the sprites.
    private var filters: String {
        let outputs = rungs.indices.map { "[s\($0)]" } + (sprites == nil ? [] : ["[s]"])
        var chains = ["[0:\(pictureIndex ?? 0)]\(preparation.joined(separator: ",")),split=\(outputs.count)\(outputs.joined())"]
        for (number, rung) in rungs.enumerated() {
            chains.append("[s\(number)]scale=\(rung.width):\(rung.height):flags=bicubic,setsar=1,format=yuv420p[v\(number)]")
        }
        if let sprites {
            let often = "select=gte(t\\,selected_n*\(Self.decimal(sprites.interval))-0.001)"
            let scale = "scale=\(sprites.width):\(sprites.height),setsar=1,format=yuvj420p"
            chains.append("[s]\(often),\(scale),tile=\(sprites.columns)x\(sprites.rows)[thumbs]")
        }
        return chains.joined(separator: ";")
    }

    private func coding(_ rung: LadderRung) -> [String] {
        let level = "\(rung.level / 10).\(rung.level % 10)"
        return [
            "-c:v", "libx264", "-preset", settings.preset, "-profile:v", "high", "-level:v", level, "-crf", String(settings.quality),
            "-maxrate", String(rung.peakBitrate), "-bufsize", String(rung.peakBitrate * 2),
            // Key frames are at the same positions in all rungs, and groups of pictures are closed.
            "-g", String(keyFrames), "-keyint_min", String(keyFrames), "-sc_threshold", "0", "-bf", "2", "-x264-params", "open-gop=0",
            "-video_track_timescale", String(frameRate?.timescale ?? 30_000),
        ]
    }

    private func coding(_ sound: SoundRendition) -> [String] {
        let layout = sound.channels == 1 ? "mono" : "stereo"
        return [
            "-af", "aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=\(layout)", "-c:a", "aac", "-b:a", String(sound.bitrate),
            // Drops the encoder's silent first frame, so that the audio begins with the video.
            "-bsf:a", "noise=drop=eq(n\\,0)", "-frag_duration", String(Self.soundFragment),
        ]
    }

    /// In microseconds: short enough to cut audio segments within half of it of the video's.
    static let soundFragment = 500_000

    static func decimal(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(format: "%.3f", value)
    }
}
