// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The spans of an item that playback skips, sorted and disjoint.
struct BlockedSpans: Hashable, Sendable {
    /// Seconds on the item's timeline.
    private(set) var spans: [TimeRange] = []

    /// - Parameter spans: in any order; adjoining spans are merged and empty ones dropped.
    init(_ spans: [TimeRange] = []) {
        for span in spans.filter({ $0.start < $0.end }).sorted(by: { $0.start < $1.start }) {
            if let last = self.spans.last, span.start <= last.end {
                self.spans[self.spans.count - 1].end = max(last.end, span.end)
            } else {
                self.spans.append(span)
            }
        }
    }

    /// Whether a span is skipped completely. Tolerates rounded times.
    func holds(_ range: TimeRange) -> Bool {
        spans.contains { $0.start <= range.start + 0.001 && range.end <= $0.end + 0.001 }
    }

    /// Whether a segment need not be loaded. Never true for a live stream, whose position on the timeline may still change.
    func holds(_ range: TimeRange, of track: PlaylistTrack) -> Bool { !spans.isEmpty && track.isEnded && holds(range) }
}
