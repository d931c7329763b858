// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
public import WindowboxMedia

/// Decides everything a player loads for one HLS item: what, when and from where.
///
/// Feed it events and perform its actions in order. It has no clock and does no I/O: the same events at the same times produce the same
/// actions and the same journal.
public struct StreamingSession: Sendable {
    /// The settings given at initialization.
    public let configuration: StreamingConfiguration

    private var root: RootPlaylist
    private var loader: StreamLoader
    private let failures: FailureHandler
    private var steering = SteeringState()
    private var latency: LatencyController
    private var stuck: StuckDetector
    private var pictures = TrickPlayLoader()
    private var lookBack = LookBackLoader()

    /// - Parameter source: the absolute URL of a multivariant or media playlist.
    public init(source: String, configuration: StreamingConfiguration = .init()) {
        self.configuration = configuration
        root = RootPlaylist(url: source)
        loader = StreamLoader(configuration)
        failures = FailureHandler(configuration.recovery)
        latency = LatencyController(policy: configuration.latency)
        stuck = StuckDetector(timeout: configuration.stuckAfter)
    }

    /// Known once the first playlist is loaded.
    public var presentation: Presentation? { loader.item.presentation }
    /// The duration or the seekable range; nil until the first media playlist is loaded.
    public var timeline: Timeline? { loader.item.timeline }
    /// Other content that interrupts this one, according to the current date ranges.
    public var interstitials: InterstitialSchedule { loader.item.interstitials }
    /// The decisions and their reasons since the last ``drainJournal()``.
    public var journal: Journal { loader.out.journal }
    /// The index of the variant being loaded.
    public var variant: Int? { loader.media.states[.main].isActive ? loader.media.states[.main].stream : nil }
    /// The throughput of the network so far, in bit/s; nil before anything was measured.
    public var throughput: Double? { loader.media.quality.throughput > 0 ? loader.media.quality.throughput : nil }
    /// The start position in seconds; nil until it is known.
    public var startPosition: Double? { loader.media.playhead.start }
    /// Whether there are I-frame playlists (EXT-X-I-FRAME-STREAM-INF), which make fast playback and scrubbing cheap.
    public var hasIFrames: Bool { !loader.selection.catalogue.iFrames.isEmpty }

    /// Returns the journal's entries so far and removes them.
    public mutating func drainJournal() -> [Journal.Entry] { loader.out.drainJournal() }

    /// Handles an event and returns the resulting actions; `now` never goes back between calls.
    public mutating func handle(_ event: StreamingEvent, at now: Instant) -> [StreamingAction] {
        loader.out.begin(at: now)
        if phase != .over {
            do {
                try respond(to: event)
                try pump()
                if loader.media.playhead.takeRejoining() { latency.forgetLoss() }
            } catch {
                fail(error)
            }
        } else if case .preview(.some) = event {
            loader.out.append(.noPreview)
        }
        return loader.out.actions
    }

    private var phase: Playhead.Phase { loader.media.playhead.phase }
    private var now: Instant { loader.now }
    private mutating func note(_ kind: Journal.Kind, _ text: String) { loader.note(kind, text) }

    private mutating func respond(to event: StreamingEvent) throws(StreamingError) {
        switch event {
        case .start(let position): start(at: position)
        case .seek(let time): seek(to: time)
        case .scrub(let time):
            pictures.scrub(to: time, &loader)
            seek(to: time)
        case .trick(let rate): pictures.trick(rate, &loader)
        case .preview(let time): pictures.preview(at: time, &loader.out)
        case .lookBack(let time): lookBack.request(before: time, &loader.out)
        case .playback(let facts): try played(facts)
        case .responded(let id, let head): responded(id, head)
        case .progressed(let id, let bytes): progressed(id, bytes)
        case .text(let id, let bytes): try received(id, bytes)
        case .segment(let id, let facts): finished(id, facts)
        case .failed(let id, let failure): try failed(id, failure)
        case .beginEarlier(let time): loader.beginEarlier(than: time)
        case .woke: try woke()
        case .select(let choice): loader.select(choice)
        case .limit(let limits): loader.limit(limits)
        case .block(let spans): loader.media.block(spans, &loader.out)
        case .stop: stop()
        }
    }

    // MARK: Start and end

