// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The spans of an item that no source has video for, as far as it has been loaded. A value type.
struct KnownGaps {
    /// In order, without overlap.
    private(set) var ranges: [TimeRange] = []
    private static let maximumCount = 256

    /// A gap in audio alone is played as silence, and one in text needs nothing, so only the main content type's gaps are skipped.
    mutating func add(_ contentType: ContentType, _ range: TimeRange) {
        guard contentType == .main, !range.isEmpty else { return }
        var range = range
        ranges.removeAll { known in
            guard known.start <= range.end + 0.05, range.start <= known.end + 0.05 else { return false }
            range = TimeRange(start: min(known.start, range.start), end: max(known.end, range.end))
            return true
        }
        ranges.insert(range, at: ranges.firstIndex { $0.start > range.start } ?? ranges.count)
        if ranges.count > Self.maximumCount { ranges.removeFirst() }
    }

    /// Forgets the gaps from a time on, because loading starts again from there and may find something this time.
    mutating func forget(_ contentType: ContentType, from time: Double) {
        guard contentType == .main else { return }
        ranges.removeAll { $0.start >= time - 0.001 }
        if let last = ranges.last, last.end > time { ranges[ranges.count - 1].end = time }
    }

    /// The gap that contains a position, otherwise the next one, among those that count.
    func next(from position: Double, where counts: (TimeRange) -> Bool = { _ in true }) -> TimeRange? {
        ranges.first { $0.end > position + 0.01 && counts($0) }
    }
}
