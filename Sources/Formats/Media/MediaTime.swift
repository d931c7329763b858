// SPDX-License-Identifier: Apache-2.0

/// A point in time, or a duration, as an exact fraction of seconds.
///
/// Containers count ticks of a timescale (90,000 in MPEG-TS, per track in MP4). Keeping both numbers preserves exact frame times.
/// Comparison and equality are by value: 1/2 equals 45000/90000.
public struct MediaTime: Sendable {
    /// Ticks; may be negative.
    public let value: Int64
    /// Ticks per second, always positive.
    public let timescale: Int32

    /// - Precondition: `timescale` is positive.
    public init(value: Int64, timescale: Int32) {
        precondition(timescale > 0, "a timescale is positive")
        self.value = value
        self.timescale = timescale
    }

    /// The tick nearest to a number of seconds; values beyond the range saturate, and NaN becomes zero.
    public init(seconds: Double, timescale: Int32 = MediaTime.microseconds) {
        let ticks = (seconds * Double(timescale)).rounded()
        let value: Int64 =
            if ticks.isNaN { 0 } else if ticks >= 9.2e18 { .max } else if ticks <= -9.2e18 { .min } else { Int64(ticks) }
        self.init(value: value, timescale: timescale)
    }

    /// The default timescale for times made from seconds.
    public static let microseconds: Int32 = 1_000_000
    /// The start of a timeline.
    public static let zero = MediaTime(value: 0, timescale: 1)

    /// The time in seconds, rounded to a Double.
    public var seconds: Double { Double(value) / Double(timescale) }

    /// The time in another timescale, rounded to the nearest tick (halves away from zero); saturates.
    public func converted(to timescale: Int32) -> MediaTime {
        if timescale == self.timescale { return self }
        let (high, low) = value.magnitude.multipliedFullWidth(by: UInt64(timescale))
        let divisor = UInt64(self.timescale)
        guard high < divisor else { return MediaTime(value: value < 0 ? .min : .max, timescale: timescale) }
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        let rounded = remainder >= divisor - remainder ? quotient &+ 1 : quotient
        guard rounded <= UInt64(Int64.max) else { return MediaTime(value: value < 0 ? .min : .max, timescale: timescale) }
        return MediaTime(value: value < 0 ? -Int64(rounded) : Int64(rounded), timescale: timescale)
    }
}

extension MediaTime: Comparable, Hashable {
    public static func == (left: MediaTime, right: MediaTime) -> Bool { compare(left, right) == 0 }
    public static func < (left: MediaTime, right: MediaTime) -> Bool { compare(left, right) < 0 }

    public func hash(into hasher: inout Hasher) {
        let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale))
        hasher.combine(value / Int64(divisor))
        hasher.combine(timescale / Int32(divisor))
    }

    private static func compare(_ left: MediaTime, _ right: MediaTime) -> Int {
        if left.timescale == right.timescale { return left.value < right.value ? -1 : left.value == right.value ? 0 : 1 }
        let a = left.value.multipliedFullWidth(by: Int64(right.timescale))
        let b = right.value.multipliedFullWidth(by: Int64(left.timescale))
        if a.high != b.high { return a.high < b.high ? -1 : 1 }
        return a.low < b.low ? -1 : a.low == b.low ? 0 : 1
    }
}

extension MediaTime {
    /// The sum in the least common timescale, or in the finer of the two if that exceeds 32 bits; saturates on overflow.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        let (a, b) = sharing(left, right)
        let (sum, overflow) = a.value.addingReportingOverflow(b.value)
        return MediaTime(value: overflow ? (a.value < 0 ? .min : .max) : sum, timescale: a.timescale)
    }

    /// The difference, in the timescale that a sum has; saturates on overflow.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        let (a, b) = sharing(left, right)
        let (difference, overflow) = a.value.subtractingReportingOverflow(b.value)
        return MediaTime(value: overflow ? (a.value < 0 ? .min : .max) : difference, timescale: a.timescale)
    }

    /// Both times in one timescale: the least common multiple, which is exact, if it fits 32 bits, or else the finer one.
    private static func sharing(_ left: MediaTime, _ right: MediaTime) -> (MediaTime, MediaTime) {
        if left.timescale == right.timescale { return (left, right) }
        let divisor = greatestCommonDivisor(UInt64(left.timescale), UInt64(right.timescale))
        let multiple = UInt64(left.timescale) / divisor * UInt64(right.timescale)
        let timescale = multiple <= UInt64(Int32.max) ? Int32(multiple) : max(left.timescale, right.timescale)
        return (left.converted(to: timescale), right.converted(to: timescale))
    }
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
}
