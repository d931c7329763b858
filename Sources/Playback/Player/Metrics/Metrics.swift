// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Playback metrics of the current item up to a point in time.
///
/// The engine's counts are updated four times a second during playback and once a second while paused.
public struct Metrics: Hashable, Sendable {
    /// The wall-clock time at which the values were read.
    public var date: Date
    /// Seconds on the item's timeline.
    public var time: Double?
    /// The item's URL.
    public var uri: String?
    /// Host of the last segment, with its port if the URL has one; nil for files.
    public var serverAddress: String?
    /// ``StreamType/unknown`` until the stream is loaded.
    public var streamType = StreamType.unknown
    /// When playback began; nil before.
    public var playbackStartDate: Date?
    /// Position of the first frame or audio, in seconds on the item's timeline.
    public var startOffset: Double?
    /// Seconds from the load command to the first frame or audio.
    public var startupTime: Double?
    /// Bit/s over all segment transfers; nil before the first.
    public var observedBitrate: Double?
    /// The standard deviation of ``observedBitrate``, in bit/s.
    public var observedBitrateDeviation: Double?
    /// Peak bit/s of the loaded variant, as stated by the stream; nil if not stated.
    public var indicatedBitrate: Double?
    /// Average bit/s of the loaded variant, as stated by the stream; nil if not stated.
    public var indicatedAverageBitrate: Double?
    /// Average bit/s of the video and of the audio loaded so far, without container overhead; nil before any is loaded.
    public var averageVideoBitrate: Double?
    /// Like ``averageVideoBitrate``, for the audio.
    public var averageAudioBitrate: Double?
    /// The video decoder by its FFmpeg name, with the hardware interface in parentheses: `h264 (vaapi)`; nil before the first frame and for
    /// audio only.
    public var decoder: String?
    /// Values since the previous metrics; equal to ``total`` for the first ones.
    public var increment = MetricsValues()
    /// Values since the item was loaded.
    public var total = MetricsValues()

    public init(date: Date) { self.date = date }
}
