// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The spans of an item that must not be played, in order and without overlap.
public struct BlockedRanges: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public private(set) var ranges: [TimeRange] = []

    /// - Parameter ranges: in any order. Ranges that overlap or touch are merged, and empty ones are dropped.
    public init(_ ranges: [TimeRange] = []) {
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.start < $1.start }) {
            if let last = self.ranges.last, range.start <= last.end {
                self.ranges[self.ranges.count - 1].end = max(last.end, range.end)
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Whether nothing is blocked.
    public var isEmpty: Bool { ranges.isEmpty }

    /// The range that contains a time. The end of a range is not part of it.
    public func range(at time: Double) -> TimeRange? { next(from: time).flatMap { $0.start <= time ? $0 : nil } }

    /// Where playback resumes from a time: the time itself, or the end of the range that blocks it.
    public func landing(for time: Double) -> Double { range(at: time)?.end ?? time }

    /// The range that contains a time, otherwise the next one after it.
    public func next(from time: Double) -> TimeRange? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end > time { high = middle } else { low = middle + 1 }
        }
        return low < ranges.count ? ranges[low] : nil
    }
}
