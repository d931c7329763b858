// SPDX-License-Identifier: Apache-2.0

/// A time of a monotonic clock that never jumps, used as "now" in all decisions.
///
/// Only differences are meaningful. The clock is read at the edge of the system and passed in as an argument, so that decisions can be
/// replayed and simulated.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since an arbitrary origin.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    /// Times beyond the range, 292 years around the origin, saturate; NaN becomes the origin.
    public init(seconds: Double) { nanoseconds = MediaTime(seconds: seconds, timescale: 1_000_000_000).value }

    /// The origin of the clock.
    public static let zero = Instant(nanoseconds: 0)

    /// Seconds since the clock's origin; may be negative.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    /// Seconds from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Double {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return (overflow ? Double(left.nanoseconds) - Double(right.nanoseconds) : Double(difference)) / 1e9
    }
    /// `seconds` later, or earlier if negative; saturates. NaN gives the latest time, which no clock reaches.
    public static func + (left: Instant, seconds: Double) -> Instant {
        guard !seconds.isNaN else { return Instant(nanoseconds: .max) }
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(Instant(seconds: seconds).nanoseconds)
        return Instant(nanoseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }
}
