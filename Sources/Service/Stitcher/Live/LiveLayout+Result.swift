// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension LiveLayout {
    consuming func result() -> LiveStitch.Result {
        var playlist = origin
        var problems = problems
        let first = segments.first ?? upcoming
        if let first {
            playlist.mediaSequence = first.sequence
            // The tag before the first segment is still in the playlist and must not be counted twice.
            playlist.discontinuitySequence = first.discontinuitySequence &- (first.isDiscontinuity ? 1 : 0)
        }
        // The playlist's first segment states its date even in the middle of an ad.
        if origin.segments.first?.statesProgramDateTime == true, !segments.isEmpty { segments[0].statesProgramDateTime = true }
        var time = origin.segments.first?.start ?? 0
        for index in segments.indices { segments[index].place(at: &time) }
        if upcoming != nil { upcoming?.place(at: &time) }
        let ads = segments.contains { $0.map != nil } ? 6 : 1
        playlist.version = max(origin.version, ads)
        let longest = segments.reduce(0.0) { max($0, $1.duration) }
        playlist.targetDuration = max(stitch.targetDuration, origin.targetDuration)
        if Int(min(longest, 1e6).rounded()) > playlist.targetDuration {
            playlist.targetDuration = Int(min(longest, 1e6).rounded())
            problems.append("An ad has segments longer than the target of \(max(stitch.targetDuration, origin.targetDuration)) s.")
        }
        if !origin.isEndList, segments.reduce(0, { $0 + $1.duration }) < Double(LiveStitch.shortestWindow * playlist.targetDuration) {
            problems.append("The playlist is shorter than three target durations.")
        }
        playlist.segments = SegmentList(segments)
        playlist.upcoming = upcoming
        if let hints { playlist.preloadHints = hints }
        playlist.preloadHints = playlist.preloadHints.map { hint in
            var hint = hint
            hint.uri = URIReference(hint.uri.url)
            return hint
        }
        playlist.defines = []
        if !stitch.keepsMarkers { playlist.dropMarkers() }
        lowLatency(&playlist)
        return LiveStitch.Result(playlist: playlist, ledger: ledger, problems: problems)
    }

    /// The constraints on content and ads together (RFC 8216bis 4.4.3.7 and 4.4.3.8).
    private func lowLatency(_ playlist: inout MediaPlaylist) {
        playlist.serverControl = stitch.serverControl ?? origin.serverControl
        let target = Double(playlist.targetDuration)
        playlist.serverControl.holdBack = playlist.serverControl.holdBack.map { max($0, 3 * target) }
        playlist.serverControl.canSkipUntil = playlist.serverControl.canSkipUntil.map { max($0, 6 * target) }
        guard let own = origin.partTarget else { return }
        let parts = playlist.segments.suffix(16).flatMap(\.parts) + (playlist.upcoming?.parts ?? [])
        let partTarget = parts.reduce(own) { max($0, $1.duration) }
        playlist.partTarget = partTarget
        playlist.serverControl.partHoldBack = max(playlist.serverControl.partHoldBack ?? 0, 3 * partTarget)
    }
}
