// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

/// Writes consecutive segments, with persistent tags only where they change.
struct SegmentWriter {
    /// In a delta update, the index of the listed segment whose keys must be written even if there are none.
    let firstKeyed: Int?
    private var keys: [Key] = []
    private var map: [InitializationMap] = []
    private var bitrate: Int?
    private var index = 0

    init(firstKeyed: Int?) { self.firstKeyed = firstKeyed }

    mutating func write(_ segment: MediaSegment, isUpcoming: Bool, to writer: inout PlaylistWriter) {
        if index == firstKeyed, segment.keys.isEmpty { writer.text("#EXT-X-KEY:METHOD=NONE\n" as StaticString) }
        index += 1
        if segment.isDiscontinuity { writer.line("EXT-X-DISCONTINUITY") }
        if segment.statesProgramDateTime, let date = segment.programDateTime {
            writer.begin("EXT-X-PROGRAM-DATE-TIME")
            DateTimeText.write(date, into: &writer.bytes)
            writer.end()
        }
        if segment.mapTable != map, let new = segment.map {
            change(to: new.keys, &writer)
            writer.begin("EXT-X-MAP")
            writer.string("URI", new.uri.text)
            writer.range("BYTERANGE", new.byteRange)
            writer.end()
            map = segment.mapTable
        }
        if segment.keys != keys { change(to: segment.keys, &writer) }
        if let rate = segment.bitrate, rate != bitrate {
            writer.line("EXT-X-BITRATE", UInt64(clamping: rate))
            bitrate = rate
        }
        if segment.isGap { writer.line("EXT-X-GAP") }
        if let tiles = segment.tiles {
            writer.begin("EXT-X-TILES")
            writer.size("RESOLUTION", width: tiles.size.width, height: tiles.size.height)
            writer.size("LAYOUT", width: tiles.columns, height: tiles.rows)
            writer.decimal("DURATION", tiles.duration)
            writer.end()
        }
        for part in segment.parts { write(part, &writer) }
        if isUpcoming {
            writer.unknown(segment.unknownTags)
            return
        }
        writer.begin("EXTINF")
        writer.number(segment.duration)
        writer.bytes.append(UInt8(ascii: ","))
        writer.text(segment.title)
        writer.end()
        if let range = segment.byteRange {
            writer.begin("EXT-X-BYTERANGE")
            writer.range(range)
            writer.end()
        }
        writer.unknown(segment.unknownTags)
        writer.text(segment.uri.text)
        writer.end()
    }

    /// Writes a key tag after the last segment, which only records that there was one.
    func finish(_ writer: inout PlaylistWriter) {
        if index == firstKeyed { writer.text("#EXT-X-KEY:METHOD=NONE\n" as StaticString) }
    }

    private func write(_ part: PartialSegment, _ writer: inout PlaylistWriter) {
        writer.begin("EXT-X-PART")
        writer.decimal("DURATION", part.duration)
        writer.string("URI", part.uri.text)
        writer.range("BYTERANGE", part.byteRange)
        writer.yes("INDEPENDENT", part.isIndependent)
        writer.yes("GAP", part.isGap)
        writer.end()
    }

    /// Keys of existing formats can be replaced and new ones added; any other change needs METHOD=NONE first.
    private mutating func change(to new: [Key], _ writer: inout PlaylistWriter) {
        var reached = keys
        var changed: [Key] = []
        for key in new where !keys.contains(key) {
            changed.append(key)
            if let index = reached.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
                reached[index] = key
            } else {
                reached.append(key)
            }
        }
        if reached != new {
            writer.text("#EXT-X-KEY:METHOD=NONE\n" as StaticString)
            changed = new
        }
        for key in changed { writer.key("EXT-X-KEY", key) }
        keys = new
    }
}
