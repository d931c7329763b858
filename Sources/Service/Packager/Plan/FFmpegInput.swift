// SPDX-License-Identifier: Apache-2.0

/// How a file that nobody vouches for is opened: one file, and none that it names.
enum FFmpegInput {
    /// Containers whose content is in themselves. A playlist or a list of files would have the reader open what it names.
    static let containers = [
        "mov", "matroska", "webm", "mpegts", "avi", "flv", "mp3", "wav", "flac", "ogg", "aac", "mpeg", "asf", "mxf", "m4v", "h264", "hevc",
        "w64", "aiff", "caf", "gif",
    ]

    static func options(_ settings: PackagerSettings) -> [String] {
        // The list is matched against each of a reader's names: "mov" stands for mov, mp4, m4a, 3gp and so on.
        ["-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","), "-max_streams", "64"]
    }

    /// A name with a colon, or one that begins with a dash, is nothing but a file's name.
    static func address(_ path: String) -> String { "file:\(path)" }
}
