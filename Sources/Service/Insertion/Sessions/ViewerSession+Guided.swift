// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxStitcher

// In guided mode, the player fetches the ads: the playlist marks breaks, and each break's asset list contains its ads.
extension ViewerSession {
    /// - Parameter marked: the breaks of a recording; nil for a live playlist, whose markers are read each time.
    func guided(_ content: MediaPlaylist, _ marked: BreakTimeline?) async -> MediaPlaylist {
        var guide = GuidedPlaylist(assetList: record.named("assets.json"))
        guide.keepsMarkers = false
        guard let marked else {
            var clock = LiveLedger()
            let times = clock.times(of: content)
            let timeline = BreakTimeline(content, times: times, reader: parts.settings.cues)
            let result = guide.apply(to: content, breaks: timeline.breaks, times: times)
            note(timeline.problems + result.problems)
            return result.playlist
        }
        // Overlays are not interstitials.
        let found = await breaks(in: marked, duration: content.duration).filter { hasVideos($0.id) }
        return guide.apply(to: content, breaks: found).playlist
    }

    /// - Returns: the asset list as JSON.
    /// - Throws: ``InsertionError`` if the stream has no such break.
    func assets(of breakID: String, startOffset: Double) async throws -> [UInt8] {
        if record.session.breaks.first(where: { $0.id == breakID })?.decision == nil { try await find(breakID) }
        guard let entry = record.session.breaks.first(where: { $0.id == breakID }), let decision = entry.decision else {
            throw InsertionError(.notFound, "There is no such break in the stream.")
        }
        for slot in decision.slots where parts.creativeCache.creative(slot.creativeKey) == nil { _ = await mapping(of: slot) }
        var skip: AssetListResponse.Skip?
        if decision.ads.count == 1, let offset = decision.ads[0].skipOffset { skip = .init(offset: offset) }
        // The ads' segments don't pass through this service, so only the player can report them.
        let response = AssetListResponse(decision, startOffset: startOffset, skip: skip, signals: true) {
            parts.creativeCache.creative($0.creativeKey).map { parts.settings.adDelivery.address($0.address) }
        }
        return response.json
    }

    private func find(_ breakID: String) async throws {
        guard case .multivariant(let content) = try await parts.origins.playlist(at: record.origin), let first = content.variants.first
        else {
            return
        }
        switch try await parts.origins.playlist(at: record.address(first.uri.url)) {
        case .multivariant: return
        case .recorded(let prepared, let marked, _):
            let found = await breaks(in: marked, duration: prepared.boundaries.last ?? 0)
            try await decide(found.filter { $0.id == breakID }, nil)
        case .live(let playlist, _):
            var clock = LiveLedger()
            let times = clock.times(of: playlist)
            guard let end = times.last else { return }
            let found = BreakTimeline(playlist, times: times, reader: parts.settings.cues).breaks.filter { $0.id == breakID }
            // A list may be requested before its break is reached.
            let time = found.map(\.start).reduce(end, max)
            try await decide(found, .init(time: time, targetDuration: Double(playlist.targetDuration), windowStart: times.first))
        }
    }
}
