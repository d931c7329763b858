// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// When a live media playlist is asked for again (RFC 8216bis 6.3.4).
struct ReloadTiming: Hashable, Sendable {
    var targetDuration: Double
    /// PART-TARGET, when the playlist has parts.
    var partTarget: Double?
    /// The newest segment's duration; 0 when there is none.
    var lastDuration = 0.0
    var changed: Bool
    /// Loads in a row that brought no change.
    var unchanged = 0
    /// Seconds the response lay in a cache.
    var age: Double?
    /// The server holds the answer until there is something new.
    var blocks = false

    /// The moment of the next request, given when the last one was sent and answered.
    func next(requested: Instant, answered: Instant) -> Instant {
        if blocks {
            // A server that promised to block and answers with nothing new is asked at a walking pace.
            return changed ? answered : answered + (partTarget ?? usableTarget / 2)
        }
        let target = partTarget ?? usableTarget
        var wait = changed ? target : target / 2
        if changed, partTarget == nil {
            // The next segment cannot exist before the newest has grown old by its own length; a copy from a cache is already older.
            wait = max(wait - min(age ?? 0, wait / 2), min(lastDuration, wait) / 2)
        }
        let planned = requested + max(wait, 0.2)
        return max(planned, answered + 0.1)
    }

    /// A target duration of 0 would be a reload without a pause.
    var usableTarget: Double { min(max(targetDuration, 1), 60) }
}
