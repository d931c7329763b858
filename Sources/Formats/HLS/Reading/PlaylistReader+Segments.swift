// SPDX-License-Identifier: Apache-2.0

internal import WindowboxMedia

/// Tags about segments (RFC 8216bis 4.4.4).
extension PlaylistReader {
    mutating func readDuration(_ value: ByteText, _ column: Int) {
        if segment.duration != nil { deviation(.missingURI, 0, "two EXTINF without a URI between them", "write the segment's URI") }
        let comma = value.commaBeforeTitle
        let text = value.slice(0, comma ?? value.count).trimmed
        if let comma {
            let title = value.slice(from: comma + 1).trimmed
            segment.title = title.isEmpty ? "" : title.string
        }
        guard let duration = DecimalText.parse(text) ?? leadingNumber(text), duration >= 0, duration < 1e9 else {
            deviation(.duration, column, "the duration is not a positive number of seconds", "write seconds such as 6.006")
            segment.duration = Double(media.targetDuration)
            return
        }
        segment.duration = duration
        if requiredVersion < 3, text.position(of: UInt8(ascii: ".")) != nil { require(3) }
    }

    /// The duration before attributes, as some IPTV channel lists write it: `-1 tvg-id=…`, `6.006 foo`.
    private mutating func leadingNumber(_ text: ByteText) -> Double? {
        guard let blank = text.position(of: 0x20) else { return nil }
        deviation(.duration, 0, "text follows the duration", "put a comma between duration and title")
        return DecimalText.parse(text.slice(0, blank)).map { max(0, $0) }
    }

    mutating func addSegment(_ uri: consuming URIReference) {
        kind = .media
        guard let duration = segment.duration else {
            deviation(.missingDuration, 0, "a URI without EXTINF before it", "write the segment's duration")
            return
        }
        var range: ByteRange?
        if let stated = segment.byteRange {
            range = placed(stated.length, stated.offset, uri.text, after: segment.lastRange)
            segment.lastRange = range.map { (uri.text, $0.end) }
        } else if segment.lastRange != nil {
            segment.lastRange = nil
        }
        let sequence = media.nextSequence
        if sequence == .max { tooMany("media sequence numbers") }
        media.segments.append(
            segment.take(uri: uri, duration: duration, index: media.segments.count, sequence: sequence, byteRange: range))
        if media.segments.count > options.limits.segments { tooMany("segments") }
    }

    /// A byte range; without an offset it starts at the end of the previous range of the same resource.
    mutating func placed(_ length: Int, _ offset: Int?, _ uri: String, after last: (uri: String, end: Int)?) -> ByteRange? {
        var start = offset
        if start == nil, let last, last.uri == uri { start = last.end }
        if start == nil {
            // Players continue at the previous range's end even for another resource, because one file may have several names.
            deviation(.byteRange, 0, "a byte range without an offset does not follow another", "write length@offset")
            start = last?.end
        }
        let from = start ?? 0
        guard length <= Int.max - from else {
            deviation(.byteRange, 0, "the end of a byte range is too large", "write a smaller offset or length")
            return nil
        }
        return ByteRange(length: length, offset: from)
    }

    mutating func readByteRange(_ value: ByteText, _ column: Int) {
        require(4)
        segment.byteRange = byteRange(value.trimmed, column)
    }

    mutating func byteRange(_ text: ByteText, _ column: Int) -> (length: Int, offset: Int?)? {
        let at = text.position(of: UInt8(ascii: "@"))
        if let length = Self.integer(text.slice(0, at ?? text.count).trimmed), length <= UInt64(Int.max) {
            guard let at else { return (Int(length), nil) }
            let rest = text.slice(from: at + 1).trimmed
            if rest.isEmpty, !isStrict {
                deviation(.byteRange, column + at, "no offset after the @", "write length@offset")
                return (Int(length), nil)
            }
            if let offset = Self.integer(rest), offset <= UInt64(Int.max) { return (Int(length), Int(offset)) }
        }
        deviation(.byteRange, column, "not a byte range", "write length@offset")
        return nil
    }

    mutating func readDate(_ value: ByteText, _ column: Int) {
        guard let (seconds, hasOffset) = DateTimeText.parse(value.trimmed) else {
            deviation(.value, column, "EXT-X-PROGRAM-DATE-TIME is not a date", "write it as 2010-02-19T14:54:23.031Z")
            return
        }
        if !hasOffset, isStrict { report(.warning, .value, column, "the date has no time zone", "add Z or an offset") }
        segment.date = seconds
    }

    mutating func readBitrate(_ value: ByteText, _ column: Int) {
        guard let rate = Self.integer(value.trimmed) else {
            deviation(.value, column, "EXT-X-BITRATE is not a whole number of kilobits", "write digits only")
            return
        }
        segment.bitrate = Int(clamping: rate)
    }

    mutating func readTiles(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let size = resolution("RESOLUTION"), let layout = resolution("LAYOUT"), let duration = decimal("DURATION") else {
            missing("RESOLUTION, LAYOUT or DURATION", .tiles)
            return
        }
        segment.tiles = [Tiles(size: size, columns: layout.width, rows: layout.height, duration: duration)]
    }
}
