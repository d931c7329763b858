// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The kind of a file, by its name.
enum FileKind: Equatable {
    case media, playlist, subtitles, other

    init(_ url: URL) {
        let name = url.isFileURL ? LocalFile.name(of: url) : url.lastPathComponent
        switch (name as NSString).pathExtension.lowercased() {
        case "mp4", "m4v", "mov", "mkv", "webm", "ts", "m2ts", "mts", "mpg", "mpeg", "vob", "avi", "flv", "wmv", "ogv", "3gp", "mxf",
            "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "wav", "ac3", "eac3", "wma", "mka", "mpd":
            self = .media
        case "m3u8", "m3u": self = .playlist
        case "srt", "vtt", "webvtt", "ssa", "ass", "ttml", "dfxp", "scc", "mcc", "stl", "sup", "idx", "sub": self = .subtitles
        default: self = .other
        }
    }
}
