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

    /// The speed in use. Setting it asks for another, which is used as far as the stream allows it: see ``playbackSpeedRange``. It never
    /// starts playing. Values that aren't above zero are ignored.
    public var playbackSpeed: Double {
        get { core.playback.output.speed.effective }
        set {
            core.playback.output.speed.request(newValue)
            core.playback.update()
        }
    }

    /// The speed that was asked for last; 1 again after the end of the list. At the edge of a live window the speed in use falls
    /// to 1, and returns to this one when playing is well behind the edge again.
    public var requestedPlaybackSpeed: Double { core.playback.output.speed.requested }

    /// The speeds that can be used now: 1...1 for plain live and without an item, up to 1 at the edge of a live window.
    public var playbackSpeedRange: ClosedRange<Double> { core.playback.output.speed.range }

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
        let (seconds, attoseconds) = interval.components
        let stream = core.playback.time.listeners.add(PeriodicTicker(interval: Double(seconds) + Double(attoseconds) * 1e-18, at: time))
        core.playback.schedulePulse()
        return stream
    }

    /// Those of the given times, in seconds, that playing passes. A seek passes none.
    public func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> {
        let stream = core.playback.time.listeners.add(BoundaryWatch(times, at: time))
        core.playback.schedulePulse()
        return stream
    }

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
