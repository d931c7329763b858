// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The failures of one content type's segments since the last success.
struct RetryState: Sendable {
    /// Tries of the present segment that failed.
    var failures = 0
    private(set) var firstFailure: Instant?
    var retryAt: Instant?
    /// Segments left out in a row.
    var skips = 0
    /// Why the last one was left out.
    private(set) var lastSkip: LoadFailure?
    /// A segment has been loaded.
    private(set) var hasLoaded = false
    /// The segment left last to save time; main only.
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

    /// A seek: counts anew, but goes on measuring how long nothing has come.
    mutating func restart() {
        failures = 0
        retryAt = nil
        skips = 0
        earlyFallback = nil
    }
}

/// A segment that failed, and was left for another variant before all its tries were used up.
struct EarlyFallback: Sendable {
    var stream: Int
    var range: TimeRange
    /// Tries so far.
    var failures: Int
    var retryAt: Instant
    /// The variant had been locked.
    var wasLocked: Bool
}
