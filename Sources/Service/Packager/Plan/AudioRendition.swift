// SPDX-License-Identifier: Apache-2.0

/// An audio rendition, shared by all video renditions.
public struct AudioRendition: Hashable, Sendable {
    /// The base of its file names, such as `sound-1`.
    public var name: String
    /// The index of the stream in the source.
    public var index: Int
    /// The name shown to viewers.
    public var label: String
    /// BCP 47.
    public var language: String?
    /// 1, 2 or 6.
    public var channels: Int
    /// The bit rate.
    public var bitrate: Int
    public var isDefault: Bool
    public var isDescription: Bool

    /// AAC-LC.
    public static let codecs = "mp4a.40.2"
    public var isSurround: Bool { channels > 2 }
    /// RFC 6381: AAC-LC, or E-AC-3 for 5.1.
    public var codecs: String { isSurround ? "ec-3" : Self.codecs }
}

/// Text subtitles in the source.
public struct SubtitleRendition: Hashable, Sendable {
    public var name: String
    public var index: Int
    public var label: String
    public var language: String
    public var isForced: Bool

    /// Codecs that can be converted to WebVTT; others are images.
    static let codecs: Set<String> = ["subrip", "srt", "mov_text", "webvtt", "ass", "ssa", "text", "ttml"]
}

/// Preview images for the seek bar, combined into sheets.
public struct SpritePlan: Hashable, Sendable {
    /// The size of one image in pixels.
    public var width: Int
    public var height: Int
    public var columns = 5
    public var rows = 5
    /// Seconds between images.
    public var interval: Double

    public var perSheet: Int { columns * rows }
}
