// SPDX-License-Identifier: Apache-2.0

/// The result of packaging: file names relative to the package's folder, and metadata for the catalogue.
public struct PackagedMedia: Codable, Hashable, Sendable {
    public struct Rendition: Codable, Hashable, Sendable {
        public var playlist: String
        public var file: String
        /// In pixels; 0 for audio.
        public var width: Int
        public var height: Int
        /// Bits per second, including the audio that goes with it.
        public var peakBitrate: Int
        public var averageBitrate: Int
        public var codecs: [String]
    }

    public struct Text: Codable, Hashable, Sendable {
        public var playlist: String
        /// A single WebVTT file with all captions.
        public var file: String
        public var language: String
        public var label: String
        public var isDefault: Bool
        /// Whether speech recognition made it; nil in packages of earlier versions.
        public var isTranscript: Bool?
    }

    public struct Picture: Codable, Hashable, Sendable {
        public var file: String
        public var width: Int
        public var height: Int
    }

    /// The multivariant playlist.
    public var playlist = "index.m3u8"
    /// In seconds.
    public var duration = 0.0
    /// The size of the largest rendition in pixels; 0 without video.
    public var width = 0
    public var height = 0
    public var renditions: [Rendition] = []
    public var audioTracks: [Rendition] = []
    public var texts: [Text] = []
    public var poster: Picture?
    /// A smaller poster for lists; nil if it was not made.
    public var smallPoster: Picture?
    public var preview: Picture?
    /// A WebVTT file that refers to parts of the sprite sheets.
    public var sprites: String?
    /// What could not be made, and why; nil if nothing is missing.
    public var warning: String?
    /// All files, in an order in which each file follows those it refers to.
    public var files: [String] = []

    enum CodingKeys: String, CodingKey {
        case playlist, duration, width, height, renditions, texts, poster, smallPoster, preview, sprites, warning, files
        // The name in stored packages.
        case audioTracks = "sounds"
    }

    public init() {}
}