    private mutating func start(at position: StartPosition) {
        guard phase == .idle else { return }
        loader.out.started()
        loader.report(state: "s")
        loader.media.playhead.request(position)
        loader.media.playhead.enter(.loadingRoot)
        loadRoot()
    }

    private mutating func loadRoot() {
        root.requested()
        loader.load(.playlist(root.location), for: .root, limits: configuration.limitsOfLoads.playlist)
    }

    /// The multivariant playlist has arrived: chooses streams and requests all their playlists at once.
    private mutating func begin(_ playlist: MultivariantPlaylist) throws(StreamingError) {
        root.received(playlist)
        try loader.begin(playlist, url: root.location.url)
        if let tag = playlist.contentSteering { steering.begin(tag, &loader) }
    }

    private mutating func stop() {
        loader.out.cancelAll()
        loader.media.playhead.enter(.over)
        note(.end, "stopped")
        loader.report(state: "q")
        loader.out.flushReports()
    }

    private mutating func fail(_ error: StreamingError) {
        loader.out.cancelAll()
        loader.media.playhead.enter(.over)
        if pictures.preview != nil { pictures.endPreview(&loader.out) }
        note(.failure, error.code.name + ": " + error.message)
        loader.out.append(.fail(error))
        let status = loader.status
        var data = loader.out.telemetry.status(status)
        data.add("ec", list: error.code.name)
        loader.out.report("e", data: data, status)
        loader.report(state: "f")
        loader.out.flushReports()
    }

    // MARK: Playback

    private mutating func played(_ facts: PlaybackFacts) throws(StreamingError) {
        let before = loader.media.playhead.facts
        loader.media.playhead.played(facts)
        loader.out.played(loader.status)
        guard phase == .running else {
            if startPosition == nil { loader.media.playhead.jump(to: before.position) }
            return
        }
        verifySeek()
        loader.media.forget(before: facts.position)
        if loader.media.states[.main].waitUntil != nil, facts.rate != before.rate || facts.isStalled {
            loader.media.states[.main].wait(until: nil)
        }
        if !pictures.isTrickPlaying { try watch(before) }
    }

    private mutating func woke() throws(StreamingError) {
        loader.out.woke()
        if let at = stuck.watchAt, at <= now, !pictures.isTrickPlaying, phase == .running { try watch(loader.media.playhead.facts) }
    }

    /// Checks that playback advances, and keeps its distance to the live edge.
    private mutating func watch(_ before: PlaybackFacts) throws(StreamingError) {
        let facts = loader.media.playhead.facts
        if facts.isStalled, !before.isStalled, loader.media.playhead.hasPlayed { stalled() }
        let remedy = stuck.watch(
            loader.media, loader.playlists, before: before.position, smallHole: configuration.smallHole, &loader.out)
        switch remedy {
        case .reload: loader.media.rejoin(at: facts.position, loader.playlists, &loader.out)
        case .jump(let target):
            loader.media.playhead.jump(to: target)
            loader.out.append(.jump(to: target))
        case .giveUp:
            let location = "playing stands at " + decimalText(facts.position, decimals: 3) + " s"
            if let failure = loader.media.lastSkip {
                throw FailureHandler.error(
                    .unavailable, root.location.url, failure,
                    message: location + " because segments are missing, for example: " + failure.message)
            }
            throw StreamingError(.stuck, message: location + " although nothing failed", url: root.location.url, isTransient: true)
        case nil: break
        }
        loader.media.dropLateReplacement(&loader.out)
        latency.follow(loader.media, loader.playlists, &loader.out)
    }

    private mutating func stalled() {
        note(.stuck, "stalled at " + decimalText(loader.media.playhead.position, decimals: 3) + " s")
        if let index = loader.media.states[.main].track, loader.playlists.tracks[index].isLive {
            latency.stalled(targetDuration: loader.playlists.tracks[index].targetDuration)
        }
    }

    // MARK: Seeking

