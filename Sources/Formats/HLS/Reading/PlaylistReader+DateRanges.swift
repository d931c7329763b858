// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// EXT-X-DATERANGE (RFC 8216bis 4.4.5.1 and appendix D).
extension PlaylistReader {
    mutating func readDateRange(_ value: ByteText, _ column: Int) {
        split(value, column)
        guard let id = string("ID") else {
            missing("ID", .dateRange)
            return
        }
        var range = DateRange(id: id, startDate: date("START-DATE"))
        range.classification = string("CLASS")
        range.endDate = date("END-DATE")
        range.duration = decimal("DURATION")
        range.plannedDuration = decimal("PLANNED-DURATION")
        range.isEndOnNext = isYes("END-ON-NEXT")
        if !range.isEndOnNext, attributes.take("END-ON-NEXT") != nil {
            deviation(.attribute, column, "END-ON-NEXT is not YES", "remove it")
        }
        range.scte35Command = hexadecimal("SCTE35-CMD")
        range.scte35Out = hexadecimal("SCTE35-OUT")
        range.scte35In = hexadecimal("SCTE35-IN")
        let cues = list("CUE")
        let cue = DateRange.Cue(isPre: cues.contains("PRE"), isPost: cues.contains("POST"), isOnce: cues.contains("ONCE"))
        // A CUE with only unknown words is ignored.
        if cue != DateRange.Cue() { range.cue = cue }
        range.interstitial = interstitial()
        range.clientAttributes = otherAttributes()
        check(range, column)
        if let index = dateRangeIndex[id] {
            if let name = media.dateRanges[index].conflict(with: range) {
                deviation(.consistency, 0, "\(name.text) differs from that of an earlier tag with this ID", "use the same value in both")
            }
            media.dateRanges[index].add(range)
        } else {
            if range.startDate == nil { missing("START-DATE", .dateRange) }
            dateRangeIndex[id] = media.dateRanges.count
            media.dateRanges.append(range)
            if media.dateRanges.count > options.limits.items { tooMany("date ranges") }
        }
    }

    private mutating func check(_ range: DateRange, _ column: Int) {
        if let start = range.startDate, let end = range.endDate, end < start {
            deviation(.consistency, column, "the range ends before it starts", "correct END-DATE")
        }
        // Allows for dates rounded to milliseconds.
        if let start = range.startDate, let end = range.endDate, let duration = range.duration, abs(start + duration - end) > 0.002 {
            deviation(.consistency, column, "END-DATE is not START-DATE plus DURATION", "keep one of them")
        }
        if range.isEndOnNext, range.classification == nil { missing("CLASS", .dateRange) }
        if range.isEndOnNext, range.duration != nil || range.endDate != nil {
            deviation(.consistency, column, "END-ON-NEXT with a stated end", "remove DURATION and END-DATE")
        }
        if let cue = range.cue, cue.isPre, cue.isPost { deviation(.consistency, column, "CUE has both PRE and POST", "keep one") }
    }

    /// The interstitial in the current attributes; its `X-` attributes are consumed only if it names an asset.
    private mutating func interstitial() -> Interstitial? {
        var asset: Interstitial.Asset?
        if let uri = uri("X-ASSET-URI") { asset = .playlist(uri) }
        if let list = uri("X-ASSET-LIST") {
            if asset == nil {
                asset = .list(list)
            } else {
                deviation(.consistency, 0, "an interstitial with both X-ASSET-URI and X-ASSET-LIST", "keep one of them")
            }
        }
        guard let asset else { return nil }
        var interstitial = Interstitial(asset: asset)
        interstitial.resumeOffset = decimal("X-RESUME-OFFSET", allowsNegative: true)
        interstitial.playoutLimit = decimal("X-PLAYOUT-LIMIT")
        let snap = list("X-SNAP")
        interstitial.snapsOut = snap.contains("OUT")
        interstitial.snapsIn = snap.contains("IN")
        let restrictions = list("X-RESTRICT")
        interstitial.restrictsSkip = restrictions.contains("SKIP")
        interstitial.restrictsJump = restrictions.contains("JUMP")
        if string("X-TIMELINE-OCCUPIES") == "RANGE" { interstitial.occupies = .range }
        if string("X-TIMELINE-STYLE") == "PRIMARY" { interstitial.style = .primary }
        if string("X-CONTENT-MAY-VARY") == "NO" { interstitial.mayVary = false }
        interstitial.skipControlOffset = decimal("X-SKIP-CONTROL-OFFSET")
        interstitial.skipControlDuration = decimal("X-SKIP-CONTROL-DURATION")
        interstitial.skipControlLabelID = string("X-SKIP-CONTROL-LABEL-ID")
        return interstitial
    }
}
