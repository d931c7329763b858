// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// The relation between media time and real time: an anchor and a rate. No clock of its own.
struct ClockState: Hashable {
    /// Seconds on the item's timeline at the anchor.
    private(set) var media: Double
    private(set) var anchor: Instant
    /// The media time that it was last set to, from which it has run since.
    private(set) var origin: Double
    /// Media seconds per second while running.
    private(set) var rate: Double
    private(set) var isRunning = false
    /// Media time that the clock does not pass: it waits there to be set elsewhere.
    private(set) var limit: Double?

    init(media: Double = 0, rate: Double = 1, at now: Instant) {
        self.media = media
        self.rate = rate
        origin = media
        anchor = now
    }

    func time(at now: Instant) -> Double {
        let time = isRunning ? media + (now - anchor) * rate : media
        return limit.map { min(time, $0) } ?? time
    }

    /// When a media time comes; nil while the clock stands, and for what lies behind its limit.
    func moment(of time: Double) -> Instant? {
        guard isRunning, rate > 0, time <= limit ?? .infinity else { return nil }
        return anchor + (time - media) / rate
    }

    /// - Parameter limit: not before the present time; nil is none.
    mutating func set(limit: Double?, at now: Instant) {
        // Time goes on from where it waited.
        media = time(at: now)
        anchor = now
        self.limit = limit.flatMap { $0 >= media ? $0 : nil }
    }

    mutating func start(at now: Instant) {
        guard !isRunning else { return }
        anchor = now
        isRunning = true
    }

    mutating func pause(at now: Instant) {
        media = time(at: now)
        anchor = now
        isRunning = false
    }

    mutating func set(rate: Double, at now: Instant) {
        media = time(at: now)
        anchor = now
        self.rate = rate
    }

    mutating func jump(to time: Double, at now: Instant) {
        limit = nil
        media = time
        origin = time
        anchor = now
    }

    /// Whether it has run over a media time: what it jumped over it has not.
    func hasPassed(_ time: Double, at now: Instant) -> Bool { origin <= time && time <= self.time(at: now) }

    /// Follows another clock, such as a sound card's: small differences are taken up gradually, large ones at once.
    /// - Returns: the correction made, in seconds.
    @discardableResult
    mutating func follow(_ measured: Double, at now: Instant) -> Double {
        guard isRunning else { return 0 }
        let difference = measured - time(at: now)
        // A twentieth a time stays below what an eye or ear notices; beyond a tenth of a second nothing gradual helps.
        let correction = difference.magnitude > 0.1 ? difference : difference * 0.05
        media = time(at: now) + correction
        anchor = now
        return correction
    }
}

/// How an engine's time runs.
public enum Pace: Hashable, Sendable {
    /// With the sound card while it plays, else with the machine's monotonic clock.
    case realTime
    /// As fast as decoding goes: every picture is due when it is ready.
    case asFastAsPossible
}

/// The clock that renderers share.
final class PlayoutClock: Sendable {
    let pace: Pace
    private let state: Mutex<ClockState>

    init(pace: Pace) {
        self.pace = pace
        state = Mutex(ClockState(at: MonotonicClock.now))
    }

    var time: Double { state.withLock { $0.time(at: MonotonicClock.now) } }
    var isRunning: Bool { state.withLock { $0.isRunning } }
    var rate: Double { state.withLock { $0.rate } }

    /// Nanoseconds of the monotonic clock at which a media time is due; nil while the clock stands, 0 for at once.
    func deadline(of time: Double) -> Int64? {
        state.withLock { state in
            guard state.isRunning else { return nil }
            return pace == .asFastAsPossible ? 0 : state.moment(of: time)?.nanoseconds
        }
    }

    /// Whether it has run over a media time.
    func hasPassed(_ time: Double) -> Bool { state.withLock { $0.hasPassed(time, at: MonotonicClock.now) } }

    func start() { state.withLock { $0.start(at: MonotonicClock.now) } }
    func pause() { state.withLock { $0.pause(at: MonotonicClock.now) } }
    func set(rate: Double) { state.withLock { $0.set(rate: rate, at: MonotonicClock.now) } }
    func set(limit: Double?) { state.withLock { if $0.limit != limit { $0.set(limit: limit, at: MonotonicClock.now) } } }
    func jump(to time: Double) { state.withLock { $0.jump(to: time, at: MonotonicClock.now) } }
    func follow(_ measured: Double) { state.withLock { _ = $0.follow(measured, at: MonotonicClock.now) } }

    /// Moves on to what was just shown, where nothing but the showing moves time.
    func reached(_ time: Double) {
        guard pace == .asFastAsPossible else { return }
        state.withLock { if time > $0.media { $0.jump(to: time, at: MonotonicClock.now) } }
    }
}
