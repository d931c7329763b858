// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The spans of an item that must not be played, in order and apart from each other.
public struct BlockedRanges: Hashable, Sendable {
    /// Seconds on the item's timeline.
    public private(set) var ranges: [TimeRange] = []

    /// - Parameter ranges: in any order; those that overlap, touch or hold one another become one, and empty ones are left out.
    public init(_ ranges: [TimeRange] = []) {
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.start < $1.start }) {
            if let last = self.ranges.last, range.start <= last.end {
                self.ranges[self.ranges.count - 1].end = max(last.end, range.end)
            } else {
                self.ranges.append(range)
            }
        }
    }

    public var isEmpty: Bool { ranges.isEmpty }

    /// The one that a time lies in: its end does not.
    public func range(at time: Double) -> TimeRange? { next(from: time).flatMap { $0.start <= time ? $0 : nil } }

    /// Where playing goes on that comes to a time: the time itself, or the end of what blocks it.
    public func landing(for time: Double) -> Double { range(at: time)?.end ?? time }

    /// The one that a time lies in, or else the first behind it.
    public func next(from time: Double) -> TimeRange? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end > time { high = middle } else { low = middle + 1 }
        }
        return low < ranges.count ? ranges[low] : nil
    }
}
