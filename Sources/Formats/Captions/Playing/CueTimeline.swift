// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Cues sorted by time: which are visible, when that changes, and text search. Cues may be added and removed in any order.
///
/// Lookups stay fast with a million cues.
public struct CueTimeline: Hashable, Sendable {
    /// Sorted by start; cues with equal starts keep their order of arrival.
    public private(set) var cues: [Cue] = []
    /// The latest end in each block of ``run`` cues.
    private var latestEnds: [MediaTime] = []

    private static let run = 64

    public init() {}

    public init(_ cues: [Cue]) {
        let isSorted = zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }
        // Keeps the order of cues with equal starts.
        self.cues =
            isSorted ? cues : cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        count(from: 0)
    }

    // MARK: Changes

    /// Adds a cue; returns false if it is already there, because adjacent segments repeat cues that cross their boundary.
    /// - Parameter tolerance: Seconds by which the times of equal cues may differ.
    @discardableResult
    public mutating func insert(_ cue: Cue, tolerance: Double = 0.002) -> Bool {
        let slack = MediaTime(seconds: tolerance)
        let index = firstIndex { $0.start > cue.start }
        // Checks the cues that start within the tolerance.
        for other in cues[firstIndex { $0.start >= cue.start - slack }...].prefix(while: { $0.start <= cue.start + slack })
        where other.end <= cue.end + slack && cue.end <= other.end + slack && other.tree == cue.tree && other.region == cue.region
            && other.settings == cue.settings && other.image == cue.image
        {
            return false
        }
        cues.insert(cue, at: index)
        count(from: index)
        return true
    }

    /// Removes cues that start at or after a time, to be replaced.
    public mutating func remove(from time: MediaTime) {
        cues.removeSubrange(firstIndex { $0.start >= time }...)
        count(from: cues.count)
    }

    /// Removes cues that end at or before a time.
    public mutating func remove(endingBy time: MediaTime) {
        cues.removeAll { $0.end <= time }
        count(from: 0)
    }

    private mutating func count(from index: Int) {
        let first = min(index / Self.run, latestEnds.count)
        latestEnds.removeSubrange(first...)
        for start in stride(from: first * Self.run, to: cues.count, by: Self.run) {
            latestEnds.append(cues[start..<min(start + Self.run, cues.count)].reduce(cues[start].end) { max($0, $1.end) })
        }
    }

    // MARK: Times

    /// The first index at which a monotonic predicate holds.
    private func firstIndex(_ holds: (Cue) -> Bool) -> Int {
        var (low, high) = (0, cues.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(cues[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The indices in ``cues`` of those visible at a time.
    public func shown(at time: MediaTime) -> [Int] { indices(overlapping: time, time) }

    /// The indices of cues visible at any time from `start` (inclusive) to `end`.
    public func indices(overlapping start: MediaTime, _ end: MediaTime) -> [Int] {
        let last = firstIndex { end > start ? $0.start >= end : $0.start > start }
        var result: [Int] = []
        for run in 0..<latestEnds.count where run * Self.run < last && latestEnds[run] > start {
            for index in run * Self.run..<min((run + 1) * Self.run, last)
            where cues[index].end > start && cues[index].end > cues[index].start {
                result.append(index)
            }
        }
        return result
    }

    /// When the visible cues next change; nil if they never do.
    public func nextChange(after time: MediaTime) -> MediaTime? {
        var next = shown(at: time).map { cues[$0].end }.min()
        var index = firstIndex { $0.start > time }
        // Cues that end before they start are never shown.
        while index < cues.count, cues[index].end <= cues[index].start { index += 1 }
        if index < cues.count { next = min(next ?? cues[index].start, cues[index].start) }
        return next
    }
}
