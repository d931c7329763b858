// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Everything about a player that views and trackers follow, at one moment. Time is not in it: see ``Player/periodicTimes(every:)``.
public struct PlayerProperties: Hashable, Sendable {
    public internal(set) var playbackState = PlaybackState.idle
    /// Media seconds per second now: 0 unless it plays, below zero while it plays backwards.
    public internal(set) var rate = 0.0
    public internal(set) var mediaType = MediaType.unknown
    public internal(set) var streamType = StreamType.unknown
    /// Pixels; zero for sound alone, nil while unknown.
    public internal(set) var presentationSize: PixelSize?
    /// Seconds; nil while unknown and for live streams.
    public internal(set) var duration: Double?
    /// Seconds of the longest segment.
    public internal(set) var chunkDuration: Double?
    /// Seconds on the item's timeline; nil while unknown, empty for plain live.
    public internal(set) var seekableTimeRange: TimeRange?
    /// What is loaded around the current time.
    public internal(set) var loadedTimeRange: TimeRange?
    /// Where a seek under way leads to, in seconds.
    public internal(set) var seekTime: Double?
    public internal(set) var isBuffering = false
    public internal(set) var isMuted = false

    /// The end of what is loaded as a share of what can be sought, 0...1.
    public var buffer: Double {
        guard let loadedTimeRange, let range = seekableTimeRange, !range.isEmpty else { return 0 }
        return min(max((loadedTimeRange.end - range.start) / range.duration, 0), 1)
    }
    public var isSeeking: Bool { seekTime != nil }
    /// Buffering or seeking.
    public var isBusy: Bool { isBuffering || isSeeking }

    init() {}
}
