// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxMedia

/// The machine's monotonic clock, which waits on threads count by.
public enum MonotonicClock {
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
