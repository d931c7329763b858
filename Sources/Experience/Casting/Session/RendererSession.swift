// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

/// Decides which commands to send to a renderer, and interprets its responses. It has no clock, network or thread.
///
/// It tracks the desired state and the state last sent, and issues one command at a time until they agree. In between it polls the
/// status once per second, because not every renderer sends events. An event only triggers a poll.
struct RendererSession: Sendable {
    enum Event: Hashable, Sendable {
        case load(CastMedia, item: Int, start: Double)
        case unload
        case play
        case pause
        /// In seconds on the item's timeline; the number belongs to the caller.
        case seek(Int, to: Double)
        case setVolume(Double)
        case setMuted(Bool)
        /// Ranges of an item that must not be played.
        case block(BlockedRanges, item: Int)
        /// The renderer has executed ``Action/call(_:)``; for ``RendererCommand/getStatus``, with its status.
        case done(RendererStatus?)
        case failed(CastingError)
        /// The renderer announced that it leaves the network.
        case left
        /// Whether it sends events, and so can be polled less often.
        case sendsEvents(Bool)
        /// An event arrived; nil if it can't be parsed.
        case happened(RendererEvent?)
        /// The time requested by ``Action/wake(at:)`` has come.
        case woken
    }

    enum Action: Hashable, Sendable {
        /// One at a time, answered by ``Event/done(_:)`` or ``Event/failed(_:)``.
        case call(RendererCommand)
        case wake(at: Instant)
        case output(Output)
    }

    enum Status: Hashable, Sendable { case loading, playing, paused, stalled, ended }

    enum Output: Hashable, Sendable {
        /// The renderer has the media.
        case ready(item: Int, position: Double)
        case status(item: Int, Status)
        /// In seconds.
        case duration(item: Int, Double)
        /// Where a seek landed; nil if it was refused or replaced by another.
        case seeked(Int, landed: Double?)
        /// A blocked range is being skipped.
        case passed(item: Int, TimeRange)
        case failed(item: Int, CastingError)
        /// Someone paused or resumed it at the renderer.
        case pausedThere
        case resumedThere
        /// Casting ended: the renderer is gone, or someone stopped it there.
        case over(CastingError, position: Double?)
    }

    /// Seconds until a failed command is repeated.
    static let retryInterval = 1.0
    /// Missing responses in a row before a renderer counts as gone, and refusals of a command that may be temporary.
    static let maxFailures = 3
    /// Maximum seconds from the play command to playback.
    static let startLimit = 30.0
    /// Maximum seconds for which a renderer may report playing without progress from the start.
    static let standstillLimit = 10.0

    struct Playing: Sendable {
        var media: CastMedia
        let item: Int
        /// Start position in seconds on the item's timeline, until it was reached.
        var start: Double?
        /// The media was sent to the renderer.
        var isSet = false
        var wasReady = false
        /// The play command was sent.
        var isStarted = false
        var startedAt = Instant.zero
        var hasPlayed = false
        var hasEnded = false
        /// It was seen starting.
        var hasAttemptedPlayback = false
        /// The first reported position, in the renderer's own seconds, and when it was reported.
        var firstReport: (position: Double, moment: Instant)?
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
    private var polling = RendererPolling()
    private var notBefore = Instant.zero
    private var failures = 0
    private var refusals = 0
    private var volume = RendererVolume()
    private var toStop = false
    var lastStatus: Status?
    var blocked: (item: Int, ranges: BlockedRanges) = (-1, BlockedRanges())
    /// The number of seeks without a requester.
    static let ownSeek = -1

