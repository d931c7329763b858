// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The playback position, extrapolated from the engine's last report.
struct PlayoutEstimate: Hashable {
    /// Seconds on the item's timeline at ``moment``.
    var position: Double
    var moment: Instant
    /// Media seconds per second since then; 0 while playback is stopped.
    var rate: Double

    func time(at now: Instant) -> Double { rate == 0 ? position : position + max(now - moment, 0) * rate }

    /// The estimate from now on with another rate.
    func changed(to rate: Double, at now: Instant) -> PlayoutEstimate {
        PlayoutEstimate(position: time(at: now), moment: now, rate: rate)
    }
}
