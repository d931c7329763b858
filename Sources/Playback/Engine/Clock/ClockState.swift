// SPDX-License-Identifier: Apache-2.0

import Glibc
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

    /// Beyond this many seconds, catching up gradually would take too long to be of use.
    private static let largestSlew = 1.0
    /// Seconds in which a difference falls to a third. Long enough to smooth a jittering measurement.
    private static let timeConstant = 0.4
    /// The most that time runs faster or slower to take up a difference.
    private static let steepestSlew = 0.5

    init(media: Double = 0, rate: Double = 1, at now: Instant) {
        self.media = media
        presentRate = rate
        origin = media
        anchor = now
    }

    /// The rate set last, in media seconds per second: it may begin a little later.
    var rate: Double { changes.last?.rate ?? presentRate }

    func time(at now: Instant) -> Double {
        guard isRunning, !isHeld else { return media }
        var left = now - anchor
        var (time, rate) = (media, presentRate)
        for change in changes {
            let wait = max(change.media - time, 0) / rate
            if left < wait { break }
            left -= wait
            time = max(time, change.media)
            rate = change.rate
        }
        time += left * rate
        return limit.map { min(time, $0) } ?? time
    }

    /// When a media time comes; nil while the clock stands, and for what lies behind its limit.
    func moment(of time: Double) -> Instant? {
        guard isRunning, !isHeld, presentRate > 0, time <= limit ?? .infinity else { return nil }
        var moment = anchor
        var (passed, rate) = (media, presentRate)
        for change in changes where change.media < time {
            moment = moment + max(change.media - passed, 0) / rate
            passed = max(passed, change.media)
            rate = change.rate
        }
        return moment + (time - passed) / rate
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
        limit = nil
        media = time
        origin = time
        anchor = now
    }

    /// Whether it has run over a media time: what it jumped over it has not.
    func hasPassed(_ time: Double, at now: Instant) -> Bool { origin <= time && time <= self.time(at: now) }

    /// Follows another clock, such as a sound card's: differences are taken up gradually, so that time never steps nor runs
    /// backwards; only those of more than a second are taken up at once.
    /// - Returns: the correction made, in seconds.
    @discardableResult
    mutating func follow(_ measured: Double, at now: Instant) -> Double {
        guard isRunning else { return 0 }
        release(at: now)
        let elapsed = now - anchor
        advance(to: now)
        let difference = measured - media
        guard difference.magnitude <= Self.largestSlew else {
            media = measured
            dropPassedChanges()
            return difference
        }
        let bound = Self.steepestSlew * elapsed * presentRate.magnitude
        let correction = min(max(difference * (1 - exp(-elapsed / Self.timeConstant)), -bound), bound)
        media += correction
        dropPassedChanges()
        return correction
    }

    private mutating func advance(to now: Instant) {
        media = time(at: now)
        anchor = now
        dropPassedChanges()
    }

    private mutating func dropPassedChanges() {
        while let change = changes.first, change.media <= media {
            presentRate = change.rate
            changes.removeFirst()
        }
    }
}
