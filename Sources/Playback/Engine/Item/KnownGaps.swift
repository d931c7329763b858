// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The spans of an item that no source has pictures for, as far as loading has come. A value.
struct KnownGaps {
    /// In order, apart from each other.
    private(set) var ranges: [TimeRange] = []
    private static let most = 256

    /// Gaps of sound alone are silence, and of text nothing at all: only the main content type's are passed over.
    mutating func add(_ contentType: ContentType, _ range: TimeRange) {
        guard contentType == .main, !range.isEmpty else { return }
        var range = range
        ranges.removeAll { known in
            guard known.start <= range.end + 0.05, range.start <= known.end + 0.05 else { return false }
            range = TimeRange(start: min(known.start, range.start), end: max(known.end, range.end))
            return true
        }
        ranges.insert(range, at: ranges.firstIndex { $0.start > range.start } ?? ranges.count)
        if ranges.count > Self.most { ranges.removeFirst() }
    }

    /// Loading goes on anew from a time: what it finds there this time is not known yet.
    mutating func forget(_ contentType: ContentType, from time: Double) {
        guard contentType == .main else { return }
        ranges.removeAll { $0.start >= time - 0.001 }
        if let last = ranges.last, last.end > time { ranges[ranges.count - 1].end = time }
    }

    /// The gap that a position lies in, or else comes to next.
    func next(from position: Double) -> TimeRange? { ranges.first { $0.end > position + 0.01 } }
}
