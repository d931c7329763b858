// SPDX-License-Identifier: Apache-2.0

/// Decides where playback has to stop for an item's interstitials and what it plays there. A value type.
///
/// - An interstitial plays when playback reaches its position, and again only after the user has gone back before it. One with CUE=ONCE
///   never plays again.
/// - Several interstitials at one position play in playlist order, and their resume offsets add up.
/// - Interstitials with CUE=PRE play before the item starts, wherever it starts, and those with CUE=POST after its end.
/// - A seek over interstitials with X-RESTRICT=JUMP plays the last of them first. A seek into the span that an interstitial replaces (from
///   its position to the resume point) plays it from its start and resumes after it.
/// - A live stream joined during an interstitial plays the rest of it.
public struct InterstitialScheduler: Hashable, Sendable {
    /// What is scheduled, and what has been played of it.
    public private(set) var schedule = InterstitialSchedule()
    /// Playback has passed all interstitials up to this time.
    private var passed = -Double.infinity
    private var hasBegun = false
    private var hasEnded = false
    /// Times closer than this count as one position.
    private static let tolerance = 0.002

    public init() {}

    /// Replaces the schedule and keeps what was played.
    public mutating func plan(_ schedule: InterstitialSchedule) {
        let played = self.schedule.played
        self.schedule = schedule
        for id in played { self.schedule.finished(id) }
    }

    /// The next time at which playback has to stop, from a position on.
    public func stop(from position: Double) -> Double? {
        for event in schedule.events {
            if case .time(let time) = event.place, time > passed + Self.tolerance, time >= position - Self.tolerance, schedule.isOpen(event)
            {
                return time
            }
        }
        return nil
    }

    /// The interstitial that plays first at ``stop(from:)``, for preloading.
    public func next(from position: Double) -> ScheduledInterstitial? {
        stop(from: position).flatMap { schedule.open(at: $0, within: Self.tolerance).first }
    }

    /// The first interstitial time that playback has passed without stopping.
    public func due(by position: Double) -> Double? { stop(from: passed).flatMap { $0 <= position ? $0 : nil } }

    /// What plays before the item starts.
    /// - Parameters:
    ///   - position: where the item starts, in seconds.
    ///   - isLive: a live stream is joined there: an interstitial already in progress is joined in the middle.
    public mutating func begin(at position: Double, isLive: Bool = false) -> InterstitialBreak? {
        guard !hasBegun else { return nil }
        hasBegun = true
        if isLive, let (event, seconds) = schedule.event(joinedAt: position, apartFrom: Self.tolerance) {
            passed = position
            return InterstitialBreak(
                schedule.beforeBeginning + [event], then: .place(position), joining: .init(id: event.id, seconds: seconds))
        }
        let first = schedule.beforeBeginning + schedule.open(at: position, within: Self.tolerance)
        passed = position
        return InterstitialBreak(first, then: schedule.open(at: position, within: Self.tolerance).isEmpty ? .beginning : .place(position))
    }

    /// Call when playback reaches an interstitial's time.
    public mutating func arrive(at place: Double) -> InterstitialBreak? {
        guard place > passed + Self.tolerance else { return nil }
        passed = place
        return InterstitialBreak(schedule.open(at: place, within: Self.tolerance), then: .place(place))
    }

    /// Call when the item has ended.
    public mutating func end() -> InterstitialBreak? {
        guard !hasEnded else { return nil }
        hasEnded = true
        return InterstitialBreak(schedule.afterEnd, then: .end)
    }

    /// Call when the user seeks.
    /// - Returns: what must play first.
    public mutating func seek(from position: Double, to target: Double) -> InterstitialBreak? {
        hasEnded = false
        passed = target
        var events: [ScheduledInterstitial] = []
        if let obstacle = schedule.obstacle(from: position, to: target) { events.append(obstacle) }
        if let around = schedule.event(around: target) {
            if events.first?.id == around.id { events.removeAll() }
            guard case .time(let start) = around.place else { return nil }
            passed = start
            return InterstitialBreak(events + schedule.open(at: start, within: Self.tolerance), then: .place(start))
        }
        let here = schedule.open(at: target, within: Self.tolerance)
        if !here.isEmpty {
            events.removeAll { event in here.contains { $0.id == event.id } }
            return InterstitialBreak(events + here, then: .place(target))
        }
        return InterstitialBreak(events, then: .time(target))
    }

    /// Call when playback moves without a user action, for instance after falling behind a live window.
    public mutating func jumped(to time: Double) { passed = max(passed, time) }

    /// Call when playback went back without a seek, by playing backwards.
    public mutating func rewound(to time: Double) { passed = min(passed, time) }

    /// An interstitial was played or skipped.
    public mutating func finished(_ id: String) { schedule.finished(id) }
}

extension InterstitialSchedule {
    fileprivate func open(at place: Double, within tolerance: Double) -> [ScheduledInterstitial] {
        events.filter { event in
            if case .time(let time) = event.place { (time - place).magnitude <= tolerance && isOpen(event) } else { false }
        }
    }

    /// The last interstitial in progress at a time of a live stream, and how many of its seconds have passed.
    fileprivate func event(joinedAt time: Double, apartFrom tolerance: Double) -> (event: ScheduledInterstitial, seconds: Double)? {
        for event in events.reversed() {
            guard case .time(let start) = event.place, isOpen(event), start < time - tolerance,
                let length = event.resumeOffset ?? event.playoutLimit ?? event.duration
            else { continue }
            // One that is almost over isn't started any more.
            if time < start + length - Self.shortestJoin { return (event, time - start) }
        }
        return nil
    }

    /// Seconds.
    private static let shortestJoin = 0.5

    /// The interstitial that replaces a span of the primary containing a time.
    fileprivate func event(around time: Double) -> ScheduledInterstitial? {
        events.last { event in
            guard case .time(let start) = event.place, let offset = event.resumeOffset, isOpen(event) else { return false }
            return time > start && time < start + offset - 0.001
        }
    }
}
