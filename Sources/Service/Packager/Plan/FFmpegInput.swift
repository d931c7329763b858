// SPDX-License-Identifier: Apache-2.0

/// Options for opening an untrusted file: only that file, and none that it refers to.
enum FFmpegInput {
    /// Self-contained formats. Playlists and lists of files would make ffmpeg open what they name.
    static let containers = [
        "mov", "matroska", "webm", "mpegts", "avi", "flv", "mp3", "wav", "flac", "ogg", "aac", "mpeg", "asf", "mxf", "m4v", "h264", "hevc",
        "w64", "aiff", "caf", "gif",
    ]

    static func options(_ settings: PackagerSettings) -> [String] {
        // The whitelist is matched against each of a demuxer's names: "mov" stands for mov, mp4, m4a, 3gp and so on.
        ["-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","), "-max_streams", "64"]
    }

    /// Keeps names with a colon or a leading dash from being interpreted.
    static func address(_ path: String) -> String { "file:\(path)" }
}
