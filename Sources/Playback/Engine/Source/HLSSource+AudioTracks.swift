// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

// Handles audio tracks muxed into the segments.
extension HLSSource {
    func select(_ selection: Selection) {
        if case .subtitles(let index) = selection { return selectSubtitles(index) }
        if case .audio(let index) = selection, media.hasMuxedAudio { selectAudio(index) }
        send(.select(selection))
    }

    /// - Parameter index: the index of an audio track in the segments; nil is the first one.
    func selectAudio(_ index: Int?) {
        media.selectAudio(index)
        guard let demuxer = demuxers[.main] else { return }
        demuxer.selectAudio(index ?? 0)
        reportPresentation()
    }

    /// Reports the subtitles in the segments, and the audio tracks in them when the playlist lists none.
    func reportPresentation() {
        guard var described = media.described(with: demuxers[.main]?.audioTracks) else { return }
        demuxers.pictures.describe(&described)
        facts(.presentation(described))
    }
}
