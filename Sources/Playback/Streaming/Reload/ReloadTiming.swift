// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// When a live media playlist is reloaded (RFC 8216bis 6.3.4).
struct ReloadTiming: Hashable, Sendable {
    var targetDuration: Double
    /// PART-TARGET, if the playlist has parts.
    var partTarget: Double?
    /// The newest segment's duration; 0 if there is none.
    var lastDuration = 0.0
    var changed: Bool
    /// Consecutive loads without a change.
    var unchanged = 0
    /// Seconds that the response spent in a cache.
    var age: Double?
    /// The server holds the answer until there is news (blocking reload).
    var blocks = false

    /// The time of the next request, given when the last one was sent and answered.
    func next(requested: Instant, answered: Instant) -> Instant {
        if blocks {
            // A server that promised to block but answers without news is polled slowly.
            let pace = usablePartTarget ?? usableTarget / 2
            // Parts that last no time would mean reloading without a pause.
            let isPaced = partTarget.map { $0 >= Self.shortestPart } ?? true
            return changed && isPaced ? answered : answered + pace
        }
        let target = usablePartTarget ?? usableTarget
        var wait = changed ? target : target / 2
        if changed, partTarget == nil {
            // The next segment can't exist before the newest is as old as its own duration; a cached copy is already older.
            wait = max(wait - min(usableAge, wait / 2), min(lastDuration, wait) / 2)
        }
        let planned = requested + max(wait, 0.2)
        return max(planned, answered + 0.1)
    }

    /// Seconds; the parts of any stream are longer.
    private static let shortestPart = 0.05

    private var usablePartTarget: Double? { partTarget.map { min(max($0, 0.1), usableTarget) } }

    /// A server may state any number; a negative one would put the next load off, and NaN for ever.
    private var usableAge: Double { age.map { $0 > 0 ? $0 : 0 } ?? 0 }

    /// Clamped: a target duration of 0 would mean reloading without a pause.
    var usableTarget: Double { min(max(targetDuration, 1), 60) }
}