    /// The current position in seconds on the item's timeline; nil without media.
    func position(at now: Instant) -> Double? {
        guard let playing else { return nil }
        guard state == .playing, playing.isStarted, playing.hasPlayed else { return playing.position }
        let position = playing.position + max(now - playing.moment, 0)
        return playing.duration.map { min(position, $0) } ?? position
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        guard !isOver else { return [] }
        var outputs: [Output] = []
        switch event {
        case .load(let media, let item, let start):
            outputs += dropSeek()
            playing = Playing(media: media, item: item, start: start > 0 ? start : nil, position: start, duration: media.duration)
            if start > 0, !media.hasRanges { enter(at: start, now) }
            (refusals, lastStatus, notBefore) = (0, nil, now)
        case .unload:
            outputs += dropSeek()
            toStop = toStop || playing?.isSet == true
            playing = nil
        case .play: (wantsPlaying, notBefore) = (true, now)
        case .pause: (wantsPlaying, notBefore) = (false, now)
        case .seek(let number, let target):
            outputs += dropSeek()
            if playing == nil { outputs.append(.seeked(number, landed: nil)) } else { begin(number, to: target, now) }
        case .setVolume(let value): volume.request(value)
        case .setMuted(let value): volume.request(isMuted: value)
        case .done(let status): outputs += done(status, now)
        case .failed(let error): outputs += failed(error, now)
        case .left: outputs += end(CastingError(.lost, "The device has left the network; playback returns to this computer."), now)
        case .sendsEvents(let sendsEvents):
            polling.setSendsEvents(sendsEvents, isMoving: isMoving, at: now)
        case .happened(let event):
            // Events also report the effects of our own commands.
            if let state = event?.state, state == self.state, event?.hasFailed != true { break }
            polling.eventArrived(at: now)
        case .block(let ranges, let item): block(ranges, of: item)
        case .woken: break
        }
        outputs += leaveBlocked(now)
        return outputs.map { .output($0) } + next(now)
    }

    // MARK: Next command

    private mutating func next(_ now: Instant) -> [Action] {
        guard !isOver, command == nil else { return [] }
        if now < notBefore { return [.wake(at: notBefore)] }
        if let next = due(now) {
            command = next
            return [.call(next)]
        }
        return playing?.isSet == true ? [.wake(at: min(polling.next, meetsBlocked(now) ?? polling.next))] : []
    }

    private func due(_ now: Instant) -> RendererCommand? {
        if let command = volume.command { return command }
        guard let playing else { return toStop ? .stop : nil }
        if !playing.isSet {
            // Not every renderer accepts new media while it plays.
            let isBusy = toStop || [.playing, .transitioning, .paused].contains(state)
            return isBusy ? .stop : .set(playing.media)
        }
        if playing.hasEnded { return now >= polling.next ? .getStatus : nil }
        if playing.media.hasRanges, let target = seek?.target ?? playing.start, state == .playing || state == .paused {
            return .seek(max(target - playing.media.offset, 0))
        }
        if wantsPlaying, !playing.isStarted { return .play }
        // Pausing is only possible during playback.
        if !wantsPlaying, playing.isStarted, state == .playing { return .pause }
        return now >= polling.next ? .getStatus : nil
    }

    // MARK: Responses

    private mutating func done(_ status: RendererStatus?, _ now: Instant) -> [Output] {
        guard let command = command.take() else { return [] }
        failures = 0
        if command != .getStatus { refusals = 0 }
        if isMoot(command) {
            // The renderer has begun to play what it should no longer play.
            if command == .play { state = .transitioning }
            return []
        }
        switch command {
        case .set:
            guard let item = playing?.item else { return [] }
            playing?.isSet = true
            state = .stopped
            polling.scheduleSoon(at: now)
            var outputs: [Output] = []
            if playing?.wasReady == false {
                playing?.wasReady = true
                if let duration = playing?.duration { outputs.append(.duration(item: item, duration)) }
                outputs.append(.ready(item: item, position: playing?.position ?? 0))
            }
            if let seek {
                self.seek = nil
                outputs.append(.seeked(seek.number, landed: playing?.position))
            }
            return outputs + report(wantsPlaying ? .loading : .paused)
        case .play:
            playing?.isStarted = true
            playing?.startedAt = now
            polling.scheduleNow(at: now)
        case .pause:
            freeze(now)
            playing?.isStarted = false
            state = .paused
            polling.scheduleSoon(at: now)
            return report(.paused)
        case .stop:
            (toStop, state) = (false, .stopped)
        case .seek(let target): return landed(at: target, now)
        case .volume, .mute: volume.answered(command)
        case .getStatus:
            polling.answered(at: now)
            if let status { return apply(status, now) }
        }
        return []
    }

