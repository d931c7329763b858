// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

extension PlaybackFacts {
    /// The state of playback, with what is buffered of each content type.
    /// - Parameters:
    ///   - text: the span around the position for which text is loaded.
    ///   - dropped: kinds whose samples were dropped by a seek. Their content type then counts as empty.
    init(_ playback: Playback, of media: PresentedMedia, _ tracks: ItemTracks, text: TimeRange?, dropped: Set<TrackKind>) {
        var ends: [ContentType: Double] = [:]
        var starts: [ContentType: Double] = [:]
        for contentType in media.mediaContentTypes {
            for kind in media.kinds(of: contentType) where media.kinds.isEmpty || media.kinds.contains(kind) {
                guard !dropped.contains(kind) else {
                    (ends[contentType], starts[contentType]) = (playback.position, playback.position)
                    break
                }
                guard let range = tracks.buffered(kind) else { continue }
                ends[contentType] = min(ends[contentType] ?? range.end, range.end)
                starts[contentType] = max(starts[contentType] ?? range.start, range.start)
            }
        }
        if let text { (ends[.subtitles], starts[.subtitles]) = (text.end, text.start) }
        self.init(
            position: playback.position, rate: playback.rate, wantsToPlay: playback.wantsToPlay, isStalled: playback.isStalled,
            bufferedEnd: ends, bufferedStart: starts, droppedFrames: playback.droppedFrames)
    }
}
