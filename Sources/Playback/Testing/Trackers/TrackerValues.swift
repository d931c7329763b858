// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer

// Values that players pass to trackers, for testing a tracker by calling it directly.

extension TrackedPlayer {
    /// A player as its trackers see it.
    /// - Parameter player: nil is a deallocated player.
    @MainActor public init(_ player: Player?) { self.init(tracking: player) }
}

extension PlayerProperties {
    /// Properties of a player that plays an on-demand item, unless specified otherwise.
    /// - Parameters:
    ///   - rate: media seconds per second.
    ///   - duration: seconds.
    ///   - seekableTimeRange: nil is from 0 to the duration.
    ///   - seekTime: the target of the current seek, in seconds.
    public init(
        playbackState: PlaybackState = .playing, rate: Double = 1, mediaType: MediaType = .video, streamType: StreamType = .onDemand,
        presentationSize: PixelSize? = nil, duration: Double? = 120, seekableTimeRange: TimeRange? = nil,
        loadedTimeRange: TimeRange? = nil, seekTime: Double? = nil, isBuffering: Bool = false, isMuted: Bool = false
    ) {
        self.init()
        self.playbackState = playbackState
        self.rate = rate
        self.mediaType = mediaType
        self.streamType = streamType
        self.presentationSize = presentationSize
        self.duration = duration
        self.seekableTimeRange = seekableTimeRange ?? duration.map { TimeRange(start: 0, end: $0) }
        self.loadedTimeRange = loadedTimeRange
        self.seekTime = seekTime
        self.isBuffering = isBuffering
        self.isMuted = isMuted
    }
}

extension TrackerProperties {
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - volume: 0...2.
    ///   - audible: the selected audio.
    ///   - legible: the selected subtitles.
    ///   - player: the player that `current()` asks; nil is a deallocated player.
    @MainActor public init(
        _ properties: PlayerProperties = PlayerProperties(rate: 1), time: Double? = 0, date: Date? = nil, metrics: Metrics? = nil,
        volume: Double = 1, audible: MediaSelectionOption = .off, legible: MediaSelectionOption = .off, player: Player? = nil
    ) {
        self.init(
            properties: properties, time: time, date: date, metrics: metrics, volume: volume, audible: audible, legible: legible,
            player: TrackedPlayer(player))
    }
}

extension MetricEvent {
    /// - Parameters:
    ///   - id: increases within a player.
    ///   - time: seconds on the item's timeline.
    public init(_ kind: Kind, id: Int = 1, date: Date = Date(timeIntervalSince1970: 0), time: Double? = nil) {
        self.init(id: id, date: date, time: time, kind: kind)
    }
}
