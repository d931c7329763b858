// SPDX-License-Identifier: Apache-2.0

import DequeModule
import WindowboxCodec

extension SampleQueue {
    /// Where a better copy begins to replace the buffered samples, and where it ends.
    private struct Seams {
        /// The entries that are replaced.
        var old: Range<Int>
        /// The index of the copy's first sample that is used.
        var first: Int
    }

    /// Replaces a segment with a copy in another quality, as far as the decoder has not taken it.
    ///
    /// Samples that the decoder has taken stay. The copy takes over at the first key sample that both have at the same time, and before
    /// which everything earlier in decode order is also presented earlier. It must end where the old segment does.
    /// - Parameter copy: all samples of the track in the segment, in decode order.
    /// - Returns: false when there is no such position. Nothing has changed then.
    mutating func replace(with copy: [Entry]) -> Bool {
        guard let seams = seams(for: copy) else { return false }
        var better = Array(copy[seams.first...])
        better[0].replacesFrom = entries[seams.old].compactMap(\.replacesFrom).min()
        byteCount += better.reduce(0) { $0 + $1.sample.size } - entries[seams.old].reduce(0) { $0 + $1.sample.size }
        if let open, open.start >= seams.old.upperBound { self.open!.start += better.count - seams.old.count }
        let isLast = seams.old.upperBound == entries.count
        entries.replaceSubrange(seams.old, with: better)
        if isLast { end = lastEnd }
        return true
    }

    private func seams(for copy: [Entry]) -> Seams? {
        guard let shortest = copy.map(\.duration).min(), let end = copy.map(\.end).max() else { return nil }
        // Two renditions round the same sample's time differently, and their audio frames need not be aligned.
        let slack = max(shortest / 2, 0.002)
        let behind = (entries.lastIndex { $0.time < end - slack } ?? -1) + 1
        guard behind == entries.count || entries[behind].isEntry, open.map({ $0.start >= behind }) ?? true else { return nil }
        guard let start = start(of: copy, in: taken..<max(behind, taken), slack) else { return nil }
        let held = entries[start.index..<behind]
        guard held.allSatisfy({ $0.time < end - slack }), let heldEnd = held.map(\.end).max(), (heldEnd - end).magnitude <= 2 * slack
        else { return nil }
        return Seams(old: start.index..<behind, first: start.first)
    }

    private func start(of copy: [Entry], in range: Range<Int>, _ slack: Double) -> (index: Int, first: Int)? {
        var first = 0
        for index in range where entries[index].isEntry {
            let time = entries[index].time
            while first < copy.count, !copy[first].isEntry || copy[first].time < time - slack { first += 1 }
            guard first < copy.count else { return nil }
            guard (copy[first].time - time).magnitude <= slack else { continue }
            if Self.isCut(entries[max(index - 32, 0)..<range.upperBound], at: index, time - slack),
                Self.isCut(copy[max(first - 32, 0)...], at: first, time - slack)
            {
                return (index, first)
            }
        }
        return nil
    }

    /// Whether everything before an index is presented before a time, and everything from it on at that time or later.
    private static func isCut<Entries: Collection<Entry>>(_ entries: Entries, at index: Int, _ time: Double) -> Bool
    where Entries.Index == Int {
        entries.indices.allSatisfy { ($0 < index) == (entries[$0].time < time) }
    }
}
