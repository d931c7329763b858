// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    mutating func start(at position: StartPosition) {
        guard phase == .idle else { return }
        reports.began = now
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
        catalogue = Catalogue(playlist, capabilities: configuration.capabilities)
        for (index, entry) in catalogue.variants.enumerated() {
            if let reason = entry.description.excluded { note(.variant, "excluded " + variantText(index) + ": " + reason) }
        }
        guard !catalogue.ladder.isEmpty else {
            presentation = catalogue.presentation(lanes: [])
            if let presentation { actions.append(.presentation(presentation)) }
            let reason = catalogue.variants.first?.description.excluded ?? "the playlist lists no variant"
            fail(
                StreamingError(
                    .noPlayableVariant, message: "none of " + String(catalogue.variants.count) + " variants can be played: " + reason,
                    url: source.url))
            return
        }
        pathway = playlist.contentSteering?.pathwayID ?? catalogue.pathways[0]
        if !catalogue.pathways.contains(pathway) { pathway = catalogue.pathways[0] }
        chooseFirstStreams()
        phase = .loadingTracks
        announcePresentation()
        for lane in Lane.allCases { assignTrack(lane) }
        if let tag = playlist.contentSteering { beginSteering(tag) }
    }

    /// The source is a media playlist itself: the one variant.
    mutating func begin(_ playlist: MediaPlaylist, url: String) {
        catalogue = Catalogue(media: source.url)
        pathway = catalogue.pathways[0]
        lanes[0].isActive = true
        grid = QualityGrid(variants: [0], catalogue: catalogue)
        phase = .loadingTracks
        announcePresentation()
        lanes[0].track = playlists.index(of: source.url)
        playlists.tracks[0].requested = now
        accept(playlist, in: 0)
    }

    mutating func announcePresentation() {
        var active: [Lane] = []
        for lane in lanes where lane.isActive { active.append(lane.lane) }
        var described = catalogue.presentation(lanes: active)
        let source = catalogue.variants[lanes[0].stream].source(pathway) ?? catalogue.variants[lanes[0].stream].sources[0]
        if source.audioGroup != nil, lanes[1].stream < catalogue.audio.count { described.chosenAudio = lanes[1].stream }
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
        note(.start, "at " + decimalText(position, decimals: 3) + " s, " + variantText(lanes[0].stream))
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

    func variantText(_ index: Int) -> String {
        guard index < catalogue.variants.count else { return "variant " + String(index) }
        let variant = catalogue.variants[index].description
        var text = "variant " + String(index)
        if let size = variant.size { text += " " + String(size.width) + "x" + String(size.height) }
        if variant.bandwidth > 0 { text += " " + rateText(Double(variant.bandwidth)) }
        return text
    }
}
