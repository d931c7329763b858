// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The relation between media time and real time: an anchor, a rate, and the rates that follow. No clock of its own.
struct ClockState: Hashable {
    /// A rate that begins at a media time ahead.
    private struct Change: Hashable {
        var media: Double
        var rate: Double
    }

    /// Seconds on the item's timeline at the anchor.
    private(set) var media: Double
    private(set) var anchor: Instant
    /// The media time that it was last set to, from which it has run since.
    private(set) var origin: Double
    /// Media seconds per second at the anchor, while running.
    private var presentRate: Double
    private var changes: [Change] = []
    private(set) var isRunning = false
    /// Running, but time stands until the sound is heard.
    private(set) var isHeld = false
    /// Media time that the clock does not pass: it waits there to be set elsewhere.
    private(set) var limit: Double?

    /// How much faster than its rate it runs to take up a difference: 0.1 is a tenth. Ends at ``slewEnd``.
    private var slew = 0.0
    private var slewEnd = 0.0

    /// Beyond this many seconds, catching up gradually would take too long to be of use.
    private static let largestSlew = 1.0
    /// Seconds in which a difference falls to a third. Long enough to smooth a jittering measurement.
    private static let timeConstant = 0.4
    /// The most that time runs faster or slower to take up a difference.
    private static let steepestSlew = 0.5
    /// Seconds by which a clock that was held may start ahead of where it stood: less than a picture.
    private static let largestStart = 0.03

    init(media: Double = 0, rate: Double = 1, at now: Instant) {
        self.media = media
        presentRate = rate
        origin = media
        anchor = now
    }

    /// The rate set last, in media seconds per second: it may begin a little later.
    var rate: Double { changes.last?.rate ?? presentRate }

    /// Stretches of media time ahead, with the speed at which each is run through.
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

    /// When a media time comes; nil while the clock stands, and for what lies behind its limit.
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

    /// - Parameter limit: not before the present time; nil is none.
    mutating func set(limit: Double?, at now: Instant) {
        // Time goes on from where it waited.
        advance(to: now)
        self.limit = limit.flatMap { $0 >= media ? $0 : nil }
    }

    /// - Parameter isHeld: time stands until ``release(at:)``, or until another clock is followed.
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

    /// - Parameter media: where the rate begins; nil is here and now, as is what has passed.
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

    /// Whether it has run over a media time: what it jumped over it has not.
    func hasPassed(_ time: Double, at now: Instant) -> Bool { origin <= time && time <= self.time(at: now) }

    /// Follows another clock, such as a sound card's: differences are taken up gradually, so that time neither steps nor runs
    /// backwards; only those of more than a second are taken up at once.
    ///
    /// A clock that is held goes on once the other one has come to where it stands.
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
