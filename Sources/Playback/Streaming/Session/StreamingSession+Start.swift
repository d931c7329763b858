// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func start(at position: StartPosition) {
        guard phase == .idle else { return }
        telemetry.began(at: now)
        report(state: "s")
        wantedStart = position
        phase = .loadingRoot
        loadRoot()
    }

    mutating func loadRoot() {
        root.retryAt = nil
        root.load = load(.playlist(source), for: .root, limits: configuration.limitsOfLoads.playlist)
    }

    /// The first playlist came: choose, and ask for the media playlists of all lanes at once.
    mutating func begin(_ playlist: MultivariantPlaylist) {
        root.multivariant = playlist
        selection.catalogue = Catalogue(playlist, capabilities: configuration.capabilities)
        for (index, entry) in selection.catalogue.variants.enumerated() {
            if let reason = entry.description.excluded { note(.variant, "excluded " + selection.variantText(index) + ": " + reason) }
        }
        guard !selection.catalogue.ladder.isEmpty else {
            presentation = selection.catalogue.presentation(lanes: [])
            if let presentation { actions.append(.presentation(presentation)) }
            let reason = selection.catalogue.variants.first?.description.excluded ?? "the playlist lists no variant"
            fail(
                StreamingError(
                    .noPlayableVariant,
                    message: "none of " + String(selection.catalogue.variants.count) + " variants can be played: " + reason,
                    url: source.url))
            return
        }
        selection.pathway = playlist.contentSteering?.pathwayID ?? selection.catalogue.pathways[0]
        if !selection.catalogue.pathways.contains(selection.pathway) { selection.pathway = selection.catalogue.pathways[0] }
        chooseFirstStreams()
        phase = .loadingTracks
        announcePresentation()
        for lane in Lane.allCases { assignTrack(lane) }
        if let tag = playlist.contentSteering { beginSteering(tag) }
    }

    /// The source is a media playlist itself: the one variant.
    mutating func begin(_ playlist: MediaPlaylist, url: String) {
        selection.catalogue = Catalogue(media: source.url)
        selection.pathway = selection.catalogue.pathways[0]
        lanes[0].isActive = true
        quality.grid = QualityGrid(variants: [0], catalogue: selection.catalogue)
        phase = .loadingTracks
        announcePresentation()
        lanes[0].track = playlists.index(of: source.url)
        playlists.tracks[0].requested = now
        accept(playlist, in: 0)
    }

    mutating func announcePresentation() {
        var active: [Lane] = []
        for lane in lanes where lane.isActive { active.append(lane.lane) }
        var described = selection.catalogue.presentation(lanes: active)
        let source =
            selection.catalogue.variants[lanes[0].stream].source(selection.pathway)
            ?? selection.catalogue.variants[lanes[0].stream].sources[0]
        if source.audioGroup != nil, lanes[1].stream < selection.catalogue.audio.count { described.chosenAudio = lanes[1].stream }
        if lanes[2].isActive { described.chosenSubtitles = lanes[2].stream }
        guard described != presentation else { return }
        presentation = described
        actions.append(.presentation(described))
    }

    /// The main lane's first playlist is there: where to begin follows from it.
    mutating func beginPlaying() {
        guard let index = lanes[0].track, let playlist = playlists.tracks[index].playlist else { return }
        phase = .running
        let track = playlists.tracks[index]
        let (position, isPrecise) = firstPosition(track, playlist)
        startPosition = position
        facts.position = position
        for lane in 0..<lanes.count { lanes[lane].restart(at: position, notBefore: isPrecise && position > track.start ? position : nil) }
        note(.start, "at " + decimalText(position, decimals: 3) + " s, " + selection.variantText(lanes[0].stream))
        updateTimeline()
        switch wantedStart {
        case .automatic where position == 0: break
        case .time(let asked) where asked == position: break
        default: actions.append(.jump(to: position))
        }
    }

    private func firstPosition(_ track: MediaTrack, _ playlist: MediaPlaylist) -> (Double, isPrecise: Bool) {
        let last = max(track.start, track.isLive ? playlists.liveStart(track) : track.end - 0.001)
        let range = TimeRange(start: track.start, end: last)
        switch wantedStart {
        case .time(let time): return (range.clamp(time.isFinite ? time : 0), true)
        case .date(let date):
            if let zero = track.dateOfZero { return (range.clamp(date - zero), true) }
        case .behindLive(let distance): return (range.clamp(distance.isFinite ? last - distance : last), true)
        case .automatic: break
        }
        if let start = playlist.start ?? root.multivariant?.start {
            let time = range.clamp(start.timeOffset < 0 ? track.end + start.timeOffset : track.start + start.timeOffset)
            if start.isPrecise { return (time, true) }
            guard let place = track.position(at: time) else { return (time, false) }
            return (track.range(playlist.segments[place]).start, false)
        }
        return track.isLive ? (last, true) : (track.start, false)
    }
}
