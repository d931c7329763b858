// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer

// What players give to trackers, made by hand: a tracker is tested by calling it.

extension TrackedPlayer {
    /// A player as its trackers know it.
    /// - Parameter player: nil is one that is gone.
    @MainActor public init(_ player: Player?) { self.init(tracking: player) }
}

extension PlayerProperties {
    /// Properties of a player that plays an on-demand item, unless said otherwise.
    /// - Parameters:
    ///   - rate: media seconds per second.
    ///   - duration: seconds.
    ///   - seekableTimeRange: nil is from 0 to the duration.
    ///   - seekTime: where a seek under way leads to, in seconds.
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
    ///   - audible: what is heard.
    ///   - legible: what is read.
    ///   - player: whom `current()` asks; nil is one that is gone.
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
    ///   - id: counts up within a player.
    ///   - time: seconds on the item's timeline.
    public init(_ kind: Kind, id: Int = 1, date: Date = Date(timeIntervalSince1970: 0), time: Double? = nil) {
        self.init(id: id, date: date, time: time, kind: kind)
    }
}
