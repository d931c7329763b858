// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Tags about a playlist as a whole (RFC 8216bis 4.4.1 to 4.4.3).
extension PlaylistReader {
    mutating func readVersion(_ value: ByteText, _ column: Int) {
        guard let number = whole(value, column, .version), number > 0 else { return }
        media.version = Int(clamping: min(number, 1_000_000))
    }

    mutating func readStart(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let offset = decimal("TIME-OFFSET", allowsNegative: true) else {
            missing("TIME-OFFSET", .start)
            return
        }
        media.start = PlaylistStart(timeOffset: offset, isPrecise: isYes("PRECISE"))
    }

    mutating func readTargetDuration(_ value: ByteText, _ column: Int) {
        let text = value.trimmed
        if let seconds = Self.integer(text) {
            media.targetDuration = Int(clamping: min(seconds, 1 << 30))
            return
        }
        deviation(.value, column, "EXT-X-TARGETDURATION is not a whole number of seconds", "write digits only")
        if let seconds = DecimalText.parse(text), seconds >= 0 { media.targetDuration = Int(min(seconds.rounded(.up), 1e9)) }
    }

    mutating func readMediaSequence(_ value: ByteText, _ column: Int) {
        if !media.segments.isEmpty {
            deviation(.misplacedTag, 0, "EXT-X-MEDIA-SEQUENCE is after a segment", "write it before the first segment")
            return
        }
        guard let number = whole(value, column, .mediaSequence) else { return }
        if let skip = media.skip, number >= UInt64.max - skip.skippedSegments {
            deviation(.value, column, "the skipped segments' numbers are not below 2^64", "write the number of the first skipped one")
            return
        }
        media.mediaSequence = number
    }

    mutating func readDiscontinuitySequence(_ value: ByteText, _ column: Int) {
        let isLate = !media.segments.isEmpty || segment.isDiscontinuity
        if isLate {
            deviation(
                .misplacedTag, 0, "EXT-X-DISCONTINUITY-SEQUENCE is after a segment or a discontinuity", "write it before both")
        }
        // After a discontinuity or a stated number it is ambiguous which of them is right.
        if isLate, segment.isDiscontinuity || segment.discontinuities > 0 { return }
        guard let number = whole(value, column, .discontinuitySequence) else { return }
        media.discontinuitySequence = number
        segment.discontinuities = number
        for index in media.segments.indices { media.segments[index].discontinuitySequence = number }
    }

    mutating func readPlaylistType(_ value: ByteText, _ column: Int) {
        let text = value.trimmed
        if text.equals("VOD") {
            media.kind = .onDemand
        } else if text.equals("EVENT") {
            media.kind = .event
        } else {
            deviation(.value, column, "EXT-X-PLAYLIST-TYPE is neither EVENT nor VOD", "write EVENT or VOD, or remove the tag")
        }
    }

    mutating func readServerControl(_ value: ByteText, _ column: Int) {
        split(value, column)
        let control = ServerControl(
            canBlockReload: isYes("CAN-BLOCK-RELOAD"), canSkipUntil: decimal("CAN-SKIP-UNTIL"),
            canSkipDateRanges: isYes("CAN-SKIP-DATERANGES"),
            holdBack: decimal("HOLD-BACK"), partHoldBack: decimal("PART-HOLD-BACK"))
        media.serverControl = control
        if control.canSkipDateRanges, control.canSkipUntil == nil { missing("CAN-SKIP-UNTIL", .serverControl) }
    }

    /// The value of a tag that consists of a number.
    private mutating func whole(_ value: ByteText, _ column: Int, _ tag: Tag) -> UInt64? {
        let text = value.trimmed
        if let number = Self.integer(text) { return number }
        deviation(.value, column, "\(tag.name) is not an integer below 2^64", "write digits only")
        guard let number = DecimalText.parse(text), number >= 0, number < 9e18 else { return nil }
        return UInt64(number)
    }
}
