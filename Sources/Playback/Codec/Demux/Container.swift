// SPDX-License-Identifier: Apache-2.0

/// A container format.
public struct Container: Hashable, Sendable {
    /// The name of FFmpeg's demuxer; nil detects it from the bytes.
    let demuxer: String?
    /// Timestamps are 33-bit counts at 90 kHz that start anywhere.
    public let wraps: Bool
    /// Track parameters can be found without decoding.
    let isSelfDescribing: Bool
    /// Elementary audio without timestamps of its own; HLS puts them into an ID3 tag (RFC 8216bis 3.1.4).
    public let isPackedAudio: Bool

    private init(_ demuxer: String?, wraps: Bool = false, isSelfDescribing: Bool = true, isPackedAudio: Bool = false) {
        self.demuxer = demuxer
        self.wraps = wraps
        self.isSelfDescribing = isSelfDescribing
        self.isPackedAudio = isPackedAudio
    }

    /// MP4, fragmented or not, and QuickTime.
    public static let mp4 = Container("mov")
    /// Matroska and WebM, as used in DASH segments.
    public static let matroska = Container("matroska")
    /// MPEG-2 transport streams.
    public static let transportStream = Container("mpegts", wraps: true)
    /// AAC with ADTS headers (packed audio).
    public static let adts = Container("aac", isPackedAudio: true)
    /// MP3 (packed audio).
    public static let mp3 = Container("mp3", isPackedAudio: true)
    /// AC-3 (packed audio).
    public static let ac3 = Container("ac3", isPackedAudio: true)
    /// Enhanced AC-3 (packed audio).
    public static let eac3 = Container("eac3", isPackedAudio: true)
    /// A file of any kind that FFmpeg can detect.
    public static let file = Container(nil, isSelfDescribing: false)

    /// Detects a segment's container from its first bytes, after any ID3 tag; nil when it is none that HLS or DASH allow.
    /// - Parameter head: sixteen bytes are enough.
    public static func sniff(_ head: some Collection<UInt8>) -> Container? {
        let bytes = Array(head.prefix(16))
        guard bytes.count >= 4 else { return nil }
        // An EBML header, or a cluster that follows one.
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || bytes.starts(with: [0x1F, 0x43, 0xB6, 0x75]) { return .matroska }
        if bytes[0] == 0x47 { return .transportStream }
        if bytes.count >= 8 {
            switch String(decoding: bytes[4..<8], as: UTF8.self) {
            case "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "mdat", "free", "skip", "uuid": return .mp4
            default: break
            }
        }
        if bytes[0] == 0x0B, bytes[1] == 0x77, bytes.count >= 6 { return bytes[5] >> 3 > 10 ? .eac3 : .ac3 }
        if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return .adts }
        if bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0, bytes[1] & 0x06 != 0 { return .mp3 }
        return nil
    }
}
