// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The spans of an item that playing leaves out, in order and apart from each other.
struct BlockedSpans: Hashable, Sendable {
    /// Seconds on the item's timeline.
    private(set) var spans: [TimeRange] = []

    /// - Parameter spans: in any order; those that touch become one, and those without a length are left out.
    init(_ spans: [TimeRange] = []) {
        for span in spans.filter({ $0.start < $0.end }).sorted(by: { $0.start < $1.start }) {
            if let last = self.spans.last, span.start <= last.end {
                self.spans[self.spans.count - 1].end = max(last.end, span.end)
            } else {
                self.spans.append(span)
            }
        }
    }

    /// Whether nothing of a span is ever played. Playlists round times.
    func holds(_ range: TimeRange) -> Bool {
        spans.contains { $0.start <= range.start + 0.001 && range.end <= $0.end + 0.001 }
    }

    /// Whether a segment need not be loaded: a live stream's place on the timeline may still change.
    func holds(_ range: TimeRange, of track: MediaTrack) -> Bool { !spans.isEmpty && track.isEnded && holds(range) }
}
