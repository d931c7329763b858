// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer
import WindowboxSources

extension MediaController {
    /// The position in seconds on the media's timeline; during a seek, its target. Not observable.
    public var currentTime: Double? { player.time }
    /// Not observable.
    public var currentDate: Date? { player.date }
    /// The seekable range in seconds; empty for plain live. Not observable.
    public var timeRange: TimeRange? { player.seekableTimeRange }
    /// The position at regular intervals, even while paused, since the window of a live stream keeps moving. Unknown positions are
    /// omitted. The sequence ends with the controller.
    /// - Parameter seconds: the interval, at least 0.1.
    public func times(every seconds: Double) -> AsyncStream<Double> {
        let (stream, out) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        let interval = seconds.isFinite ? max(seconds, 0.1) : 1
        let looking = Task { [weak self, clock] in
            while !Task.isCancelled {
                try? await clock.sleep(clock.now().addingTimeInterval(interval))
                guard let self else { break }
                if phase != .idle, let time = currentTime { out.yield(time) }
            }
            out.finish()
        }
        out.onTermination = { _ in looking.cancel() }
        return stream
    }

    /// Whether playback is at most ``MediaControllerConfiguration/liveTolerance`` behind the live edge. Not observable.
    public var isLive: Bool { live.isLive(facts) }

    var live: LiveRule { LiveRule(tolerance: configuration.liveTolerance) }

    /// Seeks to a position. The returned seek always completes; it is refused if seeking isn't possible.
    @discardableResult public func seek(to position: MediaPosition) -> PendingSeek {
        switch position {
        case .time(let time): player.seek(.at(time), .immediate)
        case .date(let date): player.seek(to: date)
        }
    }

    /// Whether ``skip(by:)`` is possible. Skips in quick succession add up.
    /// - Parameter interval: in seconds; negative values skip backward.
    public func canSkip(by interval: Double) -> Bool { LiveRule.canSkip(by: interval, facts, phase: phase) }

    /// Skips forward or backward by some seconds, and plays.
    /// - Returns: false if ``canSkip(by:)`` is false.
    @discardableResult public func skip(by interval: Double) -> Bool {
        guard canSkip(by: interval), let time = player.time else { return false }
        seek(to: .time(time + interval))
        player.play()
        return true
    }

    /// Skips by ``MediaControllerConfiguration/skipInterval``, and plays.
    @discardableResult public func skip(_ direction: SkipDirection) -> Bool {
        skip(by: direction == .forward ? configuration.skipInterval : -configuration.skipInterval)
    }

    // MARK: Live edge

    /// Whether there is a live position to skip to: the live edge, or the live stream that a highlight is from.
    public var canSkipToLive: Bool { live.canSkipToEdge(facts) || livestreamOfHighlight != nil }

    /// Skips to the live position, and plays.
    /// - Returns: false if there is none.
    @discardableResult public func skipToLive() -> Bool {
        if live.canSkipToEdge(facts) {
            player.skipToDefault()
            player.play()
            return true
        }
        guard let urn = livestreamOfHighlight else { return false }
        return switchTo(urn: urn)
    }

    private var livestreamOfHighlight: String? {
        guard facts.streamType == .onDemand, let snapshot = director.snapshot, let whole = snapshot.chapter.fullLengthURN,
            let chapter = snapshot.composition.chapter(whole), chapter.media.isLivestream,
            case .playable(let resource) = chapter.playability(at: clock.now()), resource.timing != .onDemand
        else { return nil }
        return whole
    }

    /// Whether the current programme started within the seekable range.
    public var canStartOver: Bool { LiveRule.canStartOver(segments.tracker.current?.range, facts) }

    /// Seeks to the start of the current programme, and plays.
    @discardableResult public func startOver() -> Bool {
        guard canStartOver, let segment = segments.tracker.current?.segment else { return false }
        return switchTo(urn: segment.media.urn)
    }

    // MARK: Speed

    /// The desired speed. Values not in ``MediaControllerConfiguration/playbackRates`` are ignored. It is kept when the media changes.
    public var playbackRate: Double {
        get { player.desiredSpeed }
        set { if configuration.playbackRates.contains(newValue) { player.desiredSpeed = newValue } }
    }
}
