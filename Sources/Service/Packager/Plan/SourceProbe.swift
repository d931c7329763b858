// SPDX-License-Identifier: Apache-2.0

/// What a file that came in holds, as far as packaging asks.
public struct SourceProbe: Hashable, Sendable {
    public struct Picture: Hashable, Sendable {
        /// Of the stream in the file.
        public var index: Int
        public var codec: String
        /// As coded, before turning and before stretching, in pixels.
        public var width: Int
        public var height: Int
        /// To be turned clockwise by so many degrees: 0, 90, 180 or 270.
        public var rotation = 0
        /// Width of a pixel divided by its height.
        public var pixelAspect = 1.0
        /// nil when the file doesn't tell.
        public var frameRate: FrameRate?
        /// Pictures don't come at an even rate.
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

        /// As it is to be seen, in square pixels.
        public var displaySize: (width: Double, height: Double) {
            let width = Double(width) * pixelAspect
            return rotation % 180 == 0 ? (width, Double(height)) : (Double(height), width)
        }
    }

    public struct Sound: Hashable, Sendable {
        public var index: Int
        public var codec: String
        public var channels: Int
        /// BCP 47 or ISO 639; nil when the file doesn't tell.
        public var language: String?
        public var title: String?
        public var isDefault = false
        /// Tells what is to be seen.
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

    /// Seconds; nil when the file doesn't tell.
    public var duration: Double?
    /// The first moving picture; cover art is none.
    public var picture: Picture?
    public var sounds: [Sound]
    public var texts: [Text]

    public init(duration: Double? = nil, picture: Picture? = nil, sounds: [Sound] = [], texts: [Text] = []) {
        self.duration = duration
        self.picture = picture
        self.sounds = sounds
        self.texts = texts
    }
}
