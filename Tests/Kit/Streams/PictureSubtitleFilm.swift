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

    /// The frame at a time, with the subtitles of a track drawn by ffmpeg: red, green and blue of each pixel.
    /// - Parameter track: The index of a subtitle track; nil draws none.
    public func picture(at time: Double, drawing track: Int?) async throws -> [UInt8] {
        let file = folder.appending(path: "\(UUID().uuidString).rgb")
        let plain = "[0:v]format=rgb24"
        let filter = track.map { "\(plain)[v];[v][0:s:\($0)]overlay=format=rgb:eof_action=pass" } ?? plain
        try await Self.run(
            ["-i", path, "-filter_complex", filter + ",format=rgb24", "-ss", "\(time)", "-frames:v", "1", "-f", "rawvideo", file.path])
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
