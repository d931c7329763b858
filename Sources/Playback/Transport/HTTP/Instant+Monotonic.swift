// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxMedia

extension Instant {
    /// The current time of the machine's monotonic clock.
    static var monotonic: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
