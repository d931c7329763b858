// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Tells the edge what the timeline has become, when it has changed.
    mutating func updateTimeline() {
        guard let index = lanes[0].track, playlists.tracks[index].playlist != nil else { return }
        let track = playlists.tracks[index]
        var next: Timeline
        if track.isLive {
            let edge = max(track.start, playlists.liveStart(track))
            let window = TimeRange(start: track.start, end: edge)
            next = Timeline(
                kind: window.duration > configuration.shortestWindow ? .dvr : .live, duration: nil, seekable: window, livePosition: edge,
                targetDuration: track.targetDuration)
            if next.kind == .live { next.seekable = TimeRange(start: edge, end: edge) }
        } else {
            next = Timeline(
                kind: .onDemand, duration: track.end, seekable: TimeRange(start: track.start, end: track.end),
                targetDuration: track.targetDuration)
        }
        next.dateOfZero = track.dateOfZero
        guard next != timeline else { return }
        timeline = next
        actions.append(.timeline(next))
    }

    /// Tells of the date ranges of the main lane's playlist, when they have changed.
    mutating func tellDateRanges(_ index: Int) {
        guard lanes[0].track == index, let playlist = playlists.tracks[index].playlist, !dateRanges.isEmpty || !playlist.dateRanges.isEmpty,
            let zero = timeline?.dateOfZero ?? playlists.tracks[index].dateOfZero
        else { return }
        var ranges = TimedDateRange.all(of: playlist, dateOfZero: zero)
        var told: [String: TimedDateRange] = [:]
        for range in dateRanges { told[range.id] = range }
        for place in ranges.indices {
            // The timeline's dates are rounded anew with each reload: what moves by less than a picture or two has not moved.
            guard let known = told[ranges[place].id], (known.start - ranges[place].start).magnitude < 0.1
            else { continue }
            ranges[place].start = known.start
            if let end = ranges[place].end, let knownEnd = known.end, (end - knownEnd).magnitude < 0.1 { ranges[place].end = knownEnd }
        }
        guard ranges != dateRanges else { return }
        dateRanges = ranges
        actions.append(.dateRanges(ranges))
    }

    /// Plans what interrupts the primary anew, where date ranges say so.
    ///
    /// - Parameter changed: the track whose playlist came.
    mutating func planInterstitials(_ changed: Int) {
        // Words that are shown have segments of a minute: nothing is heard or seen of where those begin.
        let sound = lanes[1].isActive ? lanes[1].track : nil
        guard let index = lanes[0].track, changed == index || changed == sound, let playlist = playlists.tracks[index].playlist,
            !interstitials.events.isEmpty || playlist.dateRanges.contains(where: { $0.isInterstitial })
        else { return }
        var others: [(playlist: MediaPlaylist, shift: Double)] = []
        if let sound, sound != index, let list = playlists.tracks[sound].playlist { others.append((list, playlists.tracks[sound].shift)) }
        let known = interstitials
        let changes = interstitials.plan(
            playlist, dateOfZero: timeline?.dateOfZero ?? playlists.tracks[index].dateOfZero, shift: playlists.tracks[index].shift,
            beside: others)
        // One that is come back from at a boundary needs those that the playlist has by then.
        let comesBack = interstitials != known && interstitials.events.contains { $0.snapsIn }
        if comesBack || !changes.isEmpty { actions.append(.interstitials(interstitials)) }
        guard !changes.isEmpty else { return }
        var text = String(interstitials.events.count) + " planned"
        for (name, ids) in [("new", changes.added), ("changed", changes.changed), ("gone", changes.removed)] where !ids.isEmpty {
            text += ", " + name + ": " + ids.prefix(8).joined(separator: " ")
        }
        note(.interstitial, text)
    }
}
