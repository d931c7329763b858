// SPDX-License-Identifier: Apache-2.0

/// The streams of a source file, as far as packaging needs them.
public struct SourceProbe: Hashable, Sendable {
    public struct Picture: Hashable, Sendable {
        /// The index of the stream in the file.
        public var index: Int
        public var codec: String
        /// The coded size in pixels, before rotation and stretching.
        public var width: Int
        public var height: Int
        /// Clockwise rotation for display in degrees: 0, 90, 180 or 270.
        public var rotation = 0
        /// Width of a pixel divided by its height.
        public var pixelAspect = 1.0
        /// Nil if the file doesn't say.
        public var frameRate: FrameRate?
        /// Whether the frame rate varies.
        public var isVariable = false
        public var isInterlaced = false
        /// PQ or HLG.
        public var isHDR = false

        public init(index: Int, codec: String, width: Int, height: Int, frameRate: FrameRate? = nil) {
            self.index = index
            self.codec = codec
            self.width = width
            self.height = height
            self.frameRate = frameRate
        }

        /// The size for display, in square pixels.
        public var displaySize: (width: Double, height: Double) {
            let width = Double(width) * pixelAspect
            return rotation % 180 == 0 ? (width, Double(height)) : (Double(height), width)
        }
    }

    public struct AudioTrack: Hashable, Sendable {
        public var index: Int
        public var codec: String
        public var channels: Int
        /// BCP 47 or ISO 639; nil if the file doesn't say.
        public var language: String?
        public var title: String?
        public var isDefault = false
        /// An audio description.
        public var isDescription = false

        public init(index: Int, codec: String, channels: Int, language: String? = nil) {
            self.index = index
            self.codec = codec
            self.channels = channels
            self.language = language
        }
    }

    public struct Text: Hashable, Sendable {
        public var index: Int
        public var codec: String
        public var language: String?
        public var title: String?
        public var isForced = false

        public init(index: Int, codec: String, language: String? = nil) {
            self.index = index
            self.codec = codec
            self.language = language
        }
    }

    /// In seconds; nil if the file doesn't say.
    public var duration: Double?
    /// The first video stream that isn't cover art.
    public var picture: Picture?
    public var audioTracks: [AudioTrack]
    public var texts: [Text]

    public init(duration: Double? = nil, picture: Picture? = nil, audioTracks: [AudioTrack] = [], texts: [Text] = []) {
        self.duration = duration
        self.picture = picture
        self.audioTracks = audioTracks
        self.texts = texts
    }
}
