// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

/// Decides what a renderer is told, and what is made of its answers. It has no clock, network or thread.
///
/// It keeps what is wanted and what the renderer was told, and asks for one command at a time until they agree; between, it asks
/// once a second how it goes, for not every renderer tells by itself. What one tells is taken as a reason to ask.
struct RendererSession: Sendable {
    enum Event: Hashable, Sendable {
        case load(CastMedia, item: Int, start: Double)
        case unload
        case play
        case pause
        /// Seconds on the item's timeline; the number is the asker's.
        case seek(Int, to: Double)
        case setVolume(Double)
        case setMuted(Bool)
        /// What of an item must not be played.
        case block(BlockedRanges, item: Int)
        /// The renderer did what ``Action/call(_:)`` named; for ``RendererCommand/ask`` it told how it goes.
        case done(RendererStatus?)
        case failed(CastingError)
        /// It said that it leaves the network.
        case left
        /// Whether it tells by itself what happens, so that it need not be asked so often.
        case tells(Bool)
        /// It told that something has happened; what, as far as it can be read.
        case happened(RendererEvent?)
        /// The moment has come that ``Action/wake(at:)`` named.
        case woken
    }

    enum Action: Hashable, Sendable {
        /// One at a time, answered by ``Event/done(_:)`` or ``Event/failed(_:)``.
        case call(RendererCommand)
        case wake(at: Instant)
        case tell(Told)
    }

    enum Status: Hashable, Sendable { case loading, playing, paused, stalled, ended }

    enum Told: Hashable, Sendable {
        /// The renderer has the media.
        case ready(item: Int, position: Double)
        case status(item: Int, Status)
        /// Seconds.
        case duration(item: Int, Double)
        /// Where a seek landed; nil when it was refused or another one came.
        case sought(Int, landed: Double?)
        /// It is sent behind a span that must not be played.
        case passed(item: Int, TimeRange)
        case failed(item: Int, CastingError)
        /// Someone paused it, or let it go on, at the renderer.
        case pausedThere
        case resumedThere
        /// It is over: the renderer is gone, or someone stopped it there.
        case over(CastingError, position: Double?)
    }

    /// Seconds between two questions.
    static let interval = 1.0
    /// The same for a renderer that tells by itself when something changes: what is left is how far it is.
    static let calmInterval = 5.0
    /// Seconds between two questions, however much it tells.
    static let leastInterval = 0.2
    /// Answers that may be missing in a row before a renderer counts as gone, and refusals of a command that may pass.
    static let patience = 3
    /// Seconds that a renderer may take from the command to play until it plays.
    static let startLimit = 30.0
    /// Seconds that a renderer may say that it plays without coming any further from where it began.
    static let standstillLimit = 10.0

    struct Playing: Sendable {
        var media: CastMedia
        let item: Int
        /// Seconds on the item's timeline to begin at, until it was gone to.
        var start: Double?
        /// The renderer was given it.
        var isSet = false
        var wasReady = false
        /// The renderer was told to play.
        var isStarted = false
        var startedAt = Instant.zero
        var hasPlayed = false
        var hasEnded = false
        /// It was seen on its way to playing.
        var hasTried = false
        /// What it told first of where it plays, in its own seconds, and when.
        var firstHeard: (position: Double, moment: Instant)?
        var hasMoved = false
        var position: Double
        var moment = Instant.zero
        var duration: Double?
    }

    var playing: Playing?
    var wantsPlaying = false
    var state = TransportState.stopped
    var seek: (number: Int, target: Double)?
    private(set) var isOver = false
    private(set) var command: RendererCommand?
    private var nextAsk = Instant.zero
    private var lastAsk = Instant.zero
    private var tellsItself = false
    private var notBefore = Instant.zero
    private var failures = 0
    private var refusals = 0
    private var volume: (wanted: Double?, told: Double?)
    private var mute: (wanted: Bool?, told: Bool?)
    private var toStop = false
    var lastStatus: Status?
    var blocked: (item: Int, ranges: BlockedRanges) = (-1, BlockedRanges())
    /// The number of seeks that nobody asked for.
    static let ownSeek = -1

