// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// Interprets a renderer's status.
extension RendererSession {
    /// In seconds. A larger lag means that somebody has seeked back on the renderer.
    private static let maxLag = 3.0

    mutating func apply(_ status: RendererStatus, _ now: Instant) -> [Output] {
        defer { schedulePoll(now) }
        let before = state
        state = status.state
        guard var playing, playing.isSet else { return [] }
        if status.hasFailed, playing.isStarted {
            return fail(CastingError(.unplayable, "The device failed to play the media; cast another format or variant."))
        }
        var outputs: [Output] = []
        if let duration = status.duration, playing.duration == nil, playing.media.hasRanges {
            playing.duration = duration
            outputs.append(.duration(item: playing.item, duration))
        }
        let isActive = status.state == .playing || status.state == .paused
        // Before the initial seek, the reported position is meaningless.
        if isActive, playing.start == nil, seek == nil, let position = status.position {
            // Most renderers report whole seconds, so within the same second our estimate is more precise.
            let reported = playing.itemPosition(of: position)
            let estimated = self.position(at: now) ?? reported
            let isNearer = playing.hasPlayed && before == status.state && estimated >= reported && estimated < reported + 1
            // Renderers estimate positions in audio without an index and correct them later, or stall without reporting it. Freeze
            // the time until they catch up.
            let lag = estimated - reported
            let isLate = playing.hasPlayed && before == .playing && state == .playing && lag >= 1 && lag < Self.maxLag
            (playing.position, playing.moment) = isLate ? (estimated, now + lag) : (isNearer ? estimated : reported, now)
        }
        if status.state == .playing { playing.hasPlayed = true }
        if status.state == .playing || status.state == .transitioning { playing.hasAttemptedPlayback = true }
        let isStuck = playing.isStuck(status, now)
        self.playing = playing
        if isStuck {
            return fail(CastingError(.unplayable, "The device makes no progress: it can't read the media; cast another format or variant."))
        }
        switch status.state {
        case .playing:
            if !playing.isStarted, before == .paused || before == .playing, !wantsPlaying {
                self.playing?.isStarted = true
                wantsPlaying = true
                outputs.append(.resumedThere)
            }
            outputs += report(.playing)
        case .paused:
            if playing.isStarted, wantsPlaying, playing.hasPlayed, before == .playing || before == .paused {
                self.playing?.isStarted = false
                wantsPlaying = false
                outputs.append(.pausedThere)
            }
            outputs += report(.paused)
        case .transitioning: outputs += report(playing.hasPlayed ? .stalled : .loading)
        case .stopped, .empty: outputs += stopped(at: status.position, now)
        case .other: break
        }
        return outputs
    }

    /// The renderer stopped without our request: at the end, at the device, or before it started.
    private mutating func stopped(at last: Double?, _ now: Instant) -> [Output] {
        guard let playing, playing.isStarted, !playing.hasEnded else { return [] }
        guard playing.hasPlayed else {
            // A very short item may have ended between two polls.
            if playing.hasAttemptedPlayback, let duration = playing.duration, duration < 2 * RendererPolling.interval { return ended() }
            // A renderer that tried and stopped has given up; one that hasn't tried yet may still start.
            guard playing.hasAttemptedPlayback || now - playing.startedAt > Self.startLimit else { return report(.loading) }
            return fail(CastingError(.unplayable, "The device accepted the media but never played it; cast another format or variant."))
        }
        // Some renderers keep the last position when they stop; for others, the last report may be two polls old.
        let furthest = max(last.map(playing.itemPosition) ?? 0, playing.position + (now - playing.moment))
        if let duration = playing.duration, furthest < duration - 2 * RendererPolling.interval - 1 {
            return end(CastingError(.lost, "Playback was stopped on the device and returns to this computer."), now)
        }
        return ended()
    }

    private mutating func ended() -> [Output] {
        playing?.hasEnded = true
        playing?.isStarted = false
        if let duration = playing?.duration { playing?.position = duration }
        return report(.ended)
    }
}

extension RendererSession.Playing {
    /// Resets the state for giving the media to the renderer again.
    mutating func reset() {
        (isSet, isStarted, hasPlayed, hasEnded) = (false, false, false, false)
        (hasAttemptedPlayback, hasMoved, firstReport) = (false, false, nil)
    }

    /// Detects renderers that report playing although they don't. Impossible if they report no position, and for live streams.
    fileprivate mutating func isStuck(_ status: RendererStatus, _ now: Instant) -> Bool {
        guard !hasMoved, isStarted, !media.isLive, status.state == .playing, let position = status.position else { return false }
        guard let first = firstReport else {
            firstReport = (position, now)
            return false
        }
        hasMoved = position != first.position
        return !hasMoved && now - first.moment > RendererSession.standstillLimit
    }

    /// Converts a reported position to seconds on the item's timeline.
    ///
    /// Most renderers count from the first byte they received. Those that use the stream's own timestamps report more than can have
    /// been played.
    func itemPosition(of position: Double) -> Double {
        guard media.offset > 0, position >= media.offset - 0.5 else { return position + media.offset }
        return position
    }
}
