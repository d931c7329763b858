// SPDX-License-Identifier: Apache-2.0

/// How playing comes to an item's interstitials: where it has to stop, and what it plays there. A value.
///
/// - An interstitial is played when playing comes to its place, and again only when the user has gone back before it; one
///   of CUE=ONCE never again.
/// - Several at one place are played in the order of the playlist, and their resume offsets add up.
/// - Those of CUE=PRE come before the item begins, wherever that is, and those of CUE=POST behind its end.
/// - A seek over one of X-RESTRICT=JUMP plays the last of those first. One that leads into what an interstitial stands for
///   (from its place to where the primary goes on) plays it from its start, and goes on behind it.
/// - A live stream that is joined inside of one plays the rest of it.
public struct InterstitialScheduler: Hashable, Sendable {
    public private(set) var schedule = InterstitialSchedule()
    /// Playing has come by all up to here.
    private var passed = -Double.infinity
    private var hasBegun = false
    private var hasEnded = false
    /// Times of the timeline that are less apart are one place.
    private static let tolerance = 0.002

    public init() {}

    /// Takes a new plan; what was played stays so.
    public mutating func plan(_ schedule: InterstitialSchedule) {
        let played = self.schedule.played
        self.schedule = schedule
        for id in played { self.schedule.finished(id) }
    }

    /// The place at which playing has to stop next, from a position on.
    public func stop(from position: Double) -> Double? {
        for event in schedule.events {
            if case .time(let time) = event.place, time > passed + Self.tolerance, time >= position - Self.tolerance, schedule.isOpen(event)
            {
                return time
            }
        }
        return nil
    }

    /// What is played at ``stop(from:)`` first: to be got ready ahead.
    public func next(from position: Double) -> ScheduledInterstitial? {
        stop(from: position).flatMap { schedule.open(at: $0, within: Self.tolerance).first }
    }

    /// The first place that playing has come by without having stopped there.
    public func due(by position: Double) -> Double? { stop(from: passed).flatMap { $0 <= position ? $0 : nil } }

    /// What comes before the item begins.
    /// - Parameters:
    ///   - position: where the item begins.
    ///   - isLive: it is joined there: an interstitial that others have come to before is joined in its middle.
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

    /// Playing has come to a place.
    public mutating func arrive(at place: Double) -> InterstitialBreak? {
        guard place > passed + Self.tolerance else { return nil }
        passed = place
        return InterstitialBreak(schedule.open(at: place, within: Self.tolerance), then: .place(place))
    }

    /// The item has ended.
    public mutating func end() -> InterstitialBreak? {
        guard !hasEnded else { return nil }
        hasEnded = true
        return InterstitialBreak(schedule.afterEnd, then: .end)
    }

    /// The user goes to another time.
    /// - Returns: what must be played first.
    public mutating func seek(from position: Double, to target: Double) -> InterstitialBreak? {
        hasEnded = false
        passed = target
        var events: [ScheduledInterstitial] = []
        if let obstacle = schedule.obstacle(from: position, to: target) { events.append(obstacle) }
        if let around = schedule.event(around: target) {
            if events.first?.id == around.id { events.removeAll() }
            guard case .time(let place) = around.place else { return nil }
            passed = place
            return InterstitialBreak(events + schedule.open(at: place, within: Self.tolerance), then: .place(place))
        }
        let here = schedule.open(at: target, within: Self.tolerance)
        if !here.isEmpty {
            events.removeAll { event in here.contains { $0.id == event.id } }
            return InterstitialBreak(events + here, then: .place(target))
        }
        return InterstitialBreak(events, then: .time(target))
    }

    /// Playing goes elsewhere without the user's doing, as where a live window has left it behind.
    public mutating func jumped(to time: Double) { passed = max(passed, time) }

    /// The user went back without a seek, by playing backwards.
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

    /// The last interstitial that is under way at a time of a live stream, and the seconds of it that are over.
    fileprivate func event(joinedAt time: Double, apartFrom tolerance: Double) -> (event: ScheduledInterstitial, seconds: Double)? {
        for event in events.reversed() {
            guard case .time(let place) = event.place, isOpen(event), place < time - tolerance,
                let length = event.resumeOffset ?? event.playoutLimit ?? event.duration
            else { continue }
            // What is all but over is not begun any more.
            if time < place + length - Self.shortestJoin { return (event, time - place) }
        }
        return nil
    }

    /// Seconds.
    private static let shortestJoin = 0.5

    /// The interstitial that stands for a span of the primary with a time in it.
    fileprivate func event(around time: Double) -> ScheduledInterstitial? {
        events.last { event in
            guard case .time(let place) = event.place, let offset = event.resumeOffset, isOpen(event) else { return false }
            return time > place && time < place + offset - 0.001
        }
    }
}
