// SPDX-License-Identifier: Apache-2.0

/// Content types by file extension.
public enum MediaContentType {
    public static func name(ofPath path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: ".") else { return "application/octet-stream" }
        return switch file[file.index(after: dot)...].lowercased() {
        case "m3u8", "m3u": "application/vnd.apple.mpegurl"
        case "mpd": "application/dash+xml"
        case "ts": "video/mp2t"
        case "mp4", "m4v", "cmfv": "video/mp4"
        case "m4s": "video/iso.segment"
        case "m4a", "cmfa": "audio/mp4"
        case "aac": "audio/aac"
        case "ac3": "audio/ac3"
        case "ec3": "audio/eac3"
        case "mp3": "audio/mpeg"
        case "flac": "audio/flac"
        case "ogg", "oga", "opus": "audio/ogg"
        case "wav": "audio/wav"
        case "mkv": "video/x-matroska"
        case "webm": "video/webm"
        case "vtt", "webvtt": "text/vtt; charset=utf-8"
        case "srt": "application/x-subrip; charset=utf-8"
        case "ttml", "dfxp": "application/ttml+xml"
        case "json": "application/json"
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
