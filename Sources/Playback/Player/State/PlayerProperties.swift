// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A snapshot of everything about a player that views and trackers observe, except the time: see ``Player/periodicTimes(every:)``.
public struct PlayerProperties: Hashable, Sendable {
    /// See ``Player/playbackState``.
    public package(set) var playbackState = PlaybackState.idle
    /// Current media seconds per second: 0 unless it plays, negative while it plays backwards.
    public package(set) var rate = 0.0
    /// ``MediaType/unknown`` until the item is loaded.
    public package(set) var mediaType = MediaType.unknown
    /// ``StreamType/unknown`` until the item is loaded.
    public package(set) var streamType = StreamType.unknown
    /// Pixels; zero for audio only, nil while unknown.
    public package(set) var presentationSize: PixelSize?
    /// Seconds; nil while unknown and for live streams.
    public package(set) var duration: Double?
    /// Duration of the longest segment in seconds.
    public package(set) var chunkDuration: Double?
    /// Seconds on the item's timeline; nil while unknown, empty for live streams without a window.
    public package(set) var seekableTimeRange: TimeRange?
    /// The range loaded around the current time, in seconds.
    public package(set) var loadedTimeRange: TimeRange?
    /// The target of the seek in progress, in seconds; nil if there is none.
    public package(set) var seekTime: Double?
    /// Whether playback waits for data.
    public package(set) var isBuffering = false
    /// Whether audio is muted; the volume isn't changed by it.
    public package(set) var isMuted = false

    /// The end of the loaded range as a share of the seekable range, 0...1.
    public var buffer: Double {
        guard let loadedTimeRange, let range = seekableTimeRange, !range.isEmpty else { return 0 }
        return min(max((loadedTimeRange.end - range.start) / range.duration, 0), 1)
    }
    /// Whether a seek is in progress.
    public var isSeeking: Bool { seekTime != nil }
    /// Whether it is buffering or seeking.
    public var isBusy: Bool { isBuffering || isSeeking }

    package init() {}
}
