// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// A small image of an item's frame, and the span of times for which it is the nearest.
struct Preview: Sendable {
    /// Its time is that of the frame.
    var frame: VideoFrame
    var span: TimeRange
}

/// A cache for previews of one item with one width, limited by bytes and evicting the least recently used. A value type.
struct PreviewCache {
    private struct Entry {
        var preview: Preview
        var used: Int
    }

    let capacity: Int
    private var entries: [Entry] = []
    private var uses = 0
    private(set) var bytes = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the preview for a time, and marks it as used.
    mutating func frame(nearest time: Double) -> VideoFrame? {
        guard let index = entries.firstIndex(where: { $0.preview.span.contains(time) || $0.preview.frame.time == time }) else {
            return nil
        }
        uses += 1
        entries[index].used = uses
        return entries[index].preview.frame
    }

    /// Adds a preview, or extends the span of the one with the same frame. A preview larger than the capacity is not kept.
    mutating func add(_ preview: Preview) {
        uses += 1
        if let index = entries.firstIndex(where: { $0.preview.frame.time == preview.frame.time }) {
            let span = entries[index].preview.span
            entries[index].preview.span = TimeRange(start: min(span.start, preview.span.start), end: max(span.end, preview.span.end))
            entries[index].used = uses
            return
        }
        let size = preview.frame.byteCount
        guard size <= capacity else { return }
        entries.append(Entry(preview: preview, used: uses))
        bytes += size
        while bytes > capacity, let oldest = entries.indices.min(by: { entries[$0].used < entries[$1].used }) {
            bytes -= entries.remove(at: oldest).preview.frame.byteCount
        }
    }

    mutating func removeAll() {
        entries = []
        bytes = 0
    }
}