    private mutating func landed(at target: Double, _ now: Instant) -> [Output] {
        guard var playing else { return [] }
        let position = target + playing.media.offset
        (playing.position, playing.moment, playing.start) = (position, now, nil)
        self.playing = playing
        polling.scheduleSoon(at: now)
        guard let seek, seek.target == position || max(seek.target, playing.media.offset) == position else { return [] }
        self.seek = nil
        return [.seeked(seek.number, landed: position)]
    }

    private mutating func failed(_ error: CastingError, _ now: Instant) -> [Output] {
        guard let command = command.take() else { return [] }
        notBefore = now + Self.retryInterval
        guard error.status != nil else {
            failures += 1
            guard failures >= Self.maxFailures else { return [] }
            return end(CastingError(.lost, "The device no longer responds; playback returns to this computer. \(error.message)"), now)
        }
        failures = 0
        if isMoot(command) { return [] }
        switch command {
        case .volume, .mute: volume.answered(command)
        case .stop: (toStop, state) = (false, .stopped)
        case .getStatus: polling.scheduleSoon(at: now)
        case .pause, .seek:
            // It may succeed once playback has started.
            refusals += 1
            polling.scheduleNow(at: now)
            if refusals < Self.maxFailures, error.status == 701 { return [] }
            refusals = 0
            if command == .pause {
                wantsPlaying = true
                return [.resumedThere]
            }
            playing?.start = nil
            return dropSeek()
        case .set, .play:
            refusals += 1
            if refusals < Self.maxFailures, error.status == 701 { return [] }
            return fail(error)
        }
        return []
    }

    /// Whether an answer concerns media that has been replaced since the command was sent.
    private func isMoot(_ command: RendererCommand) -> Bool {
        switch command {
        case .set(let media): playing?.media != media
        case .play, .pause, .seek: playing?.isSet != true
        case .stop, .volume, .mute, .getStatus: false
        }
    }

    // MARK: Transitions

    mutating func fail(_ error: CastingError) -> [Output] {
        guard let item = playing?.item else { return [] }
        toStop = playing?.isSet == true
        playing = nil
        return dropSeek() + [.failed(item: item, error)]
    }

    mutating func end(_ error: CastingError, _ now: Instant) -> [Output] {
        let position = position(at: now)
        isOver = true
        return dropSeek() + [.over(error, position: playing == nil ? nil : position)]
    }

    mutating func report(_ status: Status) -> [Output] {
        guard let item = playing?.item, status != lastStatus else { return [] }
        lastStatus = status
        return [.status(item: item, status)]
    }

    private mutating func dropSeek() -> [Output] {
        guard let seek else { return [] }
        self.seek = nil
        return [.seeked(seek.number, landed: nil)]
    }

    mutating func begin(_ number: Int, to target: Double, _ now: Instant) {
        seek = (number, max(target, 0))
        playing?.start = nil
        if playing?.hasEnded == true {
            // At the end, renderers drop their media.
            playing?.reset()
        }
        if let media = playing?.media, !media.hasRanges { enter(at: target, now) }
        // A renderer that isn't playing yet seeks once it does.
        if let playing, playing.media.hasRanges, state != .playing, state != .paused {
            self.playing?.start = target
            self.playing?.position = target
        }
        notBefore = now
    }

    /// Media that can't be sought is opened again, from the last start position before the time.
    private mutating func enter(at time: Double, _ now: Instant) {
        guard var playing else { return }
        playing.media = playing.media.starting(at: time)
        playing.reset()
        (playing.position, playing.moment, playing.start) = (playing.media.offset, now, nil)
        self.playing = playing
    }

    private mutating func freeze(_ now: Instant) {
        guard let position = position(at: now) else { return }
        playing?.position = position
        playing?.moment = now
    }

    private var isMoving: Bool { playing?.hasMoved == true }

    mutating func schedulePoll(_ now: Instant) { polling.schedule(isMoving: isMoving, at: now) }
}
