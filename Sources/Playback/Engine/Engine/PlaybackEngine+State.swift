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
    /// The current item as users of the engine know it.
    var visible: PlayingItem? { lineup.visible }
    var nextBeat: Double { beat.wait(on: self) }
    /// Seconds on the timeline of what plays, which may be an asset.
    var playhead: Double { current.map { clock.time - $0.offset } ?? 0 }

    /// Seconds on the current item's timeline.
    ///
    /// While it is interrupted, playing stands where that began.
    public var position: Double { interstitials.position ?? playhead }
    public var currentStatus: EngineStatus? { state.status }
    /// The span of the current item that is queued around the position, for its leading track.
    public var bufferedRange: TimeRange? {
        guard let visible else { return nil }
        return visible.tracks.buffered(visible.kinds.contains(.video) ? .video : .audio)
    }
    public nonisolated var lastPicture: VideoFrame? { videoSink.last }

    public var currentCounts: EngineCounts {
        var counts = state.counts
        (counts.picturesPresented, counts.picturesDropped) = videoSink.counts
        counts.audioSeconds = audioSink.secondsPlayed
        return counts
    }

    /// How playing the current item goes; nil without one.
    public var metrics: PlaybackMetrics? { visible?.metrics(videoSink.counts) }

    /// What interrupts the current item now; nil while it plays itself.
    public var interstitial: PlayingInterstitial? { interstitials.playing(on: self) }

    /// Ends the interstitial that plays, where and when its skip control allows that.
    /// - Returns: whether it did.
    @discardableResult
    public func skipInterstitial() -> Bool { interstitials.skip(on: self) }

    /// What of the current or the prepared item must not be played from now on; ignored for other items. A seek, or a start,
    /// into a range leads to its end; an item whose rest is blocked ends where the block begins.
    public func block(_ ranges: BlockedRanges, of id: ItemID) {
        if let item = lineup.item(id) { blocks.block(ranges, of: item, on: self) }
    }
}
