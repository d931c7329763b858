// SPDX-License-Identifier: Apache-2.0

public import WindowboxCodec
public import WindowboxMedia
import WindowboxStreaming

extension PlaybackEngine {
    nonisolated var clock: PlayoutClock { outputs.clock }
    nonisolated var videoSink: VideoSink { outputs.videoSink }
    nonisolated var audioSink: AudioSink { outputs.audioSink }
    nonisolated var isRealTime: Bool { clock.pace == .realTime }

    var current: PlayingItem? { lineup.current }
    var next: PlayingItem? { lineup.next }
    /// The current item, as users of the engine see it.
    var visible: PlayingItem? { lineup.visible }
    var nextTick: Double { ticker.wait(on: self) }
    /// Seconds on the timeline of what plays, which may be an interstitial asset.
    var playhead: Double { current.map { clock.time - $0.offset } ?? 0 }

    /// Seconds on the current item's timeline.
    ///
    /// During an interstitial, the position at which it interrupted the item.
    public var position: Double { interstitials.position ?? playhead }
    /// The status of the current item as last reported; nil before the first report.
    public var currentStatus: EngineStatus? { state.status }
    /// The span of the current item that is buffered around the position, for its leading track.
    public var bufferedRange: TimeRange? {
        guard let visible else { return nil }
        return visible.tracks.buffered(visible.kinds.contains(.video) ? .video : .audio)
    }
    /// The frame last passed to the video outputs; nil before the first one.
    public nonisolated var lastPicture: VideoFrame? { videoSink.last }

    /// The counts so far, over all items.
    public var currentCounts: EngineCounts {
        var counts = state.counts
        (counts.picturesPresented, counts.picturesDropped) = videoSink.counts
        counts.audioSeconds = audioSink.secondsPlayed
        return counts
    }

    /// The playback metrics of the current item; nil without one.
    public var metrics: PlaybackMetrics? { visible?.metrics(videoSink.counts) }

    /// The interstitial that interrupts the current item; nil when there is none.
    public var interstitial: PlayingInterstitial? { interstitials.playing(on: self) }

    /// Ends the current interstitial, if its skip control allows that now.
    /// - Returns: whether it was skipped.
    @discardableResult
    public func skipInterstitial() -> Bool { interstitials.skip(on: self) }

    /// Sets the ranges of the current or the prepared item that must not be played from now on; ignored for other items. A seek or a start
    /// in a range goes to the range's end. An item whose remainder is blocked ends where that range begins.
    public func block(_ ranges: BlockedRanges, of id: ItemID) {
        if let item = lineup.item(id) { blocks.block(ranges, of: item, on: self) }
    }
}
