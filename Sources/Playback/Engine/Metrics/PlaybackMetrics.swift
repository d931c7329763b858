// SPDX-License-Identifier: Apache-2.0

/// The playback metrics of one item so far, for quality dashboards and statistics.
public struct PlaybackMetrics: Hashable, Sendable {
    /// Seconds from the command to load or prepare the item until its first frame or audio was ready; nil before.
    public internal(set) var startupTime: Double?
    /// Seconds of real time spent playing, without pauses and stalls.
    public internal(set) var playbackDuration = 0.0
    /// How often samples ran out during playback, after the start.
    public internal(set) var stalls = 0
    /// Seconds of real time in stalls, including the current one.
    public internal(set) var stallDuration = 0.0
    /// Bytes of all playlists, segments and trick-play frames. Keys and initialization sections are not counted.
    public internal(set) var bytes = 0
    /// Requests for all playlists, segments and trick-play frames.
    public internal(set) var requests = 0
    /// Seconds from requests for segments to their last bytes, in total.
    public internal(set) var transferDuration = 0.0
    /// Seconds of media loaded in segments, according to their playlists.
    public internal(set) var downloadedDuration = 0.0
    /// Segments that took longer to load than to play.
    public internal(set) var overdueDownloads = 0
    /// BANDWIDTH and AVERAGE-BANDWIDTH in bit/s of the variant being loaded; nil when not given.
    public internal(set) var indicatedBitrate: Int?
    /// The variant's AVERAGE-BANDWIDTH; see ``indicatedBitrate``.
    public internal(set) var indicatedAverageBitrate: Int?
    /// Average bit/s of the video and audio loaded so far, without container overhead; nil before the first sample.
    public internal(set) var averageVideoBitrate: Double?
    /// Like ``averageVideoBitrate``, for the audio.
    public internal(set) var averageAudioBitrate: Double?
    /// Changes of variant after the first.
    public internal(set) var bitrateSwitches = 0
    /// Frames that were shown.
    public internal(set) var picturesPresented = 0
    /// Frames that were too late to be shown.
    public internal(set) var picturesDropped = 0
    /// The URL of the last segment, after redirects.
    public internal(set) var address: String?

    /// The video decoder's FFmpeg name, with the graphics interface in parentheses; nil before the first frame.
    public internal(set) var decoder: String?

    var segmentBytes = 0
    /// The sum of the squared transfer rates of the segments, each weighted by its seconds.
    var squares = 0.0

    init() {}

    /// Average bit/s of all segment transfers; nil before the first.
    public var observedBitrate: Double? { transferDuration > 0 ? Double(segmentBytes) * 8 / transferDuration : nil }

    /// The standard deviation of the segment transfer rates from ``observedBitrate``, in bit/s.
    public var observedBitrateDeviation: Double? {
        observedBitrate.map { max(squares / transferDuration - $0 * $0, 0).squareRoot() }
    }
}

/// A resource that was loaded completely.
struct Transfer: Hashable, Sendable {
    var bytes: Int
    /// Seconds from the request to the last byte; nil unless it is a segment.
    var seconds: Double?
    /// Seconds of media in a segment.
    var media = 0.0
    var address: String?
}
