// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// Seconds on the item's timeline: the target while a seek is under way; nil until the item is known. Not observable.
    public var time: Double? {
        if let target = seeks.target ?? passing?.end { return target }
        // The last picture begins before the end.
        if let facts = engineItems.onAir?.facts, facts.status == .ended, let end = facts.timeline?.duration {
            guard let block = blocked.ranges.last, block.end >= end else { return end }
            return min(block.start, end)
        }
        guard let estimate, engineItems.onAir?.facts.isReady == true else { return nil }
        let time = duration(limiting: estimate.time(at: clock.now))
        // The engine stops before a block, and tells it a moment later.
        guard let block = blocked.next(from: estimate.position), block.start >= estimate.position else { return time }
        return min(time, block.start)
    }

    private func duration(limiting time: Double) -> Double {
        engineItems.onAir?.facts.timeline?.duration.map { min(time, max($0, 0)) } ?? time
    }

    /// The moment that ``time`` was recorded at, for streams that carry dates. Not observable.
    public var date: Date? {
        guard let time, let zero = engineItems.onAir?.facts.timeline?.dateOfZero else { return nil }
        return Date(timeIntervalSince1970: zero + time)
    }

    /// The time as it goes on, in seconds: each interval of the item's timeline, and on jumps of at least half of it. Nothing is
    /// told at the beginning, while no time is known, or while it stands still.
    ///
    /// A slow listener gets the newest time, not those it missed.
    /// - Precondition: the interval is above zero.
    public func periodicTimes(every interval: Duration) -> AsyncStream<Double> {
        precondition(interval > .zero, "an interval is above zero")
        let (seconds, attoseconds) = interval.components
        let stream = timeListeners.add(PeriodicTicker(interval: Double(seconds) + Double(attoseconds) * 1e-18, at: time))
        schedulePulse()
        return stream
    }

    /// Those of the given times, in seconds, that playing passes. A seek passes none.
    public func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> {
        let stream = timeListeners.add(BoundaryWatch(times, at: time))
        schedulePulse()
        return stream
    }

    // MARK: Waking up

    /// Seconds between two looks at the engine: while it moves or loads, and while it rests.
    private static let quick = 0.25
    private static let slow = 1.0

    /// Sees to it that the player wakes when someone is to be told something, and not at all when nothing can change.
    func schedulePulse() {
        guard let wait = nextWait else {
            nextPulse = nil
            return clock.rest()
        }
        let due = clock.now + max(wait, 0.005)
        if let nextPulse, nextPulse <= due { return }
        nextPulse = due
        clock.wake(after: due - clock.now) { [weak self] in self?.pulse() }
    }

    private var nextWait: Double? {
        [waitForPlaying, retryDue.map { $0 - clock.now }].compactMap { $0 }.min()
    }

    private var waitForPlaying: Double? {
        guard let facts = engineItems.onAir?.facts, error == nil, facts.status != .ended else { return nil }
        if let estimate, estimate.rate > 0 {
            let time = estimate.time(at: clock.now)
            let distance = timeListeners.distance(from: time) ?? .infinity
            return min(distance / estimate.rate, Self.quick)
        }
        return facts.status == .paused && seeks.target == nil ? Self.slow : Self.quick
    }

    private func pulse() {
        nextPulse = nil
        if let retryDue, clock.now >= retryDue { perform(.woke) }
        tryAgainIfStuck()
        if seeks.target == nil, rate > 0 { timeListeners.tell(time, hasJumped: false) }
        if lastSample.map({ clock.now - $0 >= Self.quick * 0.9 }) ?? true { takeSample() }
        update()
    }
}
