// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Where one media playlist lies in time beside another of the same presentation.
enum PlaylistAlignment {
    /// Seconds from the playlist's own timeline to the item's, given the model's shift; nil when nothing relates the two.
    ///
    /// Whole presentations begin together. Live playlists are matched by date, then by sequence numbers as far as their
    /// discontinuities agree, then by the first discontinuity that both have, then by their ends.
    static func shift(of playlist: MediaPlaylist, to model: MediaPlaylist, shiftedBy modelShift: Double) -> Double? {
        guard let first = playlist.segments.first ?? playlist.upcoming, let modelFirst = model.segments.first ?? model.upcoming else {
            return nil
        }
        let starts = playlist.mediaSequence == 0 && model.mediaSequence == 0
        if playlist.isEndList, model.isEndList, playlist.mediaSequence == model.mediaSequence || starts {
            return modelFirst.start + modelShift - first.start
        }
        if let date = first.programDateTime, let modelDate = modelFirst.programDateTime {
            return modelFirst.start + modelShift + (date - modelDate) - first.start
        }
        if let shift = bySequence(playlist, model) { return shift + modelShift }
        if let shift = byDiscontinuity(playlist, model) { return shift + modelShift }
        guard let last = playlist.upcoming ?? playlist.segments.last, let modelLast = model.upcoming ?? model.segments.last else {
            return nil
        }
        return modelLast.end + modelShift - last.end
    }

    private static func bySequence(_ playlist: MediaPlaylist, _ model: MediaPlaylist) -> Double? {
        let low = max(playlist.mediaSequence, model.mediaSequence)
        let high = min(playlist.nextSequence, model.nextSequence)
        guard low < high else { return nil }
        let here = playlist.segments[Int(low - playlist.mediaSequence)]
        let there = model.segments[Int(low - model.mediaSequence)]
        guard here.discontinuitySequence == there.discontinuitySequence else { return nil }
        return there.start - here.start
    }

    private static func byDiscontinuity(_ playlist: MediaPlaylist, _ model: MediaPlaylist) -> Double? {
        var starts: [UInt64: Double] = [:]
        for segment in model.segments where segment.isDiscontinuity { starts[segment.discontinuitySequence] = segment.start }
        guard !starts.isEmpty else { return nil }
        for segment in playlist.segments where segment.isDiscontinuity {
            if let start = starts[segment.discontinuitySequence] { return start - segment.start }
        }
        return nil
    }
}
