// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PackagingPlan {
    /// ffmpeg's arguments: the source is decoded once, and each rendition becomes a fragmented MP4 file.
    /// - Parameters:
    ///   - source: the path of the source.
    ///   - folder: the path of an existing folder for the files.
    public func arguments(source: String, folder: String) -> [String] {
        var arguments = ["-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-y", "-progress", "pipe:1"]
        arguments += FFmpegInput.options(settings) + ["-max_pixels", String(settings.maxPixels), "-i", FFmpegInput.address(source)]
        if !rungs.isEmpty { arguments += ["-filter_complex", filters] }
        for (number, rung) in rungs.enumerated() {
            arguments += ["-map", "[v\(number)]"] + coding(rung) + container + [Self.path(folder, Self.mediaFile(rung.name))]
        }
        for audio in audioTracks {
            // The sample description of E-AC-3 depends on its first frames.
            let container = audio.isSurround ? plain + ["-movflags", "+cmaf+frag_keyframe+delay_moov", "-f", "mp4"] : self.container
            arguments += ["-map", "0:\(audio.index)"] + coding(audio) + container + [Self.path(folder, Self.mediaFile(audio.name))]
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
        // Each size is scaled once, for all codecs.
        let sizes = rungs.indices.filter { number in !rungs[..<number].contains { $0.hasSize(of: rungs[number]) } }
        let outputs = sizes.map { "[s\($0)]" } + (sprites == nil ? [] : ["[s]"])
        var chains = ["[0:\(pictureIndex ?? 0)]\(preparation.joined(separator: ",")),split=\(outputs.count)\(outputs.joined())"]
        for number in sizes {
            let ends = rungs.indices.filter { rungs[$0].hasSize(of: rungs[number]) }.map { "[v\($0)]" }
            let split = ends.count > 1 ? ",split=\(ends.count)" : ""
            chains.append("[s\(number)]\(Self.scale(rungs[number]))\(split)\(ends.joined())")
        }
        if let sprites {
            let often = "select=gte(t\\,selected_n*\(Self.decimal(sprites.interval))-0.001)"
            let scale = "scale=\(sprites.width):\(sprites.height),setsar=1,format=yuvj420p"
            chains.append("[s]\(often),\(scale),tile=\(sprites.columns)x\(sprites.rows)[thumbs]")
        }
        return chains.joined(separator: ";")
    }

    static func scale(_ rung: LadderRung) -> String {
        "scale=\(rung.width):\(rung.height):flags=bicubic,setsar=1,format=yuv420p"
    }

    /// The encoder's options. Key frames are at the same positions in all rungs, and groups of pictures are closed.
    /// - Parameter quality: the constant rate factor; nil for the plan's.
    func coding(_ rung: LadderRung, quality: Int? = nil) -> [String] {
        let quality = String(quality ?? qualities[rung.codec] ?? rung.codec.quality(settings.quality))
        let (peak, keys) = (rung.peakBitrate, keyFrames)
        let options: [String]
        switch rung.codec {
        case .h264:
            let level = "\(rung.level / 10).\(rung.level % 10)"
            options = [
                "-preset", settings.preset, "-profile:v", "high", "-level:v", level, "-crf", quality, "-maxrate", String(peak), "-bufsize",
                String(peak * 2), "-g", String(keys), "-keyint_min", String(keys), "-sc_threshold", "0", "-bf", "2", "-x264-params",
                "open-gop=0",
            ]
        case .hevc:
            let parameters = [
                "keyint=\(keys)", "min-keyint=\(keys)", "scenecut=0", "open-gop=0", "bframes=2", "vbv-maxrate=\(peak / 1000)",
                "vbv-bufsize=\(peak / 500)", "log-level=error",
            ]
            // Parameter sets in the sample description only, as Apple's players require.
            options = ["-preset", settings.preset, "-crf", quality, "-tag:v", "hvc1", "-x265-params", parameters.joined(separator: ":")]
        case .av1:
            options = [
                "-preset", String(VideoCodec.av1Preset(settings.preset)), "-crf", quality, "-g", String(keys), "-svtav1-params",
                "scd=0:irefresh-type=2:mbr=\(peak / 1000)",
            ]
        }
        return ["-c:v", rung.codec.encoder] + options + ["-video_track_timescale", String(frameRate?.timescale ?? 30_000)]
    }

    private func coding(_ audio: AudioRendition) -> [String] {
        let layout = audio.channels == 1 ? "mono" : audio.isSurround ? "5.1" : "stereo"
        let filters = ["-af", "aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=\(layout)"]
        // Drops the AAC encoder's silent first frame, so that the audio begins with the video.
        let priming = audio.isSurround ? [] : ["-bsf:a", "noise=drop=eq(n\\,0)"]
        let encoder = ["-c:a", audio.isSurround ? "eac3" : "aac", "-b:a", String(audio.bitrate)]
        return filters + encoder + priming + ["-frag_duration", String(Self.audioFragment)]
    }

    /// The duration of an audio fragment in microseconds. Audio segments end within half a fragment of the video's.
    static let audioFragment = 500_000

    static func decimal(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(format: "%.3f", value)
    }
}

extension LadderRung {
    fileprivate func hasSize(of other: LadderRung) -> Bool { width == other.width && height == other.height }
}
