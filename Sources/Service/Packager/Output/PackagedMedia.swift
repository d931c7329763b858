// SPDX-License-Identifier: Apache-2.0

/// What came of packaging: names of files relative to the package's folder, and what the catalogue tells of them.
public struct PackagedMedia: Codable, Hashable, Sendable {
    public struct Rendition: Codable, Hashable, Sendable {
        public var playlist: String
        public var file: String
        /// Pixels; 0 for sound.
        public var width: Int
        public var height: Int
        /// Bits per second, with the sound that goes with it.
        public var peakBitrate: Int
        public var averageBitrate: Int
        public var codecs: [String]
    }

    public struct Text: Codable, Hashable, Sendable {
        public var playlist: String
        /// All of it as one WebVTT file.
        public var file: String
        public var language: String
        public var label: String
        public var isDefault: Bool
    }

    public struct Picture: Codable, Hashable, Sendable {
        public var file: String
        public var width: Int
        public var height: Int
    }

    /// Of the multivariant playlist.
    public var playlist = "index.m3u8"
    /// Seconds.
    public var duration = 0.0
    /// Pixels of the largest rendition; 0 without pictures.
    public var width = 0
    public var height = 0
    public var renditions: [Rendition] = []
    public var sounds: [Rendition] = []
    public var texts: [Text] = []
    public var poster: Picture?
    /// The same picture, smaller, for lists; nil if it was not made.
    public var smallPoster: Picture?
    public var preview: Picture?
    /// WebVTT that names parts of the sprite sheets.
    public var sprites: String?
    /// All files, in an order in which one that names others comes behind them.
    public var files: [String] = []

    public init() {}
}
