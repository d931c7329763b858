// SPDX-License-Identifier: Apache-2.0

/// The source of a live stream.
public enum LiveInput: Hashable, Sendable {
    /// An encoder sends RTMP to a local port, with the key as the last part of its URL. Only one can be connected at a time, even with the
    /// same key. The host is the local address to listen on.
    case rtmp(host: String, port: Int, key: String)
    /// An encoder sends SRT to a local port; the passphrase has 10 to 79 characters.
    case srt(host: String, port: Int, passphrase: String)
    /// The URL of remote HLS.
    case hls(String)
    /// Local files, played one after the other in real time. If `repeats` is set, the list is repeated.
    case files([String], repeats: Bool)
    /// Packaged videos, joined seamlessly into one stream; if `repeats` is set, repeated for a day.
    case programme([LiveClip], repeats: Bool)

    /// ffmpeg's input options.
    /// - Parameters:
    ///   - file: the index in ``files``.
    ///   - lists: for ``programme(_:)``, paths of the video and audio lists.
    ///   - silence: see ``LiveSettings/silence``.
    func options(file: Int = 0, lists: (picture: String, sound: String) = ("", ""), silence: Double = 10, settings: PackagerSettings)
        -> [String]
    {
        switch self {
        case .rtmp(let host, let port, let key):
            Self.quickLook + ["-protocol_whitelist", "rtmp,tcp", "-rw_timeout", String(Int(silence * 1e6)), "-f", "flv", "-listen", "1"]
                + ["-i", "rtmp://\(Self.bracketed(host)):\(port)/live/\(key)"]
        case .srt(let host, let port, let passphrase):
            Self.quickLook + ["-protocol_whitelist", "srt", "-f", "mpegts", "-i"]
                + ["srt://\(Self.bracketed(host)):\(port)?mode=listener&passphrase=\(passphrase)"]
        case .hls(let address):
            ["-protocol_whitelist", "http,https,httpproxy,tcp,tls,crypto", "-rw_timeout", String(Int(silence * 1e6)), "-f", "hls"]
                + ["-live_start_index", "-3", "-i", address]
        case .files(let paths, _):
            ["-re"] + FFmpegInput.options(settings) + ["-i", FFmpegInput.address(paths[file])]
        case .programme:
            [lists.picture, lists.sound].flatMap { list in
                ["-re", "-protocol_whitelist", "file", "-format_whitelist", "concat,mov", "-f", "concat", "-safe", "0", "-i"]
                    + [FFmpegInput.address(list)]
            }
        }
    }

    /// Whether it comes from other machines, or other programs on this one.
    var needsNetwork: Bool {
        switch self {
        case .rtmp, .srt, .hls: true
        case .files, .programme: false
        }
    }

    /// The local files that it reads.
    /// - Parameter file: the index in ``files``.
    func reads(file: Int) -> [String] {
        switch self {
        case .rtmp, .srt, .hls: []
        case .files(let paths, _): [paths[file]]
        case .programme(let clips, _): Set(clips.flatMap { [$0.picture, $0.sound] }).sorted()
        }
    }

    /// The audio stream in ffmpeg's `-map` syntax.
    var soundStream: String { if case .programme = self { "1:a:0" } else { "0:a:0" } }

    /// Whether an error of ffmpeg means that a source has no audio.
    static func lacksSound(_ text: String) -> Bool { text.contains("'0:a:0' matches no streams") }

    /// The length of a programme's lists in seconds.
    static let programmeLength = 86400.0

    /// Whether ffmpeg's warnings are needed: for RTMP it accepts any key and only warns about a wrong one.
    var warnsOfStrangers: Bool { if case .rtmp = self { true } else { false } }
    /// Whether a line is that warning.
    static func isStranger(_ line: String) -> Bool { line.contains("Unexpected stream") }

    /// The port on which anybody may connect without authentication.
    var port: Int? { if case .rtmp(_, let port, _) = self { port } else { nil } }

    /// Whether an encoder connects and sends the stream.
    var isSent: Bool {
        switch self {
        case .rtmp, .srt: true
        case .hls, .files, .programme: false
        }
    }

    /// Removes secrets from a text.
    public func concealed(_ text: String) -> String {
        switch self {
        case .rtmp(_, _, let key): text.replacing(key, with: "…")
        case .srt(_, _, let phrase): text.replacing(phrase, with: "…")
        default: text
        }
    }

    /// The host as URLs need it (RFC 3986 3.2.2).
    public static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// One second is enough to detect the streams of a live sender.
    private static let quickLook = ["-analyzeduration", "1000000", "-probesize", "1000000"]

    /// Keys and passphrases become part of URLs, so special characters are rejected.
    public var isWellFormed: Bool {
        func isWord(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.count <= 79
                && text.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
        }
        func isPlace(_ host: String, _ port: Int) -> Bool {
            (1...65535).contains(port) && (1...255).contains(host.utf8.count)
                && host.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"): true
                    default: false
                    }
                }
        }
        return switch self {
        case .rtmp(let host, let port, let key): isPlace(host, port) && isWord(key)
        case .srt(let host, let port, let phrase): isPlace(host, port) && isWord(phrase) && phrase.utf8.count >= 10
        case .hls(let address): address.hasPrefix("http://") || address.hasPrefix("https://")
        case .files(let paths, _): !paths.isEmpty
        case .programme(let clips, _): !clips.isEmpty && clips.allSatisfy { $0.duration > 0 }
        }
    }
}
