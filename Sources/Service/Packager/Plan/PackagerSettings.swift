// SPDX-License-Identifier: Apache-2.0

/// How files are packaged, and limits against hostile ones.
public struct PackagerSettings: Hashable, Sendable {
    /// Seconds between key frames.
    public var keyInterval = 2.0
    /// Seconds per segment; a multiple of the key-frame interval.
    public var segmentDuration = 4.0
    /// The short sides of the video renditions in pixels, in ascending order.
    public var shortSides = [240, 360, 540, 720, 1080]
    /// The codecs of the video renditions. H.264 is always one of them, for players that decode nothing else. The others take several times
    /// its processor time.
    public var codecs: Set<VideoCodec> = [.h264]
    /// Higher frame rates are reduced.
    public var highestFrameRate = 60.0
    /// The x264 preset; other encoders get the corresponding one.
    public var preset = "veryfast"
    /// The x264 constant rate factor; other encoders get the corresponding one. A rung's peak rate still applies.
    public var quality = 22
    /// The structural similarity to the source for which each title's rate factor is searched, below 1; nil for ``quality`` for all.
    public var targetSSIM: Double?
    /// The bit rate of a stereo rendition.
    public var stereoBitrate = 128_000
    /// Whether sources with at least six channels also get a rendition in 5.1, as Dolby Digital Plus.
    public var keepsSurround = false
    public var surroundBitrate = 384_000
    /// The duration of the animated preview in seconds; 0 for none.
    public var previewDuration = 3.0
    public var makesSprites = true
    /// Makes captions of what is said in sources without captions.
    public var speechRecognition = SpeechRecognition.off
    /// The language spoken in audio whose language the source doesn't name (BCP 47).
    public var spokenLanguage = "en"
    /// The time limit of speech recognition in seconds for short files; longer ones get four times their duration.
    public var minRecognitionTime = 600.0

    /// The longest accepted source in seconds.
    public var longestDuration = 6 * 3600.0
    /// The largest accepted frame in pixels.
    public var maxPixels = 8192 * 4608
    /// The limit of audio streams that are kept.
    public var maxAudioTracks = 8
    public var maxTexts = 16
    /// The time limit of a program in seconds per second of media, and its minimum in seconds.
    public var timeLimitFactor = 60.0
    public var minTimeLimit = 600.0
    /// The limit of a file that a program writes, in bytes.
    public var maxFileBytes: Int64 = 64 << 30
    /// The limit of a program's address space in bytes.
    public var maxMemory: Int64 = 12 << 30

    /// Whether programs that read untrusted files run in a sandbox.
    public var sandbox = MediaSandbox.Use.automatic

    public init() {}

    /// Seconds after which a program is stopped.
    func timeLimit(for duration: Double?) -> Double { max(minTimeLimit, (duration ?? longestDuration) * timeLimitFactor) }
}
