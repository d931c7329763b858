// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A video with image subtitles, made by ffmpeg in a temporary folder.
public final class PictureSubtitleFilm: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case presentationGraphics = "pgs.mkv"
        case vobSub = "vobsub.mkv"
        case vobSubInMP4 = "vobsub.mp4"
        case dvb = "dvb.ts"

        var codec: String {
            switch self {
            case .presentationGraphics: "copy"
            case .vobSub, .vobSubInMP4: "dvdsub"
            case .dvb: "dvbsub"
            }
        }
    }

    private let folder: URL
    private let trackCount: Int
    public let path: String

    /// - Parameters:
    ///   - size: Size of the video frames.
    ///   - seconds: Duration of the video.
    ///   - tracks: Presentation graphics files with their languages.
    ///   - options: Output options for ffmpeg.
    public init(
        _ kind: Kind, size: (width: Int, height: Int) = (720, 576), seconds: Double = 8, tracks: [(language: String, bytes: [UInt8])],
        options: [String] = []
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "windowbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: kind.rawValue).path
        trackCount = tracks.count
        var arguments = ["-f", "lavfi", "-i", "testsrc=s=\(size.width)x\(size.height):r=25:d=\(seconds)"]
        var outputs = ["-map", "0"]
        for (index, track) in tracks.enumerated() {
            let file = folder.appending(path: "\(index).sup")
            try Data(track.bytes).write(to: file)
            arguments += ["-fix_sub_duration", "-i", file.path]
            outputs += ["-map", "\(index + 1)", "-metadata:s:s:\(index)", "language=\(track.language)"]
        }
        outputs += ["-c:v", kind == .dvb ? "mpeg2video" : "mpeg4", "-q:v", "2", "-g", "25", "-c:s", kind.codec] + options
        try await Self.run(arguments + outputs + [path])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Divides the film into MPEG-TS segments.
    /// - Returns: The path of their playlist.
    public func segments(seconds: Double = 2) async throws -> String {
        let playlist = folder.appending(path: "index.m3u8").path
        try await Self.run(
            ["-i", path, "-map", "0", "-c", "copy", "-f", "segment", "-segment_format", "mpegts", "-segment_time", "\(seconds)"]
                + ["-segment_list", playlist, "-segment_list_type", "m3u8", folder.appending(path: "segment%d.ts").path])
        return playlist
    }

    /// Divides a film with presentation graphics into MPEG-TS segments whose subtitles are those of a disc (stream type 0x90).
    /// - Parameter isSplit: whether each part of a display set is a packet of its own, as on discs.
    /// - Returns: The path of their playlist.
    public func discSegments(isSplit: Bool, seconds: Double = 2) async throws -> String {
        let playlist = folder.appending(path: "disc.m3u8").path
        let files = (0..<(isSplit ? trackCount : 0)).map { folder.appending(path: "\($0).sup").path }
        let maps = isSplit ? files.indices.flatMap { ["-map", "\($0 + 1)"] } : ["-map", "0:s"]
        try await Self.run(
            ["-i", path] + files.flatMap { ["-i", $0] } + ["-map", "0:v"] + maps + ["-c", "copy", "-f", "segment"]
                + ["-segment_format", "mpegts", "-segment_format_options", "mpegts_m2ts_mode=1", "-segment_time", "\(seconds)"]
                + ["-segment_list", playlist, "-segment_list_type", "m3u8", folder.appending(path: "disc%d.ts").path])
        // Only for discs does FFmpeg write this stream type. Their packets have four bytes more.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix("disc") && name.hasSuffix(".ts") {
            let file = folder.appending(path: name)
            let bytes = Array(try Data(contentsOf: file))
            try Data(stride(from: 0, to: bytes.count, by: 192).flatMap { bytes[($0 + 4)..<min($0 + 192, bytes.count)] }).write(to: file)
        }
        return playlist
    }

    /// Writes the subtitles as a DVD's: an index and a programme stream, `film.idx` and `film.sub`.
    /// - Parameters:
    ///   - times: When the subtitles of each track begin, in seconds.
    ///   - lines: More lines of the index, before those of the first language.
    /// - Returns: The path of the index.
    public func discSubtitles(times: [(language: String, starts: [Double])], lines: [String] = []) async throws -> String {
        let stream = folder.appending(path: "film.sub").path
        try await Self.run(["-i", path, "-map", "0:s", "-c", "copy", "-f", "vob", stream])
        let units = DiscSubtitleUnits(Array(try Data(contentsOf: URL(fileURLWithPath: stream))))
        var text = "# VobSub index file, v7 (do not modify this line!)\n#\nsize: 720x576\norg: 0, 0\n"
        // The palette of FFmpeg's encoder.
        text += "palette: 000000, 0000ff, 00ff00, ff0000, ffff00, ff00ff, 00ffff, ffffff, "
        text += "808000, 8080ff, 800080, 80ff80, 008080, ff8080, 555555, aaaaaa\n"
        text += lines.map { $0 + "\n" }.joined()
        for (number, track) in times.enumerated() {
            text += "\nid: \(track.language), index: \(number)\n"
            for (start, place) in zip(track.starts, units.places(of: number)) {
                let time = Int((start * 1000).rounded())
                let fields = [(time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2), (time % 1000, 3)]
                let clock = fields.map { String(repeating: "0", count: max($1 - "\($0)".count, 0)) + "\($0)" }.joined(separator: ":")
                text += "timestamp: \(clock), filepos: 00\(String(place, radix: 16))\n"
            }
        }
        let index = folder.appending(path: "film.idx").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: index))
        return index
    }

    /// The frame at a time, with the subtitles of a track drawn by ffmpeg: red, green and blue of each pixel.
    /// - Parameters:
    ///   - track: The index of a subtitle track; nil draws none.
    ///   - other: Another file that the subtitles are in.
    public func picture(at time: Double, drawing track: Int?, of other: String? = nil) async throws -> [UInt8] {
        let file = folder.appending(path: "\(UUID().uuidString).rgb")
        let plain = "[0:v]format=rgb24"
        let input = other == nil ? 0 : 1
        let filter = track.map { "\(plain)[v];[v][\(input):s:\($0)]overlay=format=rgb:eof_action=pass" } ?? plain
        let inputs = ["-i", path] + (other.map { ["-i", $0] } ?? [])
        try await Self.run(
            inputs + ["-filter_complex", filter + ",format=rgb24", "-ss", "\(time)", "-frames:v", "1", "-f", "rawvideo", file.path])
        return Array(try Data(contentsOf: file))
    }

    /// Red, green and blue of each pixel of an image file.
    public static func pixels(of file: String) async throws -> [UInt8] {
        try await run(["-i", file, "-pix_fmt", "rgb24", "-f", "rawvideo", file + ".rgb"])
        defer { try? FileManager.default.removeItem(atPath: file + ".rgb") }
        return Array(try Data(contentsOf: URL(fileURLWithPath: file + ".rgb")))
    }

    private static func run(_ arguments: [String]) async throws {
        let (status, said) = try await RunningProgram.run("/usr/bin/env", ["ffmpeg", "-v", "error", "-y", "-nostdin"] + arguments)
        guard status == 0 else { throw RunningProgram.Fault("ffmpeg: \(said)") }
    }
}
