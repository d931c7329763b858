// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxMedia
public import WindowboxPlayer
import WindowboxSources

extension MediaController {
    /// Seconds on the media's timeline: the target while a seek is under way. Not observable.
    public var currentTime: Double? { player.time }
    /// Not observable.
    public var currentDate: Date? { player.date }
    /// Seconds; empty for plain live. Not observable.
    public var timeRange: TimeRange? { player.seekableTimeRange }
    /// The time on the media's timeline, again and again, also while it is paused: the window of a stream slides on then. Nothing is
    /// told while no time is known. Ends with the controller.
    /// - Parameter seconds: between two looks; below a tenth counts as a tenth.
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

    /// Live, or within ``MediaControllerConfiguration/liveTolerance`` of it. Not observable.
    public var isLive: Bool { live.isLive(facts) }

    var live: LiveRule { LiveRule(tolerance: configuration.liveTolerance) }

    /// Goes to a position of the media. Refused while seeking is not possible; it always ends.
    @discardableResult public func seek(to position: MediaPosition) -> PendingSeek {
        switch position {
        case .time(let time): player.seek(.at(time), .immediate)
        case .date(let date): player.seek(to: date)
        }
    }

    /// - Parameter interval: seconds, negative for backwards. Skips in quick succession add up.
    public func canSkip(by interval: Double) -> Bool { LiveRule.canSkip(by: interval, facts, phase: phase) }

    /// Goes on or back by some seconds, and plays.
    /// - Returns: false where ``canSkip(by:)`` is.
    @discardableResult public func skip(by interval: Double) -> Bool {
        guard canSkip(by: interval), let time = player.time else { return false }
        seek(to: .time(time + interval))
        player.play()
        return true
    }

    /// The same by ``MediaControllerConfiguration/skipInterval``.
    @discardableResult public func skip(_ direction: SkipDirection) -> Bool {
        skip(by: direction == .forward ? configuration.skipInterval : -configuration.skipInterval)
    }

    // MARK: The present

    /// There is a present to go to: the edge of a window, or the livestream that a highlight is of.
    public var canSkipToLive: Bool { live.canSkipToEdge(facts) || livestreamOfHighlight != nil }

    /// Goes to the present, and plays.
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

    /// The programme that plays began within the window.
    public var canStartOver: Bool { LiveRule.canStartOver(segments.tracker.current?.range, facts) }

    /// Goes to the beginning of the programme that plays, and plays.
    @discardableResult public func startOver() -> Bool {
        guard canStartOver, let segment = segments.tracker.current?.segment else { return false }
        return switchTo(urn: segment.media.urn)
    }

    // MARK: Speed

    /// The speed that is asked for, of ``MediaControllerConfiguration/playbackRates``; others are ignored. It is kept from media to media.
    public var playbackRate: Double {
        get { player.desiredSpeed }
        set { if configuration.playbackRates.contains(newValue) { player.desiredSpeed = newValue } }
    }
}
