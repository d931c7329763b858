// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The failures of one content type's segments since the last success.
struct RetryState: Sendable {
    /// Failed attempts for the current segment.
    var failures = 0
    private(set) var firstFailure: Instant?
    var retryAt: Instant?
    /// Consecutive segments skipped.
    var skips = 0
    /// Why the last one was skipped.
    private(set) var lastSkip: LoadFailure?
    /// Whether any segment has been loaded.
    private(set) var hasLoaded = false
    /// The segment most recently left for another variant to save time; main only.
    var earlyFallback: EarlyFallback?

    mutating func failed(at now: Instant) {
        failures += 1
        firstFailure = firstFailure ?? now
    }

    mutating func succeeded() {
        failures = 0
        firstFailure = nil
        skips = 0
        earlyFallback = nil
        hasLoaded = true
    }

    mutating func skipped(because failure: LoadFailure) {
        skips += 1
        failures = 0
        lastSkip = failure
    }

    mutating func endWait() { retryAt = nil }

    /// Nothing is left to load: the time until a seek doesn't count as time without success.
    mutating func ended() { firstFailure = nil }

    /// Resets the counts after a seek, but keeps measuring the time without success.
    mutating func restart() {
        failures = 0
        retryAt = nil
        skips = 0
        earlyFallback = nil
    }
}

/// A segment that failed and was left for another variant before all its attempts were used up.
struct EarlyFallback: Sendable {
    var stream: Int
    var range: TimeRange
    /// Attempts so far.
    var failures: Int
    var retryAt: Instant
    /// Whether the variant was locked.
    var wasLocked: Bool
}
