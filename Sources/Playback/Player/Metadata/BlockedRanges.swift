// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The spans of an item that must not be played, in order and apart from each other.
struct BlockedRanges: Hashable {
    private(set) var ranges: [TimeRange] = []

    init(_ marked: [MarkedRange] = []) {
        let blocked = marked.filter { $0.kind == .blocked && !$0.timeRange.isEmpty }.map(\.timeRange)
        for range in blocked.sorted(by: { $0.start < $1.start }) {
            if let last = ranges.last, range.start <= last.end {
                ranges[ranges.count - 1].end = max(last.end, range.end)
            } else {
                ranges.append(range)
            }
        }
    }

    /// The one that a time lies in: its end does not.
    func range(at time: Double) -> TimeRange? {
        let next = firstIndex(endingAfter: time)
        return next < ranges.count && ranges[next].start <= time ? ranges[next] : nil
    }

    /// Where playing goes on that comes to a time: the time itself, or the end of what blocks it.
    func landing(for time: Double) -> Double { range(at: time)?.end ?? time }

    /// Seconds from a time that is not blocked to the next that is.
    func distance(from time: Double) -> Double? {
        let next = firstIndex(endingAfter: time)
        return next < ranges.count ? max(ranges[next].start - time, 0) : nil
    }

    private func firstIndex(endingAfter time: Double) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end > time { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Notices when playing comes into a blocked range.
struct BlockWatch {
    private(set) var ranges = BlockedRanges()
    private var marked: [MarkedRange] = []
    /// The picture that a seek to the end of a block lands on may begin within it.
    private var left: TimeRange?

    mutating func know(_ marked: [MarkedRange]) {
        guard marked != self.marked else { return }
        self.marked = marked
        ranges = BlockedRanges(marked)
    }

    mutating func landed(at time: Double) { left = ranges.range(at: time) }
    mutating func leave() { left = nil }

    /// The block to pass over at a time.
    mutating func block(at time: Double) -> TimeRange? {
        let block = ranges.range(at: time)
        if block != left { left = nil }
        return left == nil ? block : nil
    }

    /// Seconds to the next block.
    func distance(from time: Double) -> Double? {
        let free = max(left?.end ?? time, time)
        return ranges.distance(from: free).map { $0 + free - time }
    }
}
