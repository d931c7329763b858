// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Decides when a player wakes up to sample its engine and to report times: only if there is something to report, and not at all if nothing
/// can change.
struct WakeUpSchedule {
    enum Action: Equatable {
        /// Wake up after this many seconds.
        case wake(after: Double)
        case rest
    }

    /// Seconds between two samples of the engine: while it moves or loads, and while it is paused.
    static let quick = 0.25
    static let slow = 1.0

    private var next: Instant?
    private var lastSample: Instant?

    /// - Parameter wait: seconds until something is due; nil for never.
    /// - Returns: nil if a wake-up is already scheduled early enough.
    mutating func schedule(_ wait: Double?, at now: Instant) -> Action? {
        guard let wait else {
            next = nil
            return .rest
        }
        let due = now + max(wait, 0.005)
        if let next, next <= due { return nil }
        next = due
        return .wake(after: due - now)
    }

    /// Seconds until playback needs a check; nil if nothing can change.
    /// - Parameter distance: returns the seconds on the timeline until the next report to a listener, from a given time, forwards or in
    ///   reverse; nil if there is none.
    static func wait(
        for facts: ItemFacts?, hasFailed: Bool, isSeeking: Bool, _ estimate: PlayoutEstimate?, at now: Instant,
        distance: (_ time: Double, _ isReversed: Bool) -> Double?
    ) -> Double? {
        guard let facts, !hasFailed, facts.status != .ended else { return nil }
        if let estimate, estimate.rate != 0 {
            return min((distance(estimate.time(at: now), estimate.rate < 0) ?? .infinity) / estimate.rate.magnitude, quick)
        }
        return facts.status == .paused && !isSeeking ? slow : quick
    }

    mutating func woke() { next = nil }
    mutating func sampled(at now: Instant) { lastSample = now }
    func wantsSample(at now: Instant) -> Bool { lastSample.map { now - $0 >= Self.quick * 0.9 } ?? true }
    /// Resets the sampling for another item.
    mutating func leave() { lastSample = nil }
}
