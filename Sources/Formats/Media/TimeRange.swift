// SPDX-License-Identifier: Apache-2.0

/// A half-open range of seconds on a timeline: it includes the start but not the end.
public struct TimeRange: Hashable, Sendable {
    /// The first moment of the range, in seconds.
    public var start: Double
    /// The first moment after the range, in seconds; never less than ``start``.
    public var end: Double

    /// If the end is before the start, the range is empty.
    public init(start: Double, end: Double) {
        self.start = start
        self.end = max(start, end)
    }

    /// - Parameter duration: seconds; the range is empty if negative.
    public init(start: Double, duration: Double) { self.init(start: start, end: start + duration) }

    /// An empty range at the start of the timeline.
    public static let zero = TimeRange(start: 0, end: 0)

    /// In seconds, 0 or more.
    public var duration: Double { end - start }
    /// Whether it contains no time.
    public var isEmpty: Bool { !(end > start) }

    /// Whether a time is in the range; its end isn't.
    public func contains(_ time: Double) -> Bool { start <= time && time < end }

    /// Whether the ranges have a time in common; ranges that only touch have none.
    public func overlaps(_ other: TimeRange) -> Bool { start < other.end && other.start < end }

    /// The common range; nil if they do not overlap.
    public func intersection(_ other: TimeRange) -> TimeRange? {
        overlaps(other) ? TimeRange(start: max(start, other.start), end: min(end, other.end)) : nil
    }

    /// The time nearest to `time`, from the start to the end inclusive.
    public func clamp(_ time: Double) -> Double { min(max(time, start), end) }
}