    private mutating func seek(to time: Double) {
        guard phase == .running, let index = loader.media.states[.main].track else {
            if time.isFinite { loader.media.playhead.request(.time(time)) }
            return
        }
        let position = loader.media.playhead.position
        let target = loader.playlists.seekTarget(time, index, from: position)
        let isHeld = loader.media.holds(target)
        note(
            .seek, decimalText(position, decimals: 3) + "→" + decimalText(target, decimals: 3) + " s" + (isHeld ? ", in the buffer" : ""))
        loader.media.playhead.seek(to: target, isHeld: isHeld)
        loader.out.didSeek()
        loader.report(state: "k")
        stuck.reset()
        latency.forgetLoss()
        loader.media.quality.didSeek()
        if isHeld {
            loader.media.keepBuffer(at: target, loader.playlists, &loader.out)
        } else {
            lookBack.request(before: nil, &loader.out)
            loader.media.rejoin(at: target, loader.playlists, &loader.out)
            if target != time { loader.out.append(.jump(to: target)) }
        }
    }

    /// The caller may hold less than when the seek was decided.
    private mutating func verifySeek() {
        let position = loader.media.playhead.position
        guard loader.media.playhead.takeHeldSeek(), !loader.media.holds(position, margin: 0) else { return }
        note(.seek, "the buffer does not hold " + decimalText(position, decimals: 3) + " s after all")
        loader.media.rejoin(at: position, loader.playlists, &loader.out)
    }

    // MARK: Responses

    private mutating func responded(_ id: LoadID, _ head: ResponseHead) {
        guard let purpose = loader.out.responded(id, head) else { return }
        loader.noteServerData(head.server)
        switch purpose {
        case .replacement: loader.media.replacementResponded(id, head, at: now)
        case .segment(let contentType): loader.media.responded(id, contentType, head, at: now)
        case .root, .steering, .track, .picture, .preview, .lookBack: break
        }
    }

    private mutating func progressed(_ id: LoadID, _ bytes: Int) {
        switch loader.out.requests[id] {
        case .replacement: loader.media.replacementProgressed(id, bytes, loader.selection, loader.playlists, &loader.out)
        case .segment(let contentType):
            loader.media.progressed(id, contentType, bytes, at: now)
            if contentType == .main { loader.considerAbandoning() }
        default: break
        }
    }

    /// A segment is queued, or a single frame was decoded.
    private mutating func finished(_ id: LoadID, _ facts: SegmentFacts) {
        loader.recordResponse(id)
        guard let (purpose, _) = loader.out.close(id) else { return }
        switch purpose {
        case .segment(let contentType): loader.finished(id, contentType, facts)
        case .replacement: loader.media.replacementFinished(id, facts, at: now)
        case .picture: pictures.finished(id, at: now)
        case .preview: pictures.previewFinished()
        case .lookBack: lookBack.finished()
        case .root, .steering, .track: break
        }
    }

    private mutating func failed(_ id: LoadID, _ failure: LoadFailure) throws(StreamingError) {
        loader.recordResponse(id, failure)
        guard let (purpose, _) = loader.out.close(id) else { return }
        switch purpose {
        case .root: try failures.rootFailed(&root, id, failure, &loader)
        case .track(let index):
            loader.playlists.closed(index)
            try failures.trackFailed(index, id, failure, &loader)
        case .segment(let contentType): try failures.segmentFailed(contentType, id, failure, &loader)
        case .replacement: loader.media.replacementFailed(id, at: now)
        case .picture: pictures.failed(id, failure, &loader)
        case .preview: pictures.previewFailed(failure, &loader)
        case .lookBack: lookBack.failed(failure, &loader)
        case .steering: steering.failed(failure, &loader.out)
        }
    }

    /// A text has arrived completely.
    private mutating func received(_ id: LoadID, _ bytes: [UInt8]) throws(StreamingError) {
        loader.recordResponse(id)
        guard let (purpose, head) = loader.out.close(id) else { return }
        switch purpose {
        case .root: try receivedRoot(id, bytes, head)
        case .track(let index): try receivedTrack(index, id, bytes, head)
        case .steering:
            guard steering.received(bytes, head, &loader.selection, &loader.out) else { return }
            if let pathway = loader.selection.preferredPathway(at: now) { loader.move(toPathway: pathway) }
        case .segment, .replacement, .picture, .preview, .lookBack: return
        }
    }

