// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Where playing is, reckoned from the last time that the engine told.
struct PlayoutEstimate: Hashable {
    /// Seconds on the item's timeline at ``moment``.
    var position: Double
    var moment: Instant
    /// Media seconds per second since then; 0 while nothing moves.
    var rate: Double

    func time(at now: Instant) -> Double { rate == 0 ? position : position + max(now - moment, 0) * rate }

    /// The same course from now on at another rate.
    func changed(to rate: Double, at now: Instant) -> PlayoutEstimate {
        PlayoutEstimate(position: time(at: now), moment: now, rate: rate)
    }
}
