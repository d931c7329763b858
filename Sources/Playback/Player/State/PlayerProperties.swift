// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Everything about a player that views and trackers follow, at one moment. Time is not in it: see ``Player/periodicTimes(every:)``.
public struct PlayerProperties: Hashable, Sendable {
    public package(set) var playbackState = PlaybackState.idle
    /// Media seconds per second now: 0 unless it plays, below zero while it plays backwards.
    public package(set) var rate = 0.0
    public package(set) var mediaType = MediaType.unknown
    public package(set) var streamType = StreamType.unknown
    /// Pixels; zero for sound alone, nil while unknown.
    public package(set) var presentationSize: PixelSize?
    /// Seconds; nil while unknown and for live streams.
    public package(set) var duration: Double?
    /// Seconds of the longest segment.
    public package(set) var chunkDuration: Double?
    /// Seconds on the item's timeline; nil while unknown, empty for plain live.
    public package(set) var seekableTimeRange: TimeRange?
    /// What is loaded around the current time.
    public package(set) var loadedTimeRange: TimeRange?
    /// Where a seek under way leads to, in seconds.
    public package(set) var seekTime: Double?
    public package(set) var isBuffering = false
    public package(set) var isMuted = false

    /// The end of what is loaded as a share of what can be sought, 0...1.
    public var buffer: Double {
        guard let loadedTimeRange, let range = seekableTimeRange, !range.isEmpty else { return 0 }
        return min(max((loadedTimeRange.end - range.start) / range.duration, 0), 1)
    }
    public var isSeeking: Bool { seekTime != nil }
    /// Buffering or seeking.
    public var isBusy: Bool { isBuffering || isSeeking }

    package init() {}
}
