// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxMedia

/// The format of the frames on screen.
public struct PictureFormat: Hashable, Sendable {
    /// Coded size in pixels.
    public var size: PixelSize
    /// The width of a pixel divided by its height.
    public var pixelAspectRatio: Double
    /// The clockwise rotation to apply, in degrees: 0, 90, 180 or 270.
    public var rotation: Int

    public init(size: PixelSize, pixelAspectRatio: Double = 1, rotation: Int = 0) {
        self.size = size
        self.pixelAspectRatio = pixelAspectRatio
        self.rotation = rotation
    }

    /// The format of a frame.
    public init(_ frame: VideoFrame) {
        self.init(size: frame.size, pixelAspectRatio: frame.pixelAspectRatio, rotation: frame.rotation)
    }

    /// The upright size in square pixels. The coded height is kept, as is the width of a rotated frame.
    public var presentationSize: PixelSize {
        let width = Int((Double(size.width) * pixelAspectRatio).rounded())
        return rotation % 180 == 0 ? PixelSize(width: width, height: size.height) : PixelSize(width: size.height, height: width)
    }
}

/// What can be done with an item besides playing it at normal speed.
public struct PlaybackAbilities: Hashable, Sendable {
    /// Stepping from frame to frame while paused.
    public var canStep = false
    /// Playing above twice the speed, with single frames of an I-frame playlist.
    public var canFastForward = false
    /// Playing backwards, with single frames.
    public var canReverse = false

    public init(canStep: Bool = false, canFastForward: Bool = false, canReverse: Bool = false) {
        self.canStep = canStep
        self.canFastForward = canFastForward
        self.canReverse = canReverse
    }
}

/// Captions embedded in a video frame, reported when it is loaded. For applications that draw captions themselves.
public struct EmbeddedCaptions: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public var time: Double
    /// `cc_data` of ATSC A/53 part 4: three bytes each, marker and type first. Empty at the start of a span without captions.
    public var bytes: [UInt8]
    /// They don't continue the captions reported before: the first ones, or those after a seek, a gap or a discontinuity.
    public var startsAnew: Bool
    /// Where captions start over after inserted content, such as an ad: seconds on the item's timeline of the frame they would follow
    /// without it.
    public var origin: Double?

    public init(time: Double, bytes: [UInt8], startsAnew: Bool = false, origin: Double? = nil) {
        self.time = time
        self.bytes = bytes
        self.startsAnew = startsAnew
        self.origin = origin
    }
}
