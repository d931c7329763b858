// SPDX-License-Identifier: Apache-2.0

import Glibc
public import WindowboxMedia

/// The machine's monotonic clock, which waiting threads use.
public enum MonotonicClock {
    /// `CLOCK_MONOTONIC`, which neither jumps nor advances while the machine is suspended.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Seconds since 1970 at this clock's zero, according to the current wall clock.
    static var epoch: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - now.seconds
    }
}
