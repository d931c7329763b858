// SPDX-License-Identifier: Apache-2.0

/// Where a live stream comes from.
public enum LiveInput: Hashable, Sendable {
    /// An encoder sends RTMP to a port of this machine, with a key as the last part of its address. While one is there, no other
    /// can connect, with the same key either. The host is the address of this machine to listen at.
    case rtmp(host: String, port: Int, key: String)
    /// An encoder sends SRT to a port of this machine; the passphrase has 10 to 79 characters.
    case srt(host: String, port: Int, passphrase: String)
    /// Another service's HLS.
    case hls(String)
    /// Files of this machine one after the other, at the speed at which they play. Where `repeats` is set, the first follows the last.
    case files([String], repeats: Bool)
    /// Packaged videos one after the other as one stream without a seam; where `repeats` is set, again and again for a day.
    case programme([LiveClip], repeats: Bool)

    /// What ffmpeg is told of the source.
    /// - Parameters:
    ///   - file: of ``files``, which one.
    ///   - lists: of ``programme(_:)``, paths of the lists of pictures and of sound.
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

    /// Whether it comes from other machines, or other programs of this one.
    var needsNetwork: Bool {
        switch self {
        case .rtmp, .srt, .hls: true
        case .files, .programme: false
        }
    }

    /// Files of this machine that it is made of.
    /// - Parameter file: of ``files``, which one.
    func reads(file: Int) -> [String] {
        switch self {
        case .rtmp, .srt, .hls: []
        case .files(let paths, _): [paths[file]]
        case .programme(let clips, _): Set(clips.flatMap { [$0.picture, $0.sound] }).sorted()
        }
    }

    /// The stream of sound, as ffmpeg's `-map` names it.
    var soundStream: String { if case .programme = self { "1:a:0" } else { "0:a:0" } }

    /// Whether ffmpeg says that a source has no sound.
    static func lacksSound(_ text: String) -> Bool { text.contains("'0:a:0' matches no streams") }

    /// Seconds of a programme's lists.
    static let programmeLength = 86400.0

    /// Whether ffmpeg must be heard when it only warns: of RTMP it takes whatever key is sent, and says so.
    var warnsOfStrangers: Bool { if case .rtmp = self { true } else { false } }
    /// What it says then.
    static func isStranger(_ line: String) -> Bool { line.contains("Unexpected stream") }

    /// Where anybody may connect, and is known only by what they send.
    var port: Int? { if case .rtmp(_, let port, _) = self { port } else { nil } }

    /// Whether an encoder connects and sends it.
    var isSent: Bool {
        switch self {
        case .rtmp, .srt: true
        case .hls, .files, .programme: false
        }
    }

    /// Takes out of a text what nobody may read.
    public func concealed(_ text: String) -> String {
        switch self {
        case .rtmp(_, _, let key): text.replacing(key, with: "…")
        case .srt(_, _, let phrase): text.replacing(phrase, with: "…")
        default: text
        }
    }

    /// As addresses have it (RFC 3986 3.2.2).
    public static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// What a sender has in it is known after a second.
    private static let quickLook = ["-analyzeduration", "1000000", "-probesize", "1000000"]

    /// Keys and phrases stand in addresses, which nothing may break out of.
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
