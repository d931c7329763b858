// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The item as last reported to the caller: its streams, timeline, interstitials and date ranges. Each is reported again only when it
/// changes.
struct ItemDescription: Sendable {
    private(set) var presentation: Presentation?
    private(set) var timeline: Timeline?
    private(set) var interstitials = InterstitialSchedule()
    private(set) var dateRanges: [TimedDateRange] = []

    mutating func announce(_ presentation: Presentation, _ out: inout SessionOutput) {
        guard presentation != self.presentation else { return }
        self.presentation = presentation
        out.append(.presentation(presentation))
    }

    /// Updates the timeline from the main playlist.
    /// - Parameter minimumWindow: seconds; a shorter live window isn't seekable.
    mutating func updateTimeline(
        _ track: PlaylistTrack, _ playlists: PlaylistLibrary, minimumWindow: Double, _ out: inout SessionOutput
    ) {
        var next: Timeline
        if track.isLive {
            let edge = max(track.start, playlists.liveStart(track))
            let window = TimeRange(start: track.start, end: edge)
            // Of some streams the window is as short as the delay from the live edge, so it would come and go with each reload.
            let returns = timeline?.kind == .live ? 2 * track.targetDuration : 0
            let isSeekable = Timeline.isWindow(window, ofAtLeast: max(minimumWindow, returns))
            next = Timeline(
                kind: isSeekable ? .dvr : .live, duration: nil, seekable: window, livePosition: edge,
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
        out.append(.timeline(next))
    }

    /// Reports the date ranges of the main playlist.
    mutating func updateDateRanges(_ track: PlaylistTrack, _ out: inout SessionOutput) {
        guard let playlist = track.playlist, !dateRanges.isEmpty || !playlist.dateRanges.isEmpty,
            let zero = timeline?.dateOfZero ?? track.dateOfZero
        else { return }
        var ranges = TimedDateRange.all(of: playlist, dateOfZero: zero)
        var reported: [String: TimedDateRange] = [:]
        for range in dateRanges { reported[range.id] = range }
        for index in ranges.indices {
            // Each reload rounds the dates again: a move of less than a frame or two doesn't count.
            guard let known = reported[ranges[index].id], (known.start - ranges[index].start).magnitude < 0.1
            else { continue }
            ranges[index].start = known.start
            if let end = ranges[index].end, let knownEnd = known.end, (end - knownEnd).magnitude < 0.1 { ranges[index].end = knownEnd }
        }
        guard ranges != dateRanges else { return }
        dateRanges = ranges
        out.append(.dateRanges(ranges))
    }

    /// Schedules the interstitials of the main playlist again.
    /// - Parameter audio: the playlist of an audio rendition that plays with it. Subtitles don't count: their segments may last a minute,
    ///   and a break that snaps to their boundaries would be off by as much.
    mutating func planInterstitials(_ track: PlaylistTrack, audio: PlaylistTrack?, _ out: inout SessionOutput) {
        guard let playlist = track.playlist,
            !interstitials.events.isEmpty || playlist.dateRanges.contains(where: { $0.isInterstitial })
        else { return }
        var others: [(playlist: MediaPlaylist, shift: Double)] = []
        if let audio, let list = audio.playlist { others.append((list, audio.shift)) }
        let known = interstitials
        let changes = interstitials.plan(
            playlist, dateOfZero: timeline?.dateOfZero ?? track.dateOfZero, shift: track.shift, beside: others)
        // A break that ends on a segment boundary needs the boundaries that the playlist has by then.
        let comesBack = interstitials != known && interstitials.events.contains { $0.snapsIn }
        if comesBack || !changes.isEmpty { out.append(.interstitials(interstitials)) }
        guard !changes.isEmpty else { return }
        var text = String(interstitials.events.count) + " planned"
        for (name, ids) in [("new", changes.added), ("changed", changes.changed), ("gone", changes.removed)] where !ids.isEmpty {
            text += ", " + name + ": " + ids.prefix(8).joined(separator: " ")
        }
        out.note(.interstitial, text)
    }
}
