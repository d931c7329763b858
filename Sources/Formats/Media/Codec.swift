// SPDX-License-Identifier: Apache-2.0

/// A codec string of playlists and MP4 (RFC 6381 and each codec's binding): `avc1.64001f`, `mp4a.40.2`.
public struct Codec: Hashable, Sendable {
    /// The codec family. Compare with the static members; unknown families keep their four characters in lower case.
    public struct Family: Hashable, Sendable {
        /// The family's name in this project, such as `h264`.
        public let name: String
        /// - Parameter name: for a family without a static member, its four characters in lower case.
        public init(_ name: String) { self.name = name }
        /// H.264, also called AVC (ISO/IEC 14496-10).
        public static var h264: Family { Family("h264") }
        /// H.265, also called HEVC (ISO/IEC 23008-2).
        public static var h265: Family { Family("h265") }
        /// H.266, also called VVC (ISO/IEC 23090-3).
        public static var h266: Family { Family("h266") }
        /// AOMedia Video 1.
        public static var av1: Family { Family("av1") }
        /// VP8 (RFC 6386).
        public static var vp8: Family { Family("vp8") }
        /// VP9, as in WebM and MP4.
        public static var vp9: Family { Family("vp9") }
        /// H.265, AV1 or H.264 with Dolby Vision metadata, which a plain decoder does not display correctly.
        public static var dolbyVision: Family { Family("dolby-vision") }
        /// AAC in all its profiles, HE-AAC and xHE-AAC included.
        public static var aac: Family { Family("aac") }
        /// MPEG-1 and MPEG-2 audio layer III.
        public static var mp3: Family { Family("mp3") }
        /// Dolby Digital (ETSI TS 102 366).
        public static var ac3: Family { Family("ac3") }
        /// Dolby Digital Plus, also called Enhanced AC-3 (ETSI TS 102 366, annex E).
        public static var eac3: Family { Family("eac3") }
        /// Dolby AC-4 (ETSI TS 103 190).
        public static var ac4: Family { Family("ac4") }
        /// DTS in all its profiles.
        public static var dts: Family { Family("dts") }
        /// Apple Lossless Audio Codec.
        public static var alac: Family { Family("alac") }
        /// Free Lossless Audio Codec (RFC 9639).
        public static var flac: Family { Family("flac") }
        /// Opus (RFC 6716).
        public static var opus: Family { Family("opus") }
        /// Vorbis, as in WebM and Ogg.
        public static var vorbis: Family { Family("vorbis") }
        /// WebVTT in MP4.
        public static var webVTT: Family { Family("webvtt") }
        /// TTML in MP4: IMSC.
        public static var ttml: Family { Family("ttml") }
    }

    /// As written, without surrounding white space.
    public let text: String
    /// The codec's family; unknown ones keep their four characters.
    public let family: Family
    /// nil for unknown families.
    public let kind: TrackKind?
    /// The codec's profile number: `profile_idc` (H.264, H.265), profile (AV1, VP9, Dolby Vision), audio object type (AAC).
    public let profile: Int?
    /// The level as named by the standard: 3.1 for H.264's byte 31, H.265's 93 and AV1's 5.
    public let level: Double?
    /// Whether it uses the high tier of H.265 or AV1.
    public let isHighTier: Bool
    /// Bits per sample, if the string states them.
    public let bitDepth: Int?

    /// Parses a codec string. Unknown parts are nil.
    public init(_ text: String) {
        let fields = CodecFields(text)
        self.text = fields.text
        let classification = CodecTable.classification(of: fields)
        family = classification.family
        kind = classification.kind
        let detail = CodecDetail(fields, classification.family)
        profile = detail.profile
        level = detail.level
        isHighTier = detail.isHighTier
        bitDepth = detail.bitDepth
    }

    /// Parses a comma-separated CODECS list.
    public static func list(_ text: String) -> [Codec] {
        var codecs: [Codec] = []
        for entry in text.utf8.split(separator: UInt8(ascii: ",")) {
            let codec = Codec(String(Substring(entry)))
            if !codec.text.isEmpty { codecs.append(codec) }
        }
        return codecs
    }
}
