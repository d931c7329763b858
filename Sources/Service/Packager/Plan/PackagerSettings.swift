// SPDX-License-Identifier: Apache-2.0

/// How files are packaged, and limits against hostile ones.
public struct PackagerSettings: Hashable, Sendable {
    /// Seconds between key frames.
    public var keyInterval = 2.0
    /// Seconds per segment; a multiple of the key-frame interval.
    public var segmentDuration = 4.0
    /// The short sides of the video renditions in pixels, in ascending order.
    public var shortSides = [240, 360, 540, 720, 1080]
    /// Higher frame rates are reduced.
    public var highestFrameRate = 60.0
    /// The x264 preset.
    public var preset = "veryfast"
    /// The x264 constant rate factor; a rung's peak rate still applies.
    public var quality = 22
    /// The bit rate of a stereo rendition.
    public var stereoBitrate = 128_000
    /// The duration of the animated preview in seconds; 0 for none.
    public var previewDuration = 3.0
    public var makesSprites = true

    /// The longest accepted source in seconds.
    public var longestDuration = 6 * 3600.0
    /// The largest accepted frame in pixels.
    public var mostPixels = 8192 * 4608
    /// The limit of audio streams that are kept.
    public var mostSounds = 8
    public var mostTexts = 16
    /// The time limit of a program in seconds per second of media, and its minimum in seconds.
    public var patience = 60.0
    public var leastPatience = 600.0
    /// The limit of a file that a program writes, in bytes.
    public var mostFileBytes: Int64 = 64 << 30
    /// The limit of a program's address space in bytes.
    public var mostMemory: Int64 = 12 << 30

    /// Whether programs that read untrusted files run in a sandbox.
    public var sandbox = MediaSandbox.Use.automatic

    public init() {}

    /// Seconds after which a program is stopped.
    func timeLimit(for duration: Double?) -> Double { max(leastPatience, (duration ?? longestDuration) * patience) }
}
