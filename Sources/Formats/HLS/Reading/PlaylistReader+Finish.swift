// SPDX-License-Identifier: Apache-2.0

/// Checks and values that need the complete text.
extension PlaylistReader {
    mutating func finish() -> PlaylistReading {
        if isStopped { return PlaylistReading(playlist: nil, diagnostics: diagnostics) }
        guard isPlaylist else {
            conclude(.notAPlaylist, "no line of the text is a playlist tag", "give the URL of an M3U8 playlist")
            return PlaylistReading(playlist: nil, diagnostics: diagnostics)
        }
        if media.version < requiredVersion {
            lineNumber = 0
            let (needed, stated) = (requiredVersion, media.version)
            deviation(
                .version, 0, "the playlist uses features of version \(needed) but states \(stated)", "write #EXT-X-VERSION:\(needed)")
        }
        if kind == .multivariant {
            finishMultivariant()
            return PlaylistReading(playlist: .multivariant(multivariant), diagnostics: diagnostics)
        }
        finishMedia()
        var reading = PlaylistReading(playlist: .media(media), diagnostics: diagnostics)
        reading.isAddressList = isAddressList
        return reading
    }

    private mutating func finishMedia() {
        if segment.duration != nil { deviation(.missingURI, 0, "the last EXTINF has no URI", "write the segment's URI") }
        lineNumber = 0
        let hasUpcoming = !segment.parts.isEmpty || (media.partTarget != nil && !media.isEndList)
        if !hasUpcoming { keepLastDate() }
        extrapolateDates()
        if hasUpcoming {
            let length = segment.parts.isEmpty ? 0 : segment.partsEnd - segment.start
            segment.title = ""
            var upcoming = segment.take(
                uri: URIReference("", base: baseURL), duration: length, index: media.segments.count, sequence: media.nextSequence,
                byteRange: nil)
            if media.segments.isEmpty, upcoming.parts.isEmpty {
                media.unknownTags += upcoming.unknownTags
                upcoming.unknownTags = []
            }
            media.upcoming = upcoming
        } else {
            media.unknownTags += segment.unknownTags
        }
        for range in media.dateRanges where range.classification == Interstitial.classification && range.interstitial == nil {
            deviation(
                .missingAttribute, 0, "the interstitial \(range.id) has neither X-ASSET-URI nor X-ASSET-LIST", "add one of them")
        }
        if !hasSeen(.targetDuration) {
            deviation(.missingTag, 0, "EXT-X-TARGETDURATION is missing", "write the longest segment's duration, rounded")
        }
        if media.targetDuration == 0 || isStrict { measureTarget() }
        if isStrict { checkMedia() }
    }

    /// Uses the date of a segment yet to come as the end of the last one.
    private mutating func keepLastDate() {
        guard segment.firstDated == nil, let date = segment.date, !media.segments.isEmpty else { return }
        let last = media.segments.count - 1
        media.segments[last].programDateTime = date - media.segments[last].duration
        media.segments[last].statesProgramDateTime = true
        segment.firstDated = last
    }

    /// Extrapolates the dates of segments before the first stated one, which may be that of the segment yet to come.
    private mutating func extrapolateDates() {
        let first = segment.firstDated ?? media.segments.count
        guard var date = first < media.segments.count ? media.segments[first].programDateTime : segment.date else { return }
        for index in stride(from: first - 1, through: 0, by: -1) {
            date -= media.segments[index].duration
            media.segments[index].programDateTime = date
        }
    }

    private mutating func measureTarget() {
        var longest = 0.0
        for segment in media.segments { longest = max(longest, segment.duration) }
        let rounded = Int(longest.rounded(.toNearestOrAwayFromZero))
        if media.targetDuration == 0 {
            media.targetDuration = rounded
        } else if rounded > media.targetDuration {
            let target = media.targetDuration
            deviation(
                .consistency, 0, "a segment lasts \(rounded) s when rounded, longer than the target of \(target) s",
                "raise EXT-X-TARGETDURATION")
        }
    }

    private mutating func checkMedia() {
        let hasParts = media.upcoming?.parts.isEmpty == false
        if hasParts, media.partTarget == nil { deviation(.missingTag, 0, "parts without EXT-X-PART-INF", "add the tag") }
        if let target = media.partTarget, let hold = media.serverControl.partHoldBack, hold < 2 * target {
            deviation(.consistency, 0, "PART-HOLD-BACK is below twice the part target", "raise it")
        }
        if media.partTarget != nil, media.serverControl.partHoldBack == nil, !media.isEndList { missing("PART-HOLD-BACK", .serverControl) }
        if let hold = media.serverControl.holdBack, hold < 3 * Double(media.targetDuration) {
            deviation(.consistency, 0, "HOLD-BACK is below three target durations", "raise it")
        }
        if let until = media.serverControl.canSkipUntil, until < 6 * Double(media.targetDuration) {
            deviation(.consistency, 0, "CAN-SKIP-UNTIL is below six target durations", "raise it")
        }
        if media.kind == .onDemand, !media.isEndList { deviation(.missingTag, 0, "a VOD playlist without EXT-X-ENDLIST", "add the tag") }
        if !media.dateRanges.isEmpty, segment.firstDated == nil, media.skip == nil {
            deviation(.missingTag, 0, "date ranges without EXT-X-PROGRAM-DATE-TIME", "state the date of a segment")
        }
        checkParts()
        checkClasses()
    }

    private mutating func finishMultivariant() {
        if pendingVariant != nil { deviation(.missingURI, 0, "the last variant has no URI", "write it on the next line") }
        lineNumber = 0
        multivariant.version = media.version
        multivariant.defines = media.defines
        multivariant.start = media.start
        multivariant.unknownTags = media.unknownTags
        if isStrict { checkGroups() }
    }

    private mutating func checkGroups() {
        var groups: [Set<String>] = [[], [], [], []]
        for rendition in multivariant.renditions { groups[Int(rendition.kind.rawValue)].insert(rendition.groupID) }
        for variant in multivariant.variants {
            check(variant.audioGroup, in: groups[0], "AUDIO")
            check(variant.videoGroup, in: groups[1], "VIDEO")
            check(variant.subtitlesGroup, in: groups[2], "SUBTITLES")
            if case .group(let group) = variant.closedCaptions { check(group, in: groups[3], "CLOSED-CAPTIONS") }
        }
        let scored = multivariant.variants.filter { $0.score != nil }.count
        if scored != 0, scored != multivariant.variants.count {
            deviation(.consistency, 0, "some variants have a SCORE and some have none", "give it to all or none")
        }
        checkRenditions()
        checkVariants()
        checkSessions()
    }

    private mutating func check(_ group: String?, in groups: Set<String>, _ attribute: StaticString) {
        guard let group, !groups.contains(group) else { return }
        deviation(.consistency, 0, "\(attribute.text) names the group \(group), which has no EXT-X-MEDIA", "add the rendition")
    }
}
