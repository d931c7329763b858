// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// The playback position and state, as last reported by the caller and changed by seeks and jumps since.
struct Playhead: Sendable {
    enum Phase: Hashable, Sendable {
        case idle, loadingRoot, loadingTracks, running, over
    }

    private(set) var phase = Phase.idle
    /// The requested start position, until playback has started.
    private(set) var requested = StartPosition.automatic
    /// Where playback started, in seconds; nil until the first media playlist is loaded.
    private(set) var start: Double?
    private(set) var facts = PlaybackFacts(position: 0, rate: 0, wantsToPlay: false, isStalled: false)
    private(set) var hasPlayed = false
    /// The last seek was within the buffer, according to the last report.
    private var isSeekBuffered = false
    private var hasRejoined = false
    /// The stream has long stretches without keyframes, so searching for one costs too much.
    private(set) var hasSparseKeyFrames = false

    var position: Double { facts.position }
    var isRunning: Bool { phase == .running }
    /// Whether the streams have been chosen.
    var hasStreams: Bool { phase == .running || phase == .loadingTracks }

    /// Seconds until a content type runs out of buffer.
    func buffered(_ contentType: ContentType) -> Double {
        guard isRunning else { return 0 }
        return max(0, (facts.bufferedEnd[contentType] ?? facts.position) - facts.position)
    }

    mutating func request(_ position: StartPosition) { requested = position }
    mutating func enter(_ phase: Phase) { self.phase = phase }
    mutating func markKeyFramesSparse() { hasSparseKeyFrames = true }

    mutating func begin(at position: Double) {
        phase = .running
        start = position
        facts.position = position
    }

    /// Updates the playback facts. Ignores a position that isn't finite.
    mutating func played(_ next: PlaybackFacts) {
        let before = facts.position
        facts = next
        if !next.position.isFinite { facts.position = before }
        if next.rate > 0 { hasPlayed = true }
    }

    mutating func jump(to position: Double) { facts.position = position }

    /// Continues at another place of the live window, after the position has left it.
    mutating func rejoin(at position: Double) {
        facts.position = position
        hasRejoined = true
    }

    /// Whether the position has left the live window and come back; resets the flag.
    mutating func takeRejoining() -> Bool {
        defer { hasRejoined = false }
        return hasRejoined
    }

    mutating func seek(to position: Double, isHeld: Bool) {
        facts.position = position
        facts.isStalled = false
        isSeekBuffered = isHeld
    }

    /// Whether the last seek was within the buffer; resets the flag.
    mutating func takeHeldSeek() -> Bool {
        defer { isSeekBuffered = false }
        return isSeekBuffered
    }

    /// The queued samples of a content type were discarded and are loaded again from a time on.
    mutating func discarded(_ contentType: ContentType, from time: Double) {
        facts.bufferedEnd[contentType] = time
        facts.bufferedStart[contentType] = time
    }
}

extension StartPosition {
    /// Where playback starts in a playlist.
    /// - Parameter default: EXT-X-START of the multivariant playlist; that of the media playlist takes precedence.
    /// - Returns: seconds on the item's timeline, and whether samples before it are dropped.
    func position(
        in track: PlaylistTrack, of playlists: PlaylistLibrary, default multivariantStart: PlaylistStart?
    ) -> (position: Double, isPrecise: Bool) {
        let last = max(track.start, track.isLive ? playlists.liveStart(track) : track.end - 0.001)
        let range = TimeRange(start: track.start, end: last)
        switch self {
        case .time(let time): return (range.clamp(time.isFinite ? time : 0), true)
        case .date(let date):
            if let zero = track.dateOfZero { return (range.clamp(date - zero), true) }
        case .behindLive(let distance): return (range.clamp(distance.isFinite ? last - distance : last), true)
        case .automatic: break
        }
        if let playlist = track.playlist, let start = playlist.start ?? multivariantStart {
            let time = range.clamp(start.timeOffset < 0 ? track.end + start.timeOffset : track.start + start.timeOffset)
            if start.isPrecise { return (time, true) }
            guard let index = track.position(at: time) else { return (time, false) }
            return (track.range(playlist.segments[index]).start, false)
        }
        return track.isLive ? (last, true) : (track.start, false)
    }
}

extension Instant {
    /// The earlier of two moments; `moment` counts only if it is after `now`.
    static func earlier(_ known: Instant?, _ moment: Instant?, after now: Instant) -> Instant? {
        guard let moment, moment > now else { return known }
        if let known, known <= moment { return known }
        return moment
    }
}
