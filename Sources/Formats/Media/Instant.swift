// SPDX-License-Identifier: Apache-2.0

/// A moment of a monotonic clock that never jumps: what "now" is for everything that decides.
///
/// Only differences mean something. The edge reads the clock; decisions get the moment as an argument, which is why
/// they can be replayed and simulated.
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since an arbitrary origin.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public init(seconds: Double) { nanoseconds = Int64((seconds * 1e9).rounded()) }

    public static let zero = Instant(nanoseconds: 0)

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    /// Seconds from `right` to `left`.
    public static func - (left: Instant, right: Instant) -> Double { Double(left.nanoseconds - right.nanoseconds) / 1e9 }
    /// `seconds` later, or earlier when negative; saturates.
    public static func + (left: Instant, seconds: Double) -> Instant {
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds < 9.2e18 else { return Instant(nanoseconds: .max) }
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(Int64(nanoseconds))
        return Instant(nanoseconds: overflow ? .max : sum)
    }
}
