// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia

extension Player {
    /// Requests playback. An item at its end stays there: ``replay()`` restarts it.
    public func play() { shouldPlay = true }

    /// Pauses playback. The item stays loaded, and what is buffered is kept.
    public func pause() { core.pause() }

    /// Toggles between playing and paused. At the end of an item or of the list, it restarts playback.
    public func togglePlayPause() { core.togglePlayPause() }

    /// Whether playback can be restarted: the list was played to its end or has no current item, the item failed, or it is at its end.
    public var canReplay: Bool { core.canReplay }

    /// Restarts playback, even if the player was paused. Does nothing unless ``canReplay``.
    ///
    /// A failed item is loaded again. After a network failure it resumes where it was; a live stream without a window resumes at the live
    /// edge. After the end of the list, the first item plays.
    public func replay() { core.replay() }

    /// Plays an item of the list from a position, now or as soon as its media is known. The position is used once; later the item starts at
    /// its default position. Does nothing if the item isn't in the list.
    /// - Parameter position: seconds on the item's timeline.
    public func resume(at position: Double, in item: PlayerItem) { core.resume(at: position, in: item) }

    // MARK: Speed

    /// The requested speed in media seconds per second; negative values play backwards. Setting it never starts playback.
    ///
    /// If the item doesn't support it, ``speed`` is the nearest value in ``speedRange`` or ``reverseSpeedRange``, or 1 if it can't be
    /// played backwards, and ``PlayerEvent/speedLimited(desired:used:)`` reports that. The request is kept until it is possible: at the
    /// edge of a live window ``speed`` falls to 1, and it returns to this value when playback is well behind the edge again.
    ///
    /// Zero and values that aren't finite change nothing and send ``PlayerEvent/speedRefused(_:)``. The value is reset to 1 after the end
    /// of the list, and when reverse playback reaches the start of the item, where the player pauses with
    /// ``PlayerEvent/didReachStart(_:)``.
    ///
    /// Audio keeps its pitch at any forward speed. Above 2, streams with I-frame playlists show single frames without audio. So does
    /// reverse playback; in files it shows all frames down to -4, as far as the system can decode them, otherwise keyframes.
    public var desiredSpeed: Double {
        get { core.playback.output.speed.requested }
        set { core.setDesiredSpeed(newValue) }
    }

    /// The speed in use in media seconds per second, even while paused; ``rate`` is the current rate. Negative values play backwards.
    public var speed: Double { core.playback.output.speed.effective }

    /// The currently available speeds: ``PlayerConfiguration/playbackSpeeds``, but 1...1 for live streams without a window and if there is
    /// no item, and at most 1 at the edge of a live window.
    public var speedRange: ClosedRange<Double> { core.playback.output.speed.range }

    /// The currently available negative speeds: ``PlayerConfiguration/reversePlaybackSpeeds``. nil if the item can't be played backwards:
    /// live streams without a window, audio only, streams that aren't seekable, and external playback.
    public var reverseSpeedRange: ClosedRange<Double>? { core.playback.output.speed.reverseRange }

    /// The former name of ``speed`` and ``desiredSpeed``.
    @available(*, deprecated, message: "Read `speed`, set `desiredSpeed`.")
    public var playbackSpeed: Double {
        get { speed }
        set { desiredSpeed = newValue }
    }

    // MARK: Time

    /// Seconds on the item's timeline; during a seek its target; nil until the item is known. Not observable.
    public var time: Double? { core.playback.position }

    /// The date of ``time``, for streams with dates. Not observable.
    public var date: Date? { core.playback.date }

    /// The time in seconds as it advances: at each interval of the item's timeline, and after jumps of at least half of it. Nothing is
    /// reported at the start, while the time is unknown, or while it doesn't change.
    ///
    /// A slow consumer gets the newest time, not the ones it missed.
    /// - Precondition: the interval is greater than zero.
    public func periodicTimes(every interval: Duration) -> AsyncStream<Double> {
        precondition(interval > .zero, "the interval must be greater than zero")
        return core.playback.periodicTimes(every: interval)
    }

    /// Reports those of the given times, in seconds, that playback passes. A seek passes none.
    public func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> { core.playback.boundaryTimes(times) }

    // MARK: Frequently changing properties

    /// All properties, now and after each change; never the same twice in a row.
    ///
    /// A slow consumer may miss intermediate values, but never the last one.
    public var propertiesUpdates: AsyncStream<PlayerProperties> { core.playback.output.propertiesUpdates }

    /// The current value of ``propertiesUpdates``. Not observable.
    public var currentProperties: PlayerProperties { core.playback.output.properties }

    /// The seekable range in seconds on the item's timeline; nil while unknown, empty for live streams without a window. Not observable.
    public var seekableTimeRange: TimeRange? { core.playback.seekableTimeRange }
    /// The range loaded around the current time, in seconds. Not observable.
    public var loadedTimeRange: TimeRange? { currentProperties.loadedTimeRange }
    /// Seconds loaded ahead of the current time; nil while the time is unknown. Not observable.
    public var bufferedAhead: Double? {
        guard let time else { return nil }
        return loadedTimeRange.map { $0.start <= time ? max($0.end - time, 0) : 0 } ?? 0
    }
    /// Seconds of the longest segment: a live edge nearer than this counts as reached. Not observable.
    public var chunkDuration: Double? { currentProperties.chunkDuration }
    /// Whether a seek is in progress. Not observable.
    public var isSeeking: Bool { currentProperties.isSeeking }
    /// Whether it is buffering or seeking. Not observable.
    public var isBusy: Bool { currentProperties.isBusy }
}
