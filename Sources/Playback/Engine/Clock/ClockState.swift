// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Maps real time to media time with an anchor, a rate and the rates that follow. Has no clock of its own.
struct ClockState: Hashable {
    /// A rate that begins at a later media time.
    private struct Change: Hashable {
        var media: Double
        var rate: Double
    }

    /// Seconds on the item's timeline at the anchor.
    private(set) var media: Double
    private(set) var anchor: Instant
    /// The media time it was last set to. It has run without a jump since then.
    private(set) var origin: Double
    /// Media seconds per second at the anchor, while running.
    private var presentRate: Double
    private var changes: [Change] = []
    private(set) var isRunning = false
    /// Running, but media time is held until audio is heard.
    private(set) var isHeld = false
    /// The media time at which the clock stops, until it is set to another time.
    private(set) var limit: Double?

    /// How much faster than its rate the clock runs to make up a difference: 0.1 is 10 %. Ends at ``slewEnd``.
    private var slew = 0.0
    private var slewEnd = 0.0

    /// Seconds. A larger difference is corrected with a jump, because slewing would take too long.
    private static let largestSlew = 1.0
    /// Seconds in which a difference shrinks to a third. Long enough to smooth jittery measurements.
    private static let timeConstant = 0.4
    /// The largest deviation from the normal rate while slewing.
    private static let steepestSlew = 0.5
    /// Seconds by which a held clock may jump ahead when it is released. Less than a frame.
    private static let largestStart = 0.03

    init(media: Double = 0, rate: Double = 1, at now: Instant) {
        self.media = media
        presentRate = rate
        origin = media
        anchor = now
    }

    /// The rate set last, in media seconds per second. It may begin a little later.
    var rate: Double { changes.last?.rate ?? presentRate }

    /// The spans of media time ahead, each with its speed.
    private var legs: [(end: Double, speed: Double)] {
        var legs: [(end: Double, speed: Double)] = []
        var rate = presentRate
        var pending = changes[...]
        var isSlewing = slew != 0
        while isSlewing || !pending.isEmpty {
            let speed = isSlewing ? rate * (1 + slew) : rate
            if isSlewing, slewEnd <= pending.first?.media ?? .infinity {
                legs.append((slewEnd, speed))
                isSlewing = false
            } else if let change = pending.popFirst() {
                legs.append((change.media, speed))
                rate = change.rate
            }
        }
        return legs + [(.infinity, rate)]
    }

    /// Seconds of media time at a real time.
    func time(at now: Instant) -> Double {
        guard isRunning, !isHeld else { return media }
        var left = now - anchor
        var time = media
        for leg in legs {
            let wait = leg.end == .infinity ? .infinity : max(leg.end - time, 0) / leg.speed
            if left < wait {
                time += left * leg.speed
                break
            }
            left -= wait
            time = max(time, leg.end)
        }
        return limit.map { min(time, $0) } ?? time
    }

    /// The real time at which a media time is reached; nil while the clock is stopped, and for times past its limit.
    func moment(of time: Double) -> Instant? {
        guard isRunning, !isHeld, presentRate > 0, time <= limit ?? .infinity else { return nil }
        var moment = anchor
        var passed = media
        for leg in legs {
            if time <= leg.end { return moment + (time - passed) / leg.speed }
            moment = moment + max(leg.end - passed, 0) / leg.speed
            passed = max(passed, leg.end)
        }
        return nil
    }

    /// - Parameter limit: seconds of media time. A limit in the past is ignored; nil removes the limit.
    mutating func set(limit: Double?, at now: Instant) {
        // Media time continues from where it waited.
        advance(to: now)
        self.limit = limit.flatMap { $0 >= media ? $0 : nil }
    }

    /// - Parameter isHeld: media time does not advance until ``release(at:)``, or until another clock is followed.
    mutating func start(isHeld: Bool = false, at now: Instant) {
        guard !isRunning else { return }
        anchor = now
        isRunning = true
        self.isHeld = isHeld
    }

    mutating func release(at now: Instant) {
        guard isHeld else { return }
        isHeld = false
        anchor = now
    }

    mutating func pause(at now: Instant) {
        advance(to: now)
        slew = 0
        isRunning = false
        isHeld = false
    }

    /// - Parameter media: where the rate begins. With nil, or a time that has passed, it begins now.
    mutating func set(rate: Double, from media: Double? = nil, at now: Instant) {
        advance(to: now)
        guard let media, media > self.media, presentRate > 0, rate > 0 else {
            changes.removeAll()
            presentRate = rate
            return
        }
        changes.removeAll { $0.media >= media }
        if self.rate != rate { changes.append(Change(media: media, rate: rate)) }
    }

    mutating func jump(to time: Double, at now: Instant) {
        if let last = changes.last { presentRate = last.rate }
        changes.removeAll()
        slew = 0
        limit = nil
        media = time
        origin = time
        anchor = now
    }

    /// Whether the clock has run past a media time. Times that it jumped over or to don't count: a seek sets the clock before the renderer
    /// knows of it, which must not show a decoded frame that begins exactly at the target.
    func hasPassed(_ time: Double, at now: Instant) -> Bool { origin < time && time <= self.time(at: now) }

    /// Follows another clock, such as a sound card's. Differences are made up gradually, so that media time neither jumps nor runs
    /// backwards. Only a difference of more than a second is corrected at once.
    ///
    /// A held clock is released when the other clock reaches its time.
    mutating func follow(_ measured: Double, at now: Instant) {
        guard isRunning else { return }
        let wasHeld = isHeld
        if isHeld, measured < media, media - measured <= Self.largestSlew { return }
        release(at: now)
        advance(to: now)
        var difference = measured - media
        slew = 0
        if difference.magnitude > Self.largestSlew || wasHeld && (0...Self.largestStart).contains(difference) {
            media = measured
            difference = 0
        }
        if difference != 0, presentRate > 0 {
            slew = min(max(difference / Self.timeConstant, -Self.steepestSlew), Self.steepestSlew)
            slewEnd = media + difference / slew * (1 + slew)
        }
        dropPassed()
    }

    private mutating func advance(to now: Instant) {
        media = time(at: now)
        anchor = now
        dropPassed()
    }

    private mutating func dropPassed() {
        if slewEnd <= media { slew = 0 }
        while let change = changes.first, change.media <= media {
            presentRate = change.rate
            changes.removeFirst()
        }
    }
}
