// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

extension ViewerSession {
    /// A live playlist in which this session's ads replace content.
    func live(_ origin: MediaPlaylist, _ rendition: ContentRendition) async throws -> MediaPlaylist {
        while true {
            let before = record.marks
            var clock = record.ledgers[rendition.name] ?? LiveLedger()
            let times = clock.timesFollowing(origin)
            let timeline = BreakTimeline(origin, times: times, reader: parts.settings.cues)
            note(timeline.problems)
            let edge = times.last.map {
                StitchedSession.Edge(
                    time: $0, targetDuration: Double(origin.targetDuration), startOffset: origin.start?.timeOffset ?? 0,
                    windowStart: times.first)
            }
            try await decide(timeline.breaks, edge)
            let known = replacements
            let result = await stitched(origin, rendition)
            guard known == replacements else { continue }
            note(result.problems)
            if result.ledger.isRenumbered(since: record.ledgers[rendition.name] ?? LiveLedger()) {
                parts.journal.note(.init(.originRenumbered, at: parts.now), of: id)
            }
            record.ledgers[rendition.name] = result.ledger
            // If another process was first, its ledgers count.
            guard record.marks != before, try await !keep() else { return result.playlist }
        }
    }

    /// Stitches a playlist with the decisions so far; the ledger isn't updated.
    private func stitched(_ origin: MediaPlaylist, _ rendition: ContentRendition) async -> LiveStitch.Result {
        let mappings = await self.mappings()
        let isCounted = record.session.configuration.reporting == .server && rendition.kind == .variant
        var locations: [String: [AdSegmentLocation]] = [:]
        if isCounted {
            for entry in record.session.breaks {
                for (slot, item) in (entry.decision?.slots ?? []).enumerated() where item.ad != nil {
                    locations[item.creativeKey, default: []].append(AdSegmentLocation(index: entry.index, slot: slot))
                }
            }
        }
        let breaks = record.session.liveBreaks { slot in
            guard let playlist = mappings[slot.creativeKey]?.playlist(for: rendition) else { return nil }
            // Playlists are requested in the order of breaks and slots.
            guard slot.ad != nil, let location = locations[slot.creativeKey]?.first else { return playlist }
            locations[slot.creativeKey]?.removeFirst()
            return location.counted(playlist, rendition)
        }
        var stitch = LiveStitch()
        stitch.targetDuration = parts.settings.targetDuration
        stitch.keepsMarkers = parts.settings.keepsMarkers
        if let snap = parts.settings.snap { stitch.snap = snap }
        var result = stitch.apply(to: origin, breaks: breaks, ledger: record.ledgers[rendition.name] ?? LiveLedger())
        // They refer to the origin's playlists, with the origin's numbers.
        result.playlist.renditionReports = []
        return result
    }

    /// The report for another rendition, with this session's numbers (RFC 8216bis 4.4.5.4).
    func report(of sibling: MediaPlaylist, _ rendition: ContentRendition, _ uri: URIReference) async -> RenditionReport {
        BlockingReload.report(uri, of: await stitched(sibling, rendition).playlist)
    }
}
