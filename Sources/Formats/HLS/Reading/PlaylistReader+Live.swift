// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Tags of Low-Latency HLS and of delta updates (RFC 8216bis 4.4.4.9 and 4.4.5).
extension PlaylistReader {
    mutating func readPart(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let uri = uri(), let duration = decimal("DURATION") else {
            missing("URI or DURATION", .part)
            return
        }
        if segment.parts.isEmpty { segment.partsEnd = segment.start }
        var part = PartialSegment(
            uri: uri, duration: duration, start: segment.partsEnd, isIndependent: isYes("INDEPENDENT"), isGap: isYes("GAP"))
        if let text = string("BYTERANGE") {
            var text = text
            if let range = text.withUTF8({ byteRange($0.trimmed, column) }) {
                part.byteRange = placed(range.length, range.offset, uri.text, after: segment.lastPartRange)
            }
        }
        segment.lastPartRange = part.byteRange.map { (uri.text, $0.end) }
        segment.partsEnd += duration
        segment.parts.append(part)
        if segment.parts.count > options.limits.items { tooMany("parts") }
    }

    mutating func readSkip(_ value: ByteText, _ column: Int) {
        require(9)
        split(value, column)
        guard let count = integer("SKIPPED-SEGMENTS"), count < 1 << 40, media.mediaSequence < UInt64.max - count else {
            missing("SKIPPED-SEGMENTS", .skip)
            return
        }
        guard media.segments.isEmpty else {
            deviation(.misplacedTag, 0, "EXT-X-SKIP is after a segment", "write it before the first segment")
            return
        }
        // A key before the tag applies to the listed segments, since the skipped ones keep theirs.
        var skip = Skip(skippedSegments: count, firstKeyed: segment.isKeyed ? 0 : nil)
        if let removed = string("RECENTLY-REMOVED-DATERANGES") {
            require(10)
            var ids: [String] = []
            for id in removed.utf8.split(separator: 0x09) { ids.append(String(Substring(id))) }
            skip.recentlyRemovedDateRanges = ids
        }
        media.skip = skip
    }

    mutating func readPreloadHint(_ value: ByteText, _ column: Int) {
        split(value, column)
        let type = token("TYPE")
        guard let uri = uri(), type == "PART" || type == "MAP" else {
            missing("TYPE or URI", .preloadHint)
            return
        }
        let start = count("BYTERANGE-START") ?? 0
        var length = count("BYTERANGE-LENGTH")
        if let known = length, known > Int.max - start { length = nil }
        let kind = type == "PART" ? PreloadHint.Kind.part : .map
        if media.preloadHints.contains(where: { $0.kind == kind }) {
            deviation(.misplacedTag, 0, "two preload hints of the same type", "keep the nearer one")
        }
        media.preloadHints.append(
            PreloadHint(kind: kind, uri: uri, byteRangeStart: start, byteRangeLength: length))
        // Each one is compared with those before it.
        if media.preloadHints.count > min(1000, options.limits.items) { tooMany("preload hints") }
    }

    mutating func readRenditionReport(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let uri = uri() else {
            missing("URI", .renditionReport)
            return
        }
        if URIComponents(uri.text).scheme != nil {
            deviation(.attribute, column, "the URI of a rendition report is absolute", "write it relative to the playlist's")
        }
        media.renditionReports.append(RenditionReport(uri: uri, lastSequence: integer("LAST-MSN"), lastPart: count("LAST-PART")))
        if media.renditionReports.count > options.limits.items { tooMany("rendition reports") }
    }
}
