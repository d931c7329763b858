// SPDX-License-Identifier: Apache-2.0

/// How the playing of one item went so far: for quality dashboards and statistics.
public struct PlaybackMetrics: Hashable, Sendable {
    /// Seconds from the command to load or prepare the item until its first picture, or sound, was ready; nil before.
    public internal(set) var startupTime: Double?
    /// Seconds of real time that it has played, without pauses and stalls.
    public internal(set) var playbackDuration = 0.0
    /// How often samples ran out while playing was wanted, after the start.
    public internal(set) var stalls = 0
    /// Seconds of real time in stalls, the one going on included.
    public internal(set) var stallDuration = 0.0
    /// Of everything: playlists, segments, single pictures. Keys and initialization sections are not counted.
    public internal(set) var bytes = 0
    public internal(set) var requests = 0
    /// Seconds from requests for segments to their last bytes.
    public internal(set) var transferDuration = 0.0
    /// Seconds of media that were loaded in segments, by their playlists.
    public internal(set) var downloadedDuration = 0.0
    /// Segments that took longer to load than to play.
    public internal(set) var overdueDownloads = 0
    /// Of the variant that segments are loaded of, in bit/s: BANDWIDTH and AVERAGE-BANDWIDTH; nil when nothing is said.
    public internal(set) var indicatedBitrate: Int?
    public internal(set) var indicatedAverageBitrate: Int?
    /// Bit/s of the pictures, and of the sound, that were loaded so far, without what containers add; nil before the first of them.
    public internal(set) var averageVideoBitrate: Double?
    public internal(set) var averageAudioBitrate: Double?
    /// Changes of variant after the first.
    public internal(set) var bitrateSwitches = 0
    public internal(set) var picturesPresented = 0
    public internal(set) var picturesDropped = 0
    /// The address that the last segment came from, after redirects.
    public internal(set) var address: String?

    /// What decodes the pictures, as FFmpeg names it, with the graphics card's interface in parentheses; nil before the first.
    public internal(set) var decoder: String?

    var segmentBytes = 0
    /// The sum of the squares of the segments' rates, each weighted with its seconds.
    var squares = 0.0

    init() {}

    /// Bit/s over all segments' transfers; nil before the first.
    public var observedBitrate: Double? { transferDuration > 0 ? Double(segmentBytes) * 8 / transferDuration : nil }

    /// By how much the segments' transfers differed from ``observedBitrate``: the standard deviation, in bit/s.
    public var observedBitrateDeviation: Double? {
        observedBitrate.map { max(squares / transferDuration - $0 * $0, 0).squareRoot() }
    }
}

/// Something that was fetched to its end.
struct Transfer: Hashable, Sendable {
    var bytes: Int
    /// Seconds from the request to the last byte; nil for what is no segment.
    var seconds: Double?
    /// Seconds of media, of a segment.
    var media = 0.0
    var address: String?
}