    /// Seconds on the item's timeline now; nil without media.
    func position(at now: Instant) -> Double? {
        guard let playing else { return nil }
        guard state == .playing, playing.isStarted, playing.hasPlayed else { return playing.position }
        let position = playing.position + max(now - playing.moment, 0)
        return playing.duration.map { min(position, $0) } ?? position
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        guard !isOver else { return [] }
        var told: [Told] = []
        switch event {
        case .load(let media, let item, let start):
            told += dropSeek()
            playing = Playing(media: media, item: item, start: start > 0 ? start : nil, position: start, duration: media.duration)
            if start > 0, !media.hasRanges { enter(at: start, now) }
            (refusals, lastStatus, notBefore) = (0, nil, now)
        case .unload:
            told += dropSeek()
            toStop = toStop || playing?.isSet == true
            playing = nil
        case .play: (wantsPlaying, notBefore) = (true, now)
        case .pause: (wantsPlaying, notBefore) = (false, now)
        case .seek(let number, let target):
            told += dropSeek()
            if playing == nil { told.append(.sought(number, landed: nil)) } else { begin(number, to: target, now) }
        case .setVolume(let value): volume.wanted = value
        case .setMuted(let value): mute.wanted = value
        case .done(let status): told += done(status, now)
        case .failed(let error): told += failed(error, now)
        case .left: told += end(CastingError(.lost, "The renderer has left the network; playing comes back to this machine."), now)
        case .tells(let tells):
            tellsItself = tells
            nextAsk = min(nextAsk, now + pace)
        case .happened(let event):
            // It tells of what it was told to do as well.
            if let state = event?.state, state == self.state, event?.hasFailed != true { break }
            nextAsk = min(nextAsk, max(now, lastAsk + Self.leastInterval))
        case .block(let ranges, let item): block(ranges, of: item)
        case .woken: break
        }
        told += leaveBlocked(now)
        return told.map { .tell($0) } + next(now)
    }

    // MARK: What next

    private mutating func next(_ now: Instant) -> [Action] {
        guard !isOver, command == nil else { return [] }
        if now < notBefore { return [.wake(at: notBefore)] }
        if let wanted = due(now) {
            command = wanted
            return [.call(wanted)]
        }
        return playing?.isSet == true ? [.wake(at: min(nextAsk, meetsBlocked(now) ?? nextAsk))] : []
    }

    private func due(_ now: Instant) -> RendererCommand? {
        if let wanted = volume.wanted, wanted != volume.told { return .volume(wanted) }
        if let wanted = mute.wanted, wanted != mute.told { return .mute(wanted) }
        guard let playing else { return toStop ? .stop : nil }
        if !playing.isSet {
            // Not every renderer takes something else while it plays.
            let isBusy = toStop || [.playing, .transitioning, .paused].contains(state)
            return isBusy ? .stop : .set(playing.media)
        }
        if playing.hasEnded { return now >= nextAsk ? .ask : nil }
        if playing.media.hasRanges, let target = seek?.target ?? playing.start, state == .playing || state == .paused {
            return .seek(max(target - playing.media.offset, 0))
        }
        if wantsPlaying, !playing.isStarted { return .play }
        // Pausing is possible only while it plays.
        if !wantsPlaying, playing.isStarted, state == .playing { return .pause }
        return now >= nextAsk ? .ask : nil
    }

    // MARK: Answers

    private mutating func done(_ status: RendererStatus?, _ now: Instant) -> [Told] {
        guard let command = command.take() else { return [] }
        failures = 0
        if command != .ask { refusals = 0 }
        switch command {
        case .set(let media):
            guard playing?.media == media, let item = playing?.item else { return [] }
            playing?.isSet = true
            (state, nextAsk) = (.stopped, now + Self.interval)
            var told: [Told] = []
            if playing?.wasReady == false {
                playing?.wasReady = true
                if let duration = playing?.duration { told.append(.duration(item: item, duration)) }
                told.append(.ready(item: item, position: playing?.position ?? 0))
            }
            if let seek {
                self.seek = nil
                told.append(.sought(seek.number, landed: playing?.position))
            }
            return told + tell(wantsPlaying ? .loading : .paused)
        case .play:
            playing?.isStarted = true
            playing?.startedAt = now
            nextAsk = now
        case .pause:
            freeze(now)
            playing?.isStarted = false
            (state, nextAsk) = (.paused, now + Self.interval)
            return tell(.paused)
        case .stop:
            (toStop, state) = (false, .stopped)
        case .seek(let target): return landed(at: target, now)
        case .volume(let value): volume.told = value
        case .mute(let value): mute.told = value
        case .ask:
            lastAsk = now
            if let status { return take(status, now) }
        }
        return []
    }

