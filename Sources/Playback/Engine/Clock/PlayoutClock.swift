// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WindowboxMedia

/// How an engine's clock runs.
public enum Pace: Hashable, Sendable {
    /// With the sound card while it plays, otherwise with the machine's monotonic clock.
    case realTime
    /// As fast as frames are decoded: every frame is due when it is ready.
    case asFastAsPossible
}

/// The clock that the renderers share.
final class PlayoutClock: Sendable {
    let pace: Pace
    private let state: Mutex<ClockState>
    private let now: @Sendable () -> Instant

    /// - Parameter now: returns the real time.
    init(pace: Pace, now: @escaping @Sendable () -> Instant = { MonotonicClock.now }) {
        self.pace = pace
        self.now = now
        state = Mutex(ClockState(at: now()))
    }

    var time: Double { state.withLock { $0.time(at: now()) } }
    var isRunning: Bool { state.withLock { $0.isRunning } }
    /// Running and not held.
    var isMoving: Bool { state.withLock { $0.isRunning && !$0.isHeld } }
    /// The rate set last.
    var rate: Double { state.withLock { $0.rate } }

    /// Nanoseconds of the monotonic clock at which a media time is due; nil while the clock is stopped, 0 for immediately.
    func deadline(of time: Double) -> Int64? {
        state.withLock { state in
            guard state.isRunning else { return nil }
            return pace == .asFastAsPossible ? 0 : state.moment(of: time)?.nanoseconds
        }
    }

    /// Like ``deadline(of:)``, for something that ends at a media time. Nothing lasts longer than to the limit at which the clock waits.
    func deadline(ofEnd time: Double) -> Int64? { deadline(of: state.withLock { min(time, $0.limit ?? .infinity) }) }

    /// Whether the clock has run past a media time.
    func hasPassed(_ time: Double) -> Bool { state.withLock { $0.hasPassed(time, at: now()) } }

    /// - Parameter isHeld: media time is held until audio is heard.
    func start(isHeld: Bool = false) { state.withLock { $0.start(isHeld: isHeld, at: now()) } }
    /// - Returns: whether it was held.
    func release() -> Bool {
        state.withLock { state in
            defer { state.release(at: now()) }
            return state.isHeld
        }
    }
    func pause() { state.withLock { $0.pause(at: now()) } }
    /// - Parameter media: where the rate begins; nil is now.
    func set(rate: Double, from media: Double? = nil) { state.withLock { $0.set(rate: rate, from: media, at: now()) } }
    func set(limit: Double?) { state.withLock { if $0.limit != limit { $0.set(limit: limit, at: now()) } } }
    func jump(to time: Double) { state.withLock { $0.jump(to: time, at: now()) } }
    /// - Returns: whether this call released a held clock.
    @discardableResult
    func follow(_ measured: Double) -> Bool {
        state.withLock { state in
            let wasHeld = state.isHeld
            state.follow(measured, at: now())
            return wasHeld && !state.isHeld
        }
    }

    /// Advances to the frame just shown, when the clock has no pace of its own.
    func reached(_ time: Double) {
        guard pace == .asFastAsPossible else { return }
        state.withLock { if time > $0.media { $0.jump(to: time, at: now()) } }
    }
}