    private mutating func receivedRoot(_ id: LoadID, _ bytes: [UInt8], _ head: ResponseHead?) throws(StreamingError) {
        let url = root.location.url
        let reading = PlaylistText.read(bytes, base: head?.url ?? url, importable: [])
        PlaylistText.note(reading, url, &loader.out)
        switch reading.playlist {
        case .multivariant(let playlist): try begin(playlist)
        case .media(let playlist) where reading.isAddressList:
            throw StreamingError(.playlist, message: PlaylistText.isAddressList(playlist), url: url)
        case .media(let playlist):
            root.received(nil)
            loader.begin(url: url)
            try accept(playlist, in: 0, head: nil)
        case nil:
            try failures.rootFailed(&root, id, LoadFailure(.malformed, message: PlaylistText.complaint(reading)), &loader)
        }
    }

    private mutating func receivedTrack(_ index: Int, _ id: LoadID, _ bytes: [UInt8], _ head: ResponseHead?) throws(StreamingError) {
        loader.playlists.closed(index)
        let url = loader.playlists.tracks[index].url
        let base = DeliveryDirectives.removed(from: head?.url ?? url)
        let reading = PlaylistText.read(bytes, base: base, importable: root.multivariant?.defines ?? [])
        PlaylistText.note(reading, url, &loader.out)
        guard case .media(let playlist) = reading.playlist else {
            return try failures.trackFailed(
                index, id, LoadFailure(.malformed, message: PlaylistText.complaint(reading)), &loader)
        }
        loader.selection.succeeded(url)
        try accept(playlist, in: index, head: head)
    }

    /// A media playlist was parsed: the first of its track, or a reload.
    private mutating func accept(_ playlist: MediaPlaylist, in index: Int, head: ResponseHead?) throws(StreamingError) {
        let outcome = loader.playlists.accept(
            playlist, in: index, head: head, dateOfZero: timeline?.dateOfZero, &loader.out)
        switch outcome {
        case .added: break
        case .merged(let hasGrown, let drift):
            if let drift { loader.media.moved(index, by: drift) }
            loader.media.checkHint(index, loader.playlists, &loader.out)
            if !hasGrown, try failures.isFrozen(index, &loader) { return }
        case .oldCopy: if try failures.isFrozen(index, &loader) { return }
        case .restarted(let end, let targetDuration):
            loader.media.restarted(index, end: end, targetDuration: targetDuration, loader.playlists, &loader.out)
        case .needsFullPlaylist: return
        case .failed(let failure, let id): return try failures.trackFailed(index, id, failure, &loader)
        }
        loader.accepted(index, default: root.multivariant?.start)
    }

    // MARK: Loading

    /// Issues every load that is due, and requests a wake-up for the next one.
    private mutating func pump() throws(StreamingError) {
        guard phase != .over, phase != .idle else { return }
        if let at = root.retryAt, at <= now { loadRoot() }
        loader.reloadDueTracks()
        steering.loadDue(&loader)
        if pictures.isTrickPlaying {
            pictures.pumpTrickPlay(&loader)
        } else if phase == .running {
            for contentType in ContentType.allCases { loader.schedule(contentType) }
            lookBack.pump(&loader)
            if let contentType = loader.media.contentTypeWithoutMedia(loader.playlists) { throw nothing(of: contentType) }
        }
        pictures.pumpPreview(&loader)
        if loader.out.telemetry.collector != nil { loader.out.pumpReports(loader.status) }
        arm()
    }

    /// The error of a stream without a single available segment.
    private func nothing(of contentType: ContentType) -> StreamingError {
        let failure = loader.media.states[contentType].retry.lastSkip
        let name = contentType == .main ? "segments" : contentType.name + " segments"
        let message = failure.map { "none of the " + name + " can be had: " + $0.message } ?? "the playlist marks all its segments as gaps"
        return StreamingError(.unavailable, message: message, url: root.location.url, underlying: failure)
    }

    /// Requests a wake-up at the earliest pending moment.
    private mutating func arm() {
        // Anything due now was handled in this round; it waits for an event, not for a moment.
        var earliest = loader.media.nextMoment(loader.playlists, after: now)
        for moment in [root.retryAt, steering.nextLoad, stuck.watchAt, loader.out.telemetry.nextReport] {
            earliest = .earlier(earliest, moment, after: now)
        }
        if let earliest { loader.out.wake(at: earliest) }
    }
}
