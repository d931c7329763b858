// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// Aligns the timeline of a media playlist with another one of the same presentation.
enum PlaylistAlignment {
    /// Seconds from the playlist's own timeline to the item's, given the model's shift; nil if nothing relates the two.
    ///
    /// Complete presentations start together, unless their dates say that one was cut a little earlier. Live playlists are matched by date,
    /// then by sequence numbers if their discontinuities agree, then by the first discontinuity they share, then by their ends.
    static func shift(of playlist: MediaPlaylist, to model: MediaPlaylist, shiftedBy modelShift: Double) -> Double? {
        guard let first = playlist.segments.first ?? playlist.upcoming, let modelFirst = model.segments.first ?? model.upcoming else {
            return nil
        }
        let dated = byDate(playlist, model)
        let starts = playlist.mediaSequence == 0 && model.mediaSequence == 0
        if playlist.isEndList, model.isEndList, playlist.mediaSequence == model.mediaSequence || starts {
            let together = modelFirst.start - first.start
            let step = Double(max(playlist.targetDuration, model.targetDuration))
            // Dates of renditions encoded at different times can't be compared.
            guard let dated, (dated - together).magnitude < step else { return together + modelShift }
            return dated + modelShift
        }
        if let shift = dated ?? bySequence(playlist, model) ?? byDiscontinuity(playlist, model) { return shift + modelShift }
        guard let last = playlist.upcoming ?? playlist.segments.last, let modelLast = model.upcoming ?? model.segments.last else {
            return nil
        }
        return modelLast.end + modelShift - last.end
    }

    /// Seconds from the playlist's own timeline to the model's, by the dates of two segments as close as possible to each other and to the
    /// live edge; nil without dates. Takes logarithmic time.
    ///
    /// Dates may jump at a discontinuity, so both segments have the same discontinuity sequence number if possible.
    static func byDate(_ playlist: MediaPlaylist, _ model: MediaPlaylist) -> Double? {
        guard let last = playlist.segments.last ?? playlist.upcoming, let modelLast = model.segments.last ?? model.upcoming else {
            return nil
        }
        var (here, there) = (last, modelLast)
        let number = min(last.discontinuitySequence, modelLast.discontinuitySequence)
        if let run = run(of: number, in: playlist.segments), let modelRun = Self.run(of: number, in: model.segments) {
            here = playlist.segments[run.upperBound - 1]
            there = model.segments[modelRun.upperBound - 1]
            if let date = here.programDateTime {
                there = model.segments[nearest(to: date, in: model.segments, modelRun)]
                // If this playlist reaches further, its own segment at the model's date is nearer.
                if let modelDate = there.programDateTime, modelDate < date {
                    here = playlist.segments[nearest(to: modelDate, in: playlist.segments, run)]
                }
            }
        }
        guard let date = here.programDateTime, let modelDate = there.programDateTime else { return nil }
        let shift = there.start + (date - modelDate) - here.start
        return areNear(playlist, model, shift) ? shift : nil
    }

    /// Two loads from about the same moment overlap or nearly do: dates that put them hours apart are wrong.
    private static func areNear(_ playlist: MediaPlaylist, _ model: MediaPlaylist, _ shift: Double) -> Bool {
        guard let first = playlist.segments.first ?? playlist.upcoming, let modelFirst = model.segments.first ?? model.upcoming else {
            return false
        }
        let start = first.start + shift
        let between = max(modelFirst.start - (start + playlist.duration), start - (modelFirst.start + model.duration))
        return between <= max(60, playlist.duration, model.duration)
    }

    /// The index range of the segments with a discontinuity sequence number.
    private static func run(of number: UInt64, in segments: SegmentList) -> Range<Int>? {
        let start = firstIndex(in: segments, 0..<segments.count) { $0.discontinuitySequence >= number }
        let end = firstIndex(in: segments, start..<segments.count) { $0.discontinuitySequence > number }
        return start < end ? start..<end : nil
    }

    /// The last segment of a run that doesn't start after a date, or the run's first segment.
    private static func nearest(to date: Double, in segments: SegmentList, _ run: Range<Int>) -> Int {
        let after = firstIndex(in: segments, run) { ($0.programDateTime ?? .infinity) > date }
        return max(after - 1, run.lowerBound)
    }

    /// Binary search: the first index of a range whose segment and all later ones fit; the range's end if none does.
    private static func firstIndex(in segments: SegmentList, _ range: Range<Int>, _ fits: (MediaSegment) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if fits(segments[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
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
