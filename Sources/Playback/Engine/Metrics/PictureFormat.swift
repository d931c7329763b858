// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxMedia

/// What the pictures on screen are like.
public struct PictureFormat: Hashable, Sendable {
    /// As coded, in pixels.
    public var size: PixelSize
    /// Width of a pixel over its height.
    public var pixelAspectRatio: Double
    /// Degrees clockwise to turn pictures by: 0, 90, 180 or 270.
    public var rotation: Int

    public init(size: PixelSize, pixelAspectRatio: Double = 1, rotation: Int = 0) {
        self.size = size
        self.pixelAspectRatio = pixelAspectRatio
        self.rotation = rotation
    }

    public init(_ picture: VideoFrame) {
        self.init(size: picture.size, pixelAspectRatio: picture.pixelAspectRatio, rotation: picture.rotation)
    }

    /// Upright and in square pixels: the height, or the width of a turned picture, is as coded.
    public var presentationSize: PixelSize {
        let width = Int((Double(size.width) * pixelAspectRatio).rounded())
        return rotation % 180 == 0 ? PixelSize(width: width, height: size.height) : PixelSize(width: size.height, height: width)
    }
}

/// What can be done with an item beside playing it at an ordinary speed.
public struct PlaybackAbilities: Hashable, Sendable {
    /// Single steps from picture to picture while it is paused.
    public var canStep = false
    /// Above twice the speed, with single pictures of an I-frame playlist.
    public var canFastForward = false
    /// Backwards, with single pictures.
    public var canReverse = false

    public init(canStep: Bool = false, canFastForward: Bool = false, canReverse: Bool = false) {
        self.canStep = canStep
        self.canFastForward = canFastForward
        self.canReverse = canReverse
    }
}

/// Captions that came inside a picture, told when it is loaded: for those who draw them outside of it.
public struct EmbeddedCaptions: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var time: Double
    /// `cc_data` of ATSC A/53 part 4: three bytes each, marker and type first; empty where a stretch begins that has none.
    public var bytes: [UInt8]
    /// They do not go on from those told before: the first, or those behind a seek, a hole or a discontinuity.
    public var startsAnew: Bool
    /// Where they start anew behind what was put into the stream, such as an ad: the seconds of the item's timeline of the picture that
    /// they would follow without that.
    public var origin: Double?

    public init(time: Double, bytes: [UInt8], startsAnew: Bool = false, origin: Double? = nil) {
        self.time = time
        self.bytes = bytes
        self.startsAnew = startsAnew
        self.origin = origin
    }
}
