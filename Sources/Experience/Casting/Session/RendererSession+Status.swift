// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

// What is made of what a renderer says of itself.
extension RendererSession {
    /// Seconds. From here on, somebody at the renderer went back.
    private static let mostLag = 3.0

    mutating func take(_ status: RendererStatus, _ now: Instant) -> [Told] {
        defer { askAgain(now) }
        let before = state
        state = status.state
        guard var playing, playing.isSet else { return [] }
        if status.hasFailed, playing.isStarted {
            return fail(CastingError(.unplayable, "The renderer met an error in what it was given; cast another format or variant."))
        }
        var told: [Told] = []
        if let duration = status.duration, playing.duration == nil, playing.media.hasRanges {
            playing.duration = duration
            told.append(.duration(item: playing.item, duration))
        }
        let isActive = status.state == .playing || status.state == .paused
        // Until it went to where it is to begin, where it is says nothing.
        if isActive, playing.start == nil, seek == nil, let position = status.position {
            // Most tell whole seconds: within one of them, what was reckoned is the better answer.
            let place = playing.place(of: position)
            let reckoned = self.position(at: now) ?? place
            let isNearer = playing.hasPlayed && before == status.state && reckoned >= place && reckoned < place + 1
            // Where a sound has no index renderers estimate, and take some of it back; so do those that run short and don't say so.
            // Time stands until they come to where it was told to be.
            let lag = reckoned - place
            let isLate = playing.hasPlayed && before == .playing && state == .playing && lag >= 1 && lag < Self.mostLag
            (playing.position, playing.moment) = isLate ? (reckoned, now + lag) : (isNearer ? reckoned : place, now)
        }
        if status.state == .playing { playing.hasPlayed = true }
        if status.state == .playing || status.state == .transitioning { playing.hasTried = true }
        let stands = playing.standsStill(status, now)
        self.playing = playing
        if stands {
            return fail(
                CastingError(
                    .unplayable, "The renderer says that it plays, but comes no further: it can't read it; cast another format or variant.")
            )
        }
        switch status.state {
        case .playing:
            if !playing.isStarted, before == .paused || before == .playing, !wantsPlaying {
                self.playing?.isStarted = true
                wantsPlaying = true
                told.append(.resumedThere)
            }
            told += tell(.playing)
        case .paused:
            if playing.isStarted, wantsPlaying, playing.hasPlayed, before == .playing || before == .paused {
                self.playing?.isStarted = false
                wantsPlaying = false
                told.append(.pausedThere)
            }
            told += tell(.paused)
        case .transitioning: told += tell(playing.hasPlayed ? .stalled : .loading)
        case .stopped, .empty: told += stopped(at: status.position, now)
        case .other: break
        }
        return told
    }

    /// It stands still although nobody here said so: it is at the end, or was stopped there, or never began.
    private mutating func stopped(at last: Double?, _ now: Instant) -> [Told] {
        guard let playing, playing.isStarted, !playing.hasEnded else { return [] }
        guard playing.hasPlayed else {
            // What is very short may have ended between two questions.
            if playing.hasTried, let duration = playing.duration, duration < 2 * Self.interval { return ended() }
            // Whoever tried and stands has given up; whoever has not tried may yet.
            guard playing.hasTried || now - playing.startedAt > Self.startLimit else { return tell(.loading) }
            return fail(CastingError(.unplayable, "The renderer took the media but never played it; cast another format or variant."))
        }
        // Some keep the last position when they stop; of the others the last that was told may be as old as two questions.
        let furthest = max(last.map(playing.place) ?? 0, playing.position + (now - playing.moment))
        if let duration = playing.duration, furthest < duration - 2 * Self.interval - 1 {
            return end(CastingError(.lost, "Someone stopped it at the renderer; playing comes back to this machine."), now)
        }
        return ended()
    }

    private mutating func ended() -> [Told] {
        playing?.hasEnded = true
        playing?.isStarted = false
        if let duration = playing?.duration { playing?.position = duration }
        return tell(.ended)
    }
}

extension RendererSession.Playing {
    /// The renderer is given it once more.
    mutating func beginAnew() {
        (isSet, isStarted, hasPlayed, hasEnded) = (false, false, false, false)
        (hasTried, hasMoved, firstHeard) = (false, false, nil)
    }

    /// Some renderers say that they play whatever happened to it. Those that tell no position, and live, can't be seen through.
    fileprivate mutating func standsStill(_ status: RendererStatus, _ now: Instant) -> Bool {
        guard !hasMoved, isStarted, !media.isLive, status.state == .playing, let position = status.position else { return false }
        guard let first = firstHeard else {
            firstHeard = (position, now)
            return false
        }
        hasMoved = position != first.position
        return !hasMoved && now - first.moment > RendererSession.standstillLimit
    }

    /// Seconds on the item's timeline of a position that the renderer tells.
    ///
    /// Most count from the first byte they were given. Those that go by the stream's own clock tell more than can have been
    /// played since.
    func place(of position: Double) -> Double {
        guard media.offset > 0, position >= media.offset - 0.5 else { return position + media.offset }
        return position
    }
}
