// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// How well the current item has played up to a moment.
///
/// What the engine counts is brought up to date four times a second while something moves, once a second while it is paused.
public struct Metrics: Hashable, Sendable {
    public var date: Date
    /// Seconds on the item's timeline.
    public var time: Double?
    /// The address that the item was opened with.
    public var uri: String?
    /// The host, and port if it is named, that the last segment came from; nil for files.
    public var serverAddress: String?
    public var streamType = StreamType.unknown
    /// When it began to play; nil before.
    public var playbackStartDate: Date?
    /// Where the first picture or sound was, in seconds on the item's timeline.
    public var startOffset: Double?
    /// Seconds from the command to load until the first picture or sound.
    public var startupTime: Double?
    /// Bit/s over all transfers of segments; nil before the first.
    public var observedBitrate: Double?
    /// The standard deviation of ``observedBitrate``, in bit/s.
    public var observedBitrateDeviation: Double?
    /// Peak bit/s of the variant that is loaded, as the stream says; nil where it does not.
    public var indicatedBitrate: Double?
    /// Average bit/s of the variant that is loaded, as the stream says.
    public var indicatedAverageBitrate: Double?
    /// Bit/s of the pictures, and of the sound, that were loaded so far, without what containers add; nil before the first of them.
    public var averageVideoBitrate: Double?
    public var averageAudioBitrate: Double?
    /// What decodes the pictures, as FFmpeg names it, with the graphics card's interface in parentheses: `h264 (vaapi)`; nil before
    /// the first picture and for sound alone.
    public var decoder: String?
    /// Since the metrics before these: ``total`` for the first ones.
    public var increment = MetricsValues()
    /// Since the item was loaded.
    public var total = MetricsValues()

    public init(date: Date) { self.date = date }
}
