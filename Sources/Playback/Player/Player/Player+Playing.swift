// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia

extension Player {
    /// Wants playing. At the end of an item it stays there: ``replay()`` starts it again.
    public func play() { shouldPlay = true }

    public func pause() { core.pause() }

    /// At the end of an item or of the list, it starts again.
    public func togglePlayPause() { core.togglePlayPause() }

    /// Something can be started again: the list was played to its end or has no current item, the item failed, or it is at its end.
    public var canReplay: Bool { core.canReplay }

    /// Starts again and plays, even if the player was paused. Does nothing unless ``canReplay``.
    ///
    /// A failed item is loaded anew. If the network was what failed, it goes on where it was, plain live at the edge. After the end of
    /// the list its first item plays.
    public func replay() { core.replay() }

    /// Plays an item of the list from a position, now or as soon as its media are known. The position is used once; coming back
    /// later starts at the default one. Does nothing for an item that isn't in the list.
    /// - Parameter position: seconds on the item's timeline.
    public func resume(at position: Double, in item: PlayerItem) { core.resume(at: position, in: item) }

    // MARK: Speed

    /// Media seconds per second to play at, below zero for backwards. Setting it never starts playing.
    ///
    /// The item may not allow it: ``speed`` is what is used, the nearest of ``speedRange`` and ``reverseSpeedRange``, or 1 where nothing can
    /// be played backwards, and ``PlayerEvent/speedLimited(desired:used:)`` reports that. The wish is kept for when it is possible: at the
    /// edge of a live window ``speed`` falls to 1, and returns to this value when playing is well behind the edge again.
    ///
    /// Zero and values that aren't finite change nothing, with ``PlayerEvent/speedRefused(_:)``. It is 1 again after the end of the list, and
    /// when playing backwards has come to the start of the item, where the player pauses with ``PlayerEvent/didReachStart(_:)``.
    ///
    /// Sound keeps its pitch at any speed forwards. Streams with I-frame playlists show single pictures without sound above 2, and so does
    /// playing backwards: of files all pictures down to -4 as far as the machine can decode them, otherwise key pictures.
    public var desiredSpeed: Double {
        get { core.playback.output.speed.requested }
        set { core.setDesiredSpeed(newValue) }
    }

    /// The speed in use, in media seconds per second, whether or not it plays now: ``rate`` says that. Below zero it plays backwards.
    public var speed: Double { core.playback.output.speed.effective }

    /// The speeds that can be used now: ``PlayerConfiguration/playbackSpeeds``, but 1...1 for plain live and without an item, and up to 1 at
    /// the edge of a live window.
    public var speedRange: ClosedRange<Double> { core.playback.output.speed.range }

    /// The speeds below zero that can be used now: ``PlayerConfiguration/reversePlaybackSpeeds``. Nil for what can't be played backwards:
    /// plain live, sound alone, streams that can't be sought, and a renderer elsewhere.
    public var reverseSpeedRange: ClosedRange<Double>? { core.playback.output.speed.reverseRange }

    @available(*, deprecated, message: "Read `speed`, set `desiredSpeed`.")
    public var playbackSpeed: Double {
        get { speed }
        set { desiredSpeed = newValue }
    }

    // MARK: Time

    /// Seconds on the item's timeline: the target while a seek is under way; nil until the item is known. Not observable.
    public var time: Double? { core.playback.position }

    /// The moment that ``time`` was recorded at, for streams that carry dates. Not observable.
    public var date: Date? { core.playback.date }

    /// The time as it advances, in seconds: at each interval of the item's timeline, and on jumps of at least half of it. Nothing is
    /// reported at the beginning, while no time is known, or while it stands still.
    ///
    /// A slow listener gets the newest time, not those it missed.
    /// - Precondition: the interval is above zero.
    public func periodicTimes(every interval: Duration) -> AsyncStream<Double> {
        precondition(interval > .zero, "an interval is above zero")
        return core.playback.periodicTimes(every: interval)
    }

    /// Those of the given times, in seconds, that playing passes. A seek passes none.
    public func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> { core.playback.boundaryTimes(times) }

    // MARK: Properties that change all the time

    /// All properties at once, now and after each change; never the same twice in a row.
    ///
    /// A slow listener misses values in between, never the last.
    public var propertiesUpdates: AsyncStream<PlayerProperties> { core.playback.output.propertiesUpdates }

    /// ``propertiesUpdates`` at this moment. Not observable.
    public var currentProperties: PlayerProperties { core.playback.output.properties }

    /// Seconds on the item's timeline; nil while unknown, empty for plain live. Not observable.
    public var seekableTimeRange: TimeRange? { core.playback.seekableTimeRange }
    /// The range that is loaded around the current time. Not observable.
    public var loadedTimeRange: TimeRange? { currentProperties.loadedTimeRange }
    /// Seconds that are loaded ahead of the current time; nil while no time is known. Not observable.
    public var bufferedAhead: Double? {
        guard let time else { return nil }
        return loadedTimeRange.map { $0.start <= time ? max($0.end - time, 0) : 0 } ?? 0
    }
    /// Seconds of the longest segment: an edge nearer than this counts as reached. Not observable.
    public var chunkDuration: Double? { currentProperties.chunkDuration }
    /// Not observable.
    public var isSeeking: Bool { currentProperties.isSeeking }
    /// Buffering or seeking. Not observable.
    public var isBusy: Bool { currentProperties.isBusy }
}
