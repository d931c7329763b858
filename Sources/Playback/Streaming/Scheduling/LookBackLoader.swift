// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Loads segments before the first one of a run, one at a time, for the image subtitles inside them.
///
/// Nobody watches these segments, so each waits until playback has enough in its buffer, and its failure has no consequences.
struct LookBackLoader: Sendable {
    private enum State {
        case idle
        /// Seconds on the item's timeline.
        case requested(before: Double)
        case loading(LoadID)
    }

    private var state = State.idle

    /// Seconds of the main content type that are buffered before a segment is loaded, unless it has ended.
    static let minBuffer = 4.0

    /// - Parameter time: the start of what is loaded already, in seconds; nil cancels.
    mutating func request(before time: Double?, _ out: inout SessionOutput) {
        if case .loading(let id) = state { out.cancel(id) }
        state = .idle
        if let time, time.isFinite { state = .requested(before: time) }
    }

    mutating func pump(_ loader: inout StreamLoader) {
        guard case .requested(let time) = state, loader.media.playhead.isRunning, let index = loader.media.states[.main].track,
            loader.media.states[.main].hasEnded || loader.media.playhead.buffered(.main) >= Self.minBuffer
        else { return }
        state = .idle
        let track = loader.playlists.tracks[index]
        guard let segment = Self.segment(before: time, in: track, loader.selection.exclusions, at: loader.now) else { return }
        var load = track.describe(segment, contentType: .main, stream: loader.media.states[.main].stream)
        load.startsRun = true
        let id = loader.load(.subtitles(load), for: .lookBack, limits: loader.configuration.limitsOfLoads.segment)
        loader.note(
            .segment, "\(segment.sequence) of " + shortName(track.url) + " for subtitles before " + decimalText(time, decimals: 3) + " s")
        state = .loading(id)
    }

    mutating func finished() { state = .idle }

    mutating func failed(_ failure: LoadFailure, _ loader: inout StreamLoader) {
        loader.note(.segment, "for earlier subtitles failed: " + failure.message)
        state = .idle
    }

    /// The segment that contains what is just before a time; nil if it isn't available, or belongs to another discontinuity.
    static func segment(before time: Double, in track: PlaylistTrack, _ exclusions: ExclusionList, at now: Instant) -> MediaSegment? {
        guard let segments = track.playlist?.segments, let here = track.position(at: time + 0.001) else { return nil }
        var position = here
        // A run may begin with a part of a segment.
        if time - track.range(segments[here]).start < 0.05 {
            guard here > 0, segments[here - 1].discontinuitySequence == segments[here].discontinuitySequence else { return nil }
            position = here - 1
        }
        return segments[position].isGap || exclusions.isUnusable(segments[position], at: now) ? nil : segments[position]
    }
}
