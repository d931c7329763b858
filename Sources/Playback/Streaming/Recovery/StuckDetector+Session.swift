// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StuckDetector {
    /// How to recover stuck playback.
    enum Remedy: Hashable, Sendable {
        /// Load everything again from the current position.
        case reload
        /// Seconds on the item's timeline.
        case jump(to: Double)
        case giveUp
    }

    /// Seconds of a hole in the caller's buffers that are jumped over without another attempt to load them.
    private static let longestJump = 10.0

    /// Checks whether playback advances and returns a remedy if it doesn't.
    /// - Parameters:
    ///   - before: the position at the previous check, in seconds.
    ///   - smallHole: seconds; a hole up to this size is jumped over at once.
    mutating func watch(
        _ media: MediaScheduler, _ playlists: PlaylistLibrary, before: Double, smallHole: Double, _ out: inout SessionOutput
    ) -> Remedy? {
        let playhead = media.playhead
        if playhead.position + 0.5 < before { reset() }
        let condition = Self.condition(media, playlists)
        let wantsToPlay = playhead.facts.wantsToPlay && !media.hasAllEnded(playlists)
        let finding = check(condition, position: playhead.position, wantsToPlay: wantsToPlay, at: out.now)
        watchAgain(at: playhead.facts.wantsToPlay ? deadline(condition) : nil)
        return finding.flatMap { finding in
            if finding == .idle, count <= 4, let end = Self.endOfGap(at: playhead.position, media, playlists) {
                out.note(.stuck, "nothing is listed " + spanText(playhead.position, end) + ": jumps it")
                return .jump(to: end)
            }
            return remedy(for: finding, at: playhead.position, smallHole: smallHole, &out)
        }
    }

    /// Where the playlist's next segment begins, if it has a gap at a position: a gap may be longer than what is loaded ahead.
    private static func endOfGap(at position: Double, _ media: MediaScheduler, _ playlists: PlaylistLibrary) -> Double? {
        guard let index = media.states[.main].track, let segments = playlists.tracks[index].playlist?.segments,
            var next = playlists.tracks[index].position(at: position + 0.01)
        else { return nil }
        let first = next
        while next < segments.count, segments[next].isGap { next += 1 }
        return next > first && next < segments.count ? playlists.tracks[index].range(segments[next]).start : nil
    }

    /// Why playback might not advance.
    static func condition(_ media: MediaScheduler, _ playlists: PlaylistLibrary) -> Condition {
        let (facts, position) = (media.playhead.facts, media.playhead.position)
        if let end = facts.resumesAt, end > position { return .unbuffered(until: end) }
        var hole: Double?
        var minimum = Double.infinity
        for contentType in media.states where contentType.isActive && contentType.contentType != .subtitles {
            let end = facts.bufferedEnd[contentType.contentType] ?? position
            let ahead = contentType.hasEnded && end > position ? Double.infinity : end - position
            minimum = min(minimum, ahead)
            if ahead > 0.05 { continue }
            // Media was loaded past the position, but there is none at it.
            for chunk in contentType.chunks where chunk.range.end > position + 0.05 {
                if chunk.sampleStart > position + 0.001 { hole = max(hole ?? 0, chunk.sampleStart) }
                break
            }
        }
        if minimum > 3 { return .buffered }
        if let hole { return .hole(until: hole) }
        for contentType in media.states where contentType.isActive {
            if contentType.flight != nil || contentType.retry.retryAt != nil { return .loading }
            if let index = contentType.track, playlists.tracks[index].load != nil || playlists.tracks[index].nextReload != nil {
                return .loading
            }
        }
        return minimum > 0.05 ? .loading : .idle
    }

    private func remedy(for finding: Condition, at position: Double, smallHole: Double, _ out: inout SessionOutput) -> Remedy? {
        guard count <= 4 else { return .giveUp }
        let location = decimalText(position, decimals: 3) + " s"
        switch finding {
        case .unbuffered(let until):
            // Samples that were there may have been evicted.
            if until - position > Self.longestJump, count == 1 {
                out.note(.stuck, "nothing is buffered " + spanText(position, until) + ": loads it again")
                return .reload
            }
            out.note(.stuck, "nothing is buffered " + spanText(position, until) + ": jumps it")
            return .jump(to: until)
        case .hole(let until):
            // The first time a large hole is found, its segments are loaded again.
            if until - position > smallHole, count == 1 {
                out.note(.stuck, "nothing lies at " + location + ": loads it again")
                return .reload
            }
            out.note(.stuck, "jumps the hole " + spanText(position, until))
            return .jump(to: until)
        case .buffered:
            out.note(.stuck, "stands at " + location + " with samples queued: nudged")
            return .jump(to: position + 0.1 * Double(count))
        case .idle:
            out.note(.stuck, "stands at " + location + " with nothing under way: loads again")
            return .reload
        case .loading: return nil
        }
    }
}