    private mutating func landed(at target: Double, _ now: Instant) -> [Told] {
        guard var playing else { return [] }
        let place = target + playing.media.offset
        (playing.position, playing.moment, playing.start) = (place, now, nil)
        self.playing = playing
        nextAsk = now + Self.interval
        guard let seek, seek.target == place || max(seek.target, playing.media.offset) == place else { return [] }
        self.seek = nil
        return [.sought(seek.number, landed: place)]
    }

    private mutating func failed(_ error: CastingError, _ now: Instant) -> [Told] {
        guard let command = command.take() else { return [] }
        notBefore = now + Self.interval
        guard error.status != nil else {
            failures += 1
            guard failures >= Self.patience else { return [] }
            return end(CastingError(.lost, "The renderer is gone; playing comes back to this machine. \(error.message)"), now)
        }
        failures = 0
        switch command {
        case .volume(let value): volume.told = value
        case .mute(let value): mute.told = value
        case .stop: (toStop, state) = (false, .stopped)
        case .ask: nextAsk = now + Self.interval
        case .pause, .seek:
            // What it can't do now it may be able to do when it has begun.
            refusals += 1
            nextAsk = now
            if refusals < Self.patience, error.status == 701 { return [] }
            refusals = 0
            if command == .pause {
                wantsPlaying = true
                return [.resumedThere]
            }
            playing?.start = nil
            return dropSeek()
        case .set, .play:
            refusals += 1
            if refusals < Self.patience, error.status == 701 { return [] }
            return fail(error)
        }
        return []
    }

    // MARK: Steps

    mutating func fail(_ error: CastingError) -> [Told] {
        guard let item = playing?.item else { return [] }
        toStop = playing?.isSet == true
        playing = nil
        return dropSeek() + [.failed(item: item, error)]
    }

    mutating func end(_ error: CastingError, _ now: Instant) -> [Told] {
        let position = position(at: now)
        isOver = true
        return dropSeek() + [.over(error, position: playing == nil ? nil : position)]
    }

    mutating func tell(_ status: Status) -> [Told] {
        guard let item = playing?.item, status != lastStatus else { return [] }
        lastStatus = status
        return [.status(item: item, status)]
    }

    private mutating func dropSeek() -> [Told] {
        guard let seek else { return [] }
        self.seek = nil
        return [.sought(seek.number, landed: nil)]
    }

    mutating func begin(_ number: Int, to target: Double, _ now: Instant) {
        seek = (number, max(target, 0))
        playing?.start = nil
        if playing?.hasEnded == true {
            // At the end renderers let go of what they had.
            playing?.beginAnew()
        }
        if let media = playing?.media, !media.hasRanges { enter(at: target, now) }
        // A renderer that does not play yet goes there once it does.
        if let playing, playing.media.hasRanges, state != .playing, state != .paused {
            self.playing?.start = target
            self.playing?.position = target
        }
        notBefore = now
    }

    /// Media that can't be sought is given anew, from the segment on that has the time.
    private mutating func enter(at time: Double, _ now: Instant) {
        guard var playing else { return }
        playing.media = playing.media.entered(at: time)
        playing.beginAnew()
        (playing.position, playing.moment, playing.start) = (playing.media.offset, now, nil)
        self.playing = playing
    }

    private mutating func freeze(_ now: Instant) {
        guard let position = position(at: now) else { return }
        playing?.position = position
        playing?.moment = now
    }

    /// Seconds from one question to the next. Until it plays it is asked often, whatever it tells.
    private var pace: Double { tellsItself && playing?.hasMoved == true ? Self.calmInterval : Self.interval }

    mutating func askAgain(_ now: Instant) { nextAsk = now + pace }
}
