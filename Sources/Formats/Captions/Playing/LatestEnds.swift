// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// An index of the end times of cues that are sorted by start: finds those that end after a time without looking at all of them.
///
/// The levels are maxima: of blocks of 32 cues, of blocks of 32 such blocks, and so on. Blocks without a cue that ends late enough are
/// skipped, so a lookup takes O(log n) steps for each cue that it finds.
struct LatestEnds: Hashable, Sendable {
    /// nil for a block whose cues are never shown, because they end before they start.
    private var levels: [[MediaTime?]] = []

    static let fanOut = 32

    /// Updates the index after cues were inserted, changed or removed at `index` and behind.
    mutating func update(_ cues: [Cue], from index: Int) {
        var (level, first, width) = (0, index / Self.fanOut, cues.count)
        while width > 0 {
            if level == levels.count { levels.append([]) }
            first = min(first, levels[level].count)
            levels[level].removeSubrange(first...)
            for start in stride(from: first * Self.fanOut, to: width, by: Self.fanOut) {
                var latest: MediaTime?
                for entry in start..<min(start + Self.fanOut, width) {
                    latest = Self.later(latest, level == 0 ? Self.end(of: cues[entry]) : levels[level - 1][entry])
                }
                levels[level].append(latest)
            }
            width = levels[level].count > 1 ? levels[level].count : 0
            (level, first) = (level + 1, first / Self.fanOut)
        }
        levels.removeSubrange(level...)
    }

    private static func end(of cue: Cue) -> MediaTime? { cue.end > cue.start ? cue.end : nil }

    private static func later(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }

    /// The first index from `index` on, and below `last`, of a cue that is ever shown and ends after `time`.
    ///
    /// - Parameters:
    ///   - time: nil accepts any end.
    ///   - steps: Counts the comparisons, for tests.
    func next(from index: Int, below last: Int, endingAfter time: MediaTime?, in cues: [Cue], steps: inout Int) -> Int? {
        func isLate(_ end: MediaTime?) -> Bool {
            steps += 1
            guard let end else { return false }
            return time.map { end > $0 } ?? true
        }
        var index = index
        search: while index < last {
            // The largest block that begins here and can be skipped.
            var size = 1
            for _ in levels.indices where index % (size * Self.fanOut) == 0 { size *= Self.fanOut }
            while size > 1 {
                let level = Self.level(of: size)
                if !isLate(levels[level][index / size]) {
                    index += size
                    continue search
                }
                size /= Self.fanOut
            }
            if isLate(Self.end(of: cues[index])) { return index }
            index += 1
        }
        return nil
    }

    private static func level(of size: Int) -> Int {
        var (level, size) = (-1, size)
        while size > 1 { (level, size) = (level + 1, size / fanOut) }
        return level
    }
}
