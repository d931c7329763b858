// SPDX-License-Identifier: Apache-2.0

/// How files are packaged, and the bounds that hold against hostile ones.
public struct PackagerSettings: Hashable, Sendable {
    /// Seconds between key frames.
    public var keyInterval = 2.0
    /// Seconds of a segment; a whole number of key intervals.
    public var segmentDuration = 4.0
    /// The short sides of the pictures made, in pixels, from small to large.
    public var shortSides = [240, 360, 540, 720, 1080]
    /// Faster sources are thinned out.
    public var highestFrameRate = 60.0
    /// x264's name for how long it may think.
    public var preset = "veryfast"
    /// x264's constant rate factor; a rung's peak rate stays its bound.
    public var quality = 22
    /// Bits per second of a stereo rendition.
    public var stereoBitrate = 128_000
    /// Seconds of the animated preview; 0 makes none.
    public var previewDuration = 3.0
    public var makesSprites = true

    /// Longer sources are refused; seconds.
    public var longestDuration = 6 * 3600.0
    /// Pixels of a source's picture.
    public var mostPixels = 8192 * 4608
    /// Streams of sound that are kept.
    public var mostSounds = 8
    public var mostTexts = 16
    /// Seconds that one program may run for each second of media, and for any media at least.
    public var patience = 60.0
    public var leastPatience = 600.0
    /// Bytes of one file that a program may write.
    public var mostFileBytes: Int64 = 64 << 30
    /// Bytes of address space that a program may have.
    public var mostMemory: Int64 = 12 << 30

    /// Whether programs that read what strangers send run in a sandbox.
    public var sandbox = MediaSandbox.Use.automatic

    public init() {}

    /// Seconds after which a program is stopped.
    func timeLimit(for duration: Double?) -> Double { max(leastPatience, (duration ?? longestDuration) * patience) }
}
