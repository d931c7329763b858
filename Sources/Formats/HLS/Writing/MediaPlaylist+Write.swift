// SPDX-License-Identifier: Apache-2.0

extension MediaPlaylist {
    /// The playlist in UTF-8, with URLs as written. Parsing it gives an equal value, provided that a playlist can express the value.
    public func write() -> [UInt8] {
        PlaylistWriter.playlist(version: version, defines: defines) { writer in
            writeHeader(&writer)
            writer.unknown(unknownTags)
            if let skip {
                writer.begin("EXT-X-SKIP")
                writer.integer("SKIPPED-SEGMENTS", skip.skippedSegments)
                if let removed = skip.recentlyRemovedDateRanges {
                    if removed.isEmpty {
                        writer.string("RECENTLY-REMOVED-DATERANGES", "")
                    } else {
                        writer.list("RECENTLY-REMOVED-DATERANGES", removed, separator: 0x09)
                    }
                }
                writer.end()
            }
            for range in dateRanges { writer.dateRange(range) }
            var state = SegmentWriter(firstKeyed: skip?.firstKeyed)
            for segment in segments { state.write(segment, isUpcoming: false, to: &writer) }
            if let upcoming { state.write(upcoming, isUpcoming: true, to: &writer) }
            state.finish(&writer)
            writeEdge(&writer)
        }
    }

    private func writeHeader(_ writer: inout PlaylistWriter) {
        writer.line("EXT-X-TARGETDURATION", UInt64(clamping: targetDuration))
        // Written even if it is 0: some players consider a playlist without it complete and never reload it.
        if mediaSequence != 0 || !isEndList { writer.line("EXT-X-MEDIA-SEQUENCE", mediaSequence) }
        if discontinuitySequence != 0 { writer.line("EXT-X-DISCONTINUITY-SEQUENCE", discontinuitySequence) }
        if let kind {
            writer.begin("EXT-X-PLAYLIST-TYPE")
            writer.text(kind == .event ? "EVENT" as StaticString : "VOD")
            writer.end()
        }
        if isIFramesOnly { writer.line("EXT-X-I-FRAMES-ONLY") }
        if isImagesOnly { writer.line("EXT-X-IMAGES-ONLY") }
        if isIndependentSegments { writer.line("EXT-X-INDEPENDENT-SEGMENTS") }
        writer.start(start)
        if serverControl != ServerControl() {
            writer.begin("EXT-X-SERVER-CONTROL")
            writer.yes("CAN-BLOCK-RELOAD", serverControl.canBlockReload)
            writer.decimal("CAN-SKIP-UNTIL", serverControl.canSkipUntil)
            writer.yes("CAN-SKIP-DATERANGES", serverControl.canSkipDateRanges)
            writer.decimal("HOLD-BACK", serverControl.holdBack)
            writer.decimal("PART-HOLD-BACK", serverControl.partHoldBack)
            writer.end()
        }
        if let partTarget {
            writer.begin("EXT-X-PART-INF")
            writer.decimal("PART-TARGET", partTarget)
            writer.end()
        }
    }

    private func writeEdge(_ writer: inout PlaylistWriter) {
        for hint in preloadHints {
            writer.begin("EXT-X-PRELOAD-HINT")
            writer.token("TYPE", hint.kind == .part ? "PART" : "MAP")
            writer.string("URI", hint.uri.text)
            if hint.byteRangeStart != 0 { writer.integer("BYTERANGE-START", hint.byteRangeStart) }
            writer.integer("BYTERANGE-LENGTH", hint.byteRangeLength)
            writer.end()
        }
        for report in renditionReports {
            writer.begin("EXT-X-RENDITION-REPORT")
            writer.string("URI", report.uri.text)
            writer.integer("LAST-MSN", report.lastSequence)
            writer.integer("LAST-PART", report.lastPart)
            writer.end()
        }
        if isEndList { writer.line("EXT-X-ENDLIST") }
    }
}
