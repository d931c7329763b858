// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia

/// A small picture of an item, and the times that it is the nearest to.
struct Preview: Sendable {
    /// Its time is the picture's own place.
    var picture: VideoFrame
    var span: TimeRange
}

/// Previews of one item of one width, those used last within a number of bytes. A value.
struct PreviewShelf {
    private struct Entry {
        var preview: Preview
        var used: Int
    }

    let capacity: Int
    private var entries: [Entry] = []
    private var uses = 0
    private(set) var bytes = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Counts as a use.
    mutating func picture(nearest time: Double) -> VideoFrame? {
        guard let index = entries.firstIndex(where: { $0.preview.span.contains(time) || $0.preview.picture.time == time }) else {
            return nil
        }
        uses += 1
        entries[index].used = uses
        return entries[index].preview.picture
    }

    /// Of one picture that was found for several times, the times add up. What is larger than all of the room is not kept.
    mutating func add(_ preview: Preview) {
        uses += 1
        if let index = entries.firstIndex(where: { $0.preview.picture.time == preview.picture.time }) {
            let span = entries[index].preview.span
            entries[index].preview.span = TimeRange(start: min(span.start, preview.span.start), end: max(span.end, preview.span.end))
            entries[index].used = uses
            return
        }
        let size = preview.picture.byteCount
        guard size <= capacity else { return }
        entries.append(Entry(preview: preview, used: uses))
        bytes += size
        while bytes > capacity, let oldest = entries.indices.min(by: { entries[$0].used < entries[$1].used }) {
            bytes -= entries.remove(at: oldest).preview.picture.byteCount
        }
    }

    mutating func removeAll() {
        entries = []
        bytes = 0
    }
}
