// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamLoader {
    /// Starts with the streams of a multivariant playlist and requests their media playlists.
    mutating func begin(_ playlist: MultivariantPlaylist, url: String) throws(StreamingError) {
        let catalogue = StreamCatalogue(playlist, capabilities: configuration.capabilities)
        selection.begin(catalogue, pathway: playlist.contentSteering?.pathwayID)
        for (index, entry) in catalogue.variants.enumerated() {
            if let reason = entry.description.excluded { note(.variant, "excluded " + selection.variantText(index) + ": " + reason) }
        }
        guard !catalogue.ladder.isEmpty else {
            item.announce(catalogue.presentation(contentTypes: []), &out)
            let reason = catalogue.variants.first?.description.excluded ?? "the playlist lists no variant"
            throw StreamingError(
                .noPlayableVariant,
                message: "none of " + String(catalogue.variants.count) + " variants can be played: " + reason, url: url)
        }
        chooseFirstStreams()
        media.playhead.enter(.loadingTracks)
        publishPresentation()
        for contentType in ContentType.allCases { assignTrack(contentType) }
    }

    /// Starts with a media playlist at the item's own URL; it becomes track 0.
    mutating func begin(url: String) {
        let catalogue = StreamCatalogue(media: url)
        selection.begin(catalogue)
        media.states[.main].setActive(true)
        media.quality.setWindow(SegmentWindow(variants: [0], catalogue: catalogue))
        media.playhead.enter(.loadingTracks)
        publishPresentation()
        let index = playlists.index(of: url)
        media.states[.main].follow(index)
        playlists.loadedWithItem(index, at: now)
    }

    /// Handles an accepted playlist: playback starts with the first main one.
    /// - Parameter start: EXT-X-START of the multivariant playlist.
    mutating func accepted(_ index: Int, default start: PlaylistStart?) {
        playlists.accepted(index, isMain: isMain(index), at: now)
        if media.playhead.phase == .loadingTracks, isMain(index) { beginPlaying(index, default: start) }
        if media.playhead.isRunning { updateTimeline() }
        updateItem(index)
    }

    private mutating func beginPlaying(_ index: Int, default start: PlaylistStart?) {
        let requested = media.playhead.requested
        let track = playlists.tracks[index]
        let (position, isPrecise) = requested.position(in: track, of: playlists, default: start)
        media.playhead.begin(at: position)
        for contentType in ContentType.allCases {
            media.states[contentType].restart(at: position, notBefore: isPrecise && position > track.start ? position : nil)
        }
        note(.start, "at " + decimalText(position, decimals: 3) + " s, " + selection.variantText(media.states[.main].stream))
        updateTimeline()
        switch requested {
        case .automatic where position == 0: break
        case .time(let asked) where asked == position: break
        default: out.append(.jump(to: position))
        }
    }
}
