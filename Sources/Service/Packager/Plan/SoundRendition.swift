// SPDX-License-Identifier: Apache-2.0

/// One rendition of the sound, for all qualities of the pictures.
public struct SoundRendition: Hashable, Sendable {
    /// As in `sound-1`: names its files.
    public var name: String
    /// Of the stream in the source.
    public var index: Int
    /// What people choose it by.
    public var label: String
    /// BCP 47.
    public var language: String?
    /// 1 or 2.
    public var channels: Int
    /// Bits per second.
    public var bitrate: Int
    public var isDefault: Bool
    public var isDescription: Bool

    /// AAC-LC.
    public static let codecs = "mp4a.40.2"
}

/// Subtitles that the source carries as text.
public struct TextRendition: Hashable, Sendable {
    public var name: String
    public var index: Int
    public var label: String
    public var language: String
    public var isForced: Bool

    /// What can be turned into WebVTT; the others are pictures.
    static let codecs: Set<String> = ["subrip", "srt", "mov_text", "webvtt", "ass", "ssa", "text", "ttml"]
}

/// Small pictures for the seek bar, many to an image.
public struct SpritePlan: Hashable, Sendable {
    /// Pixels of one.
    public var width: Int
    public var height: Int
    public var columns = 5
    public var rows = 5
    /// Seconds from one to the next.
    public var interval: Double

    public var perSheet: Int { columns * rows }
}
