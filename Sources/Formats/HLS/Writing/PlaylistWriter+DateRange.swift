// SPDX-License-Identifier: Apache-2.0

extension PlaylistWriter {
    mutating func dateRange(_ range: DateRange) {
        begin("EXT-X-DATERANGE")
        string("ID", range.id)
        string("CLASS", range.classification)
        date("START-DATE", range.startDate)
        if let cue = range.cue {
            var words: [String] = []
            if cue.isPre { words.append("PRE") }
            if cue.isPost { words.append("POST") }
            if cue.isOnce { words.append("ONCE") }
            list("CUE", words)
        }
        date("END-DATE", range.endDate)
        decimal("DURATION", range.duration)
        decimal("PLANNED-DURATION", range.plannedDuration)
        hexadecimal("SCTE35-CMD", range.scte35Command)
        hexadecimal("SCTE35-OUT", range.scte35Out)
        hexadecimal("SCTE35-IN", range.scte35In)
        yes("END-ON-NEXT", range.isEndOnNext)
        if let interstitial = range.interstitial { self.interstitial(interstitial) }
        others(range.clientAttributes)
        end()
    }

    private mutating func interstitial(_ interstitial: Interstitial) {
        switch interstitial.asset {
        case .playlist(let uri): string("X-ASSET-URI", uri.text)
        case .list(let uri): string("X-ASSET-LIST", uri.text)
        }
        decimal("X-RESUME-OFFSET", interstitial.resumeOffset)
        decimal("X-PLAYOUT-LIMIT", interstitial.playoutLimit)
        list("X-SNAP", words(("OUT", interstitial.snapsOut), ("IN", interstitial.snapsIn)))
        list("X-RESTRICT", words(("SKIP", interstitial.restrictsSkip), ("JUMP", interstitial.restrictsJump)))
        if interstitial.occupies == .range { string("X-TIMELINE-OCCUPIES", "RANGE") }
        if interstitial.style == .primary { string("X-TIMELINE-STYLE", "PRIMARY") }
        if !interstitial.mayVary { string("X-CONTENT-MAY-VARY", "NO") }
        decimal("X-SKIP-CONTROL-OFFSET", interstitial.skipControlOffset)
        decimal("X-SKIP-CONTROL-DURATION", interstitial.skipControlDuration)
        string("X-SKIP-CONTROL-LABEL-ID", interstitial.skipControlLabelID)
    }

    private func words(_ first: (String, Bool), _ second: (String, Bool)) -> [String] {
        (first.1 ? [first.0] : []) + (second.1 ? [second.0] : [])
    }
}
