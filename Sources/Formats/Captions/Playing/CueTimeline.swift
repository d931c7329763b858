// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Cues sorted by time: which are visible, when that changes, and text search. Cues may be added and removed in any order.
///
/// Lookups take a number of steps that grows with the logarithm of the number of cues.
public struct CueTimeline: Hashable, Sendable {
    /// Sorted by start; cues with equal starts keep their order of arrival.
    public private(set) var cues: [Cue] = []
    /// What the documents of the cues say about all of their cues, in the order of ``cues``.
    public private(set) var origins: [CueOrigin] = []
    private var ends = LatestEnds()

    public init() {}

    /// - Parameters:
    ///   - cues: in any order.
    ///   - origin: the regions and style sheets of all these cues.
    public init(_ cues: [Cue], origin: CueOrigin = CueOrigin()) {
        self.cues = Self.sorted(cues)
        origins = Array(repeating: origin, count: cues.count)
        ends.update(self.cues, from: 0)
    }

    /// Cues with equal starts keep their order.
    private static func sorted(_ cues: [Cue]) -> [Cue] {
        if zip(cues, cues.dropFirst()).allSatisfy({ $0.start <= $1.start }) { return cues }
        return cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    // MARK: Changes

    /// Adds a cue; returns false if it is already there, because adjacent segments repeat cues that cross their boundary.
    /// - Parameter tolerance: Seconds by which the times of equal cues may differ.
    @discardableResult
    public mutating func insert(_ cue: Cue, of origin: CueOrigin = CueOrigin(), tolerance: Double = 0.002) -> Bool {
        insert([cue], of: origin, tolerance: tolerance) > 0
    }

    /// Adds the cues of a document, except those that are already there.
    /// - Returns: The number of cues added.
    @discardableResult
    public mutating func insert(_ added: [Cue], of origin: CueOrigin = CueOrigin(), tolerance: Double = 0.002) -> Int {
        let slack = MediaTime(seconds: tolerance)
        var new: [Cue] = []
        for cue in Self.sorted(added) where !contains(cue, slack) && !Self.repeats(cue, atEndOf: new, slack) { new.append(cue) }
        guard let first = new.first else { return 0 }
        let start = firstIndex { $0.start > first.start }
        // New cues mostly come last. Otherwise both are merged in one pass, so that a long document before others isn't slow.
        let (later, laterOrigins) = (Array(cues[start...]), Array(origins[start...]))
        cues.removeSubrange(start...)
        origins.removeSubrange(start...)
        var old = 0
        for cue in new {
            while old < later.count, later[old].start <= cue.start {
                cues.append(later[old])
                origins.append(laterOrigins[old])
                old += 1
            }
            cues.append(cue)
            origins.append(origin)
        }
        cues += later[old...]
        origins += laterOrigins[old...]
        ends.update(cues, from: start)
        return new.count
    }

    private func contains(_ cue: Cue, _ slack: MediaTime) -> Bool {
        let near = cues[firstIndex { $0.start >= cue.start - slack }...].prefix(Self.maxNear)
        return near.prefix { $0.start <= cue.start + slack }.contains { $0.isRepeated(by: cue, slack) }
    }

    private static func repeats(_ cue: Cue, atEndOf cues: [Cue], _ slack: MediaTime) -> Bool {
        for other in cues.suffix(maxNear).reversed() {
            if other.start < cue.start - slack { return false }
            if other.isRepeated(by: cue, slack) { return true }
        }
        return false
    }

    /// Of more cues that start together, only these are compared, or a file could make reading slow.
    private static let maxNear = 500

    /// Removes cues that start at or after a time, to be replaced.
    public mutating func remove(from time: MediaTime) {
        let first = firstIndex { $0.start >= time }
        cues.removeSubrange(first...)
        origins.removeSubrange(first...)
        ends.update(cues, from: first)
    }

    /// Removes cues that end at or before a time.
    public mutating func remove(endingBy time: MediaTime) {
        let kept = cues.indices.filter { cues[$0].end > time }
        guard kept.count < cues.count else { return }
        (cues, origins) = (kept.map { cues[$0] }, kept.map { origins[$0] })
        ends.update(cues, from: 0)
    }

    /// Removes the cues that start first.
    public mutating func removeFirst(_ count: Int) {
        cues.removeFirst(min(count, cues.count))
        origins.removeFirst(min(count, origins.count))
        ends.update(cues, from: 0)
    }

    /// Changes or, with nil, removes cues.
    mutating func compactMap(_ change: (Cue, CueOrigin) -> Cue?) {
        var kept: [(cue: Cue, origin: CueOrigin)] = []
        kept.reserveCapacity(cues.count)
        var isSame = true
        for (cue, origin) in zip(cues, origins) {
            let changed = change(cue, origin)
            if changed != cue { isSame = false }
            if let changed { kept.append((changed, origin)) }
        }
        guard !isSame else { return }
        if !zip(kept, kept.dropFirst()).allSatisfy({ $0.cue.start <= $1.cue.start }) {
            kept = kept.enumerated().sorted { ($0.element.cue.start, $0.offset) < ($1.element.cue.start, $1.offset) }.map(\.element)
        }
        (cues, origins) = (kept.map(\.cue), kept.map(\.origin))
        ends.update(cues, from: 0)
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
        var steps = 0
        return indices(overlapping: start, end, steps: &steps)
    }

    /// - Parameter steps: Counts the comparisons of times, for tests.
    func indices(overlapping start: MediaTime, _ end: MediaTime, steps: inout Int) -> [Int] {
        let last = firstIndex {
            steps += 1
            return end > start ? $0.start >= end : $0.start > start
        }
        var result: [Int] = []
        var index = 0
        while let found = ends.next(from: index, below: last, endingAfter: start, in: cues, steps: &steps) {
            result.append(found)
            index = found + 1
        }
        return result
    }

    /// When the visible cues, or the words of them that are spoken, next change; nil if they never do.
    public func nextChange(after time: MediaTime) -> MediaTime? {
        var steps = 0
        return nextChange(after: time, steps: &steps)
    }

    func nextChange(after time: MediaTime, steps: inout Int) -> MediaTime? {
        var changes: [MediaTime] = []
        for index in indices(overlapping: time, time, steps: &steps) {
            changes.append(cues[index].end)
            changes += cues[index].tree.flatMap(\.timestamps).filter { $0 > time }
        }
        let later = firstIndex {
            steps += 1
            return $0.start > time
        }
        // Cues that end before they start are never shown.
        if let next = ends.next(from: later, below: cues.count, endingAfter: nil, in: cues, steps: &steps) {
            changes.append(cues[next].start)
        }
        return changes.min()
    }
}

extension Cue {
    /// Whether another cue is the same one. Consecutive segments repeat cues that cross their boundary, possibly with timestamps rounded
    /// differently.
    fileprivate func isRepeated(by other: Cue, _ slack: MediaTime) -> Bool {
        end <= other.end + slack && other.end <= end + slack && region == other.region && settings == other.settings
            && style == other.style && layer == other.layer && image == other.image
            && (tree == other.tree || tree.withoutTimestamps == other.tree.withoutTimestamps)
    }
}

extension [CueNode] {
    fileprivate var withoutTimestamps: [CueNode] {
        compactMap { node in
            switch node {
            case .text: return node
            case .timestamp: return nil
            case .span(var span):
                span.children = span.children.withoutTimestamps
                return .span(span)
            }
        }
    }
}
