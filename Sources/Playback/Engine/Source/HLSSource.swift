// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Carries out what a ``StreamingSession`` decides: fetches, decrypts, demuxes and queues, and sends facts to the session.
///
/// The session decides what to load, except during the short time of a ``FirstFrameHold``. Runs on the engine's queue, so session, engine
/// and item see one order of events.
actor HLSSource: ItemSource {
    private(set) var session: StreamingSession
    let tracks: ItemTracks
    let facts: @Sendable (SourceFact) -> Void
    let queue: EngineQueue
    private(set) var access: SourceAccess
    var loads = LoadTable()
    private(set) var demuxers: SegmentDemuxers
    var media = PresentedMedia()
    var textBuffer = TextSegmentBuffer()
    private var events = EventMemory()
    private var variants = VariantReport()
    private var hold = FirstFrameHold()
    private(set) var stage = SourcePhase()
    private var lastPlayback = Playback(position: 0, rate: 0, wantsToPlay: false, isStalled: false, droppedFrames: 0)
    /// The requested preview width in pixels.
    var previewWidth = 0
    /// Seconds by which a segment's audio may begin before its video.
    private static let earliestAudio = 0.5

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(
        opened: OpenedResource, address: String, tracks: ItemTracks, transport: any Transport, keys: KeyStore,
        configuration: StreamingConfiguration, queue: EngineQueue, facts: @escaping @Sendable (SourceFact) -> Void
    ) {
        self.tracks = tracks
        self.queue = queue
        self.facts = facts
        access = SourceAccess(
            opened: opened, address: address, transport: transport, keys: keys, longestText: configuration.limitsOfLoads.playlistBytes)
        demuxers = SegmentDemuxers(
            tracks: tracks, pictures: SegmentPictures(languages: configuration.subtitleLanguages, queue: queue, facts: facts))
        var configuration = configuration
        configuration.commonMediaClientData?.epoch = MonotonicClock.epoch
        session = StreamingSession(source: address, configuration: configuration)
    }

    func start(at position: StartPosition) {
        stage.start(at: position)
        send(.start(position))
    }

    func seek(to time: Double) { seek(to: time, isRough: false) }
    func scrub(to time: Double) { seek(to: time, isRough: true) }

    private func seek(to time: Double, isRough: Bool) {
        send(.playback(playbackFacts()))
        let covered = tracks.restart(at: time, isRough: isRough)
        tracks.awaitKey()
        demuxers.pictures.follow(run: tracks.run(of: .video))
        if !covered.contains(.video) { clocks.change { $0.restart() } }
        demuxers.reopen()
        lastPlayback.position = time
        endHold()
        beginHold()
        hold.isCovered(!media.kinds.isEmpty && covered.isSuperset(of: media.playable))
        send(isRough ? .scrub(to: time) : .seek(to: time))
        send(.playback(playbackFacts(dropped: media.kinds.subtracting(covered))))
    }

    func note(_ playback: Playback) {
        lastPlayback = playback
        trimText(before: min(tracks.buffered(.video)?.start ?? playback.position, playback.position))
        send(.playback(playbackFacts()))
    }

    func limit(_ limits: QualityLimits) { send(.limit(limits)) }
    func block(_ ranges: BlockedRanges) { send(.block(ranges.ranges)) }

    func stop() {
        guard stage.stop() else { return }
        hold.stop()
        loads.stopAll()
        demuxers.stop()
        tracks.stop()
    }

    /// - Parameter dropped: kinds whose samples were dropped by a seek. Their content type then counts as empty.
    private func playbackFacts(dropped: Set<TrackKind> = []) -> PlaybackFacts {
        let text = media.hasSubtitles ? textBuffer.buffered(at: lastPlayback.position) : nil
        return PlaybackFacts(lastPlayback, of: media, tracks, text: text, dropped: dropped)
    }

    var clocks: Monitor<TimestampAdjusterProvider> { demuxers.clocks }

    // MARK: Facts in, actions out

    func send(_ event: StreamingEvent) {
        guard !stage.isStopped else { return }
        let actions = session.handle(event, at: MonotonicClock.now)
        let beginning = stage.begin(session.startPosition)
        if let beginning { begin(at: beginning) }
        let entries = session.drainJournal()
        variants.read(entries)
        for action in actions { perform(action) }
        if beginning != nil { facts(.begun) }
        if !entries.isEmpty { facts(.journal(entries.map { $0.line(since: stage.origin) })) }
    }

    private func begin(at position: Double) {
        lastPlayback.position = position
        beginHold()
        _ = tracks.restart(at: position)
        tracks.awaitKey(slack: stage.keySlack)
        demuxers.pictures.follow(run: tracks.run(of: .video))
        facts(.position(position))
    }

    private func perform(_ action: StreamingAction) {
        switch action {
        case .load(let load): if !hold.holds(load, position: lastPlayback.position) { start(load) }
        case .cancel(let id): cancel(id)
        case .discard(.subtitles, let time): discardText(from: time)
        case .endOfStream(.subtitles): facts(.text(.complete))
        case .gap(.subtitles, let range), .pass(.subtitles, let range): textBuffer.add(gap: range)
        case .lost(let contentType, let stream, let reason):
            if contentType == .subtitles { facts(.text(.lost(rendition: stream, reason: reason))) }
        case .discard(let contentType, let time):
            if contentType == .main {
                media.isMainComplete = false
                demuxers[.main]?.discardOthers(from: time)
                demuxers.pictures.discard(from: time)
            }
            facts(.gapsForgotten(contentType, from: time))
            if contentType == .audio {
                tracks.replaceAudio(from: time)
            } else {
                for kind in media.kinds(of: contentType) { tracks.discard(kind, from: time) }
            }
        case .beginAnywhere: tracks.beginAnywhere()
        case .endOfStream(let contentType):
            if contentType == .main {
                // Without a track to wait for, playback would neither begin nor end.
                if media.knowsMain, media.playable.isEmpty {
                    let message = "the stream has neither video nor audio; open the playlist that lists it with its video"
                    return perform(.fail(StreamingError(.unsupported, message: message, url: access.address)))
                }
                tracks.beginAnywhere()
                media.isMainComplete = true
                clocks.change { $0.endOfMain() }
            }
            demuxer(contentType).complete(media.kinds(of: contentType))
        case .gap(let contentType, let range):
            if contentType == .main {
                clocks.change { $0.passed(range) }
                tracks.beginAnywhere()
                // Audio with its own segments goes on meanwhile.
                if media.kinds(of: .main) == [.video] { tracks.skipVideo(until: range.end) }
            }
            // The next segment's audio may begin earlier than the playlist says.
            if contentType == .audio { tracks.skipAudio(until: range.end - min(Self.earliestAudio, range.duration / 2)) }
            facts(.gap(contentType, range))
        case .pass(let contentType, let range): if contentType == .main { clocks.change { $0.passed(range) } }
        case .presentation(let presentation):
            media.present(presentation)
            demuxers.pictures.setListed(presentation)
            reportPresentation()
        case .timeline(let timeline): facts(.timeline(timeline))
        case .rate(let rate): facts(.rate(rate))
        case .jump(let time): if time != lastPlayback.position { facts(.jump(time)) }
        case .wake(let moment): wake(at: moment)
        case .fail(let error):
            stage.fail()
            facts(.failed(error))
        case .dateRanges(let ranges): facts(.dateRanges(ranges))
        case .interstitials(let schedule): facts(.interstitials(schedule))
        case .noPreview: facts(.noPreview)
        case .report(let report): access.send(report)
        }
    }

    private func wake(at moment: Instant) {
        let delay = max(moment - MonotonicClock.now, 0)
        stage.wake(after(.seconds(delay)) { $0.send(.woke) })
    }

    private nonisolated func after(_ delay: Duration, _ body: @escaping @Sendable (isolated HLSSource) -> Void) -> Task<Void, Never> {
        Task { [weak self] in
            try? await Task.sleep(for: delay)
            if !Task.isCancelled { await self?.run(body) }
        }
    }

    private func run(_ body: @Sendable (isolated HLSSource) -> Void) { if !Task.isCancelled { body(self) } }

    private func demuxer(_ contentType: ContentType) -> SegmentDemuxer {
        demuxers.demuxer(
            contentType,
            report: { [weak self] id, outcome in
                guard let self else { return }
                self.queue.enqueue { self.assumeIsolated { $0.demuxed(id, outcome) } }
            })
    }

    private func cancel(_ id: LoadID) {
        loads.cancel(id)
        hold.cancel(id)
        // Wakes audio that waits for the video's timestamps, cancelled or not.
        clocks.change { $0.end(id) }
    }

    private func start(_ load: StreamLoad) {
        facts(.requested)
        switch load.content {
        case .playlist, .steering:
            let first = access.takeOpened(for: load)
            loads.add(load.id, Task { [weak self] in await self?.fetchText(load, opened: first) })
        case .segment(let segment) where segment.contentType == .subtitles:
            loads.add(load.id, Task { [weak self] in await self?.fetchTimedText(load, segment) })
        case .picture(let picture):
            loads.add(load.id, Task { [weak self] in await self?.fetchKeyframe(load, picture) })
        case .subtitles(let segment):
            loads.add(load.id, Task { [weak self] in await self?.fetchEarlierSubtitles(load, segment) })
        case .segment(let segment):
            let job = SegmentJob(
                id: load.id, load: segment, kinds: media.kinds(of: segment.contentType), tracks: tracks, events: manifestEvents(of: segment)
            )
            loads.add(job)
            if segment.contentType == .main { clocks.change { $0.begin(load.id, segment.range, discontinuity: segment.discontinuity) } }
            demuxer(segment.contentType).add(job)
            if segment.contentType == .main, !segment.replaces { reportVariant(segment) }
            loads.add(load.id, Task { [weak self] in await self?.fetchSegment(load, job) })
        }
    }

    /// Reports the variant changes caused by a segment's samples.
    private func reportVariant(_ segment: SegmentLoad) {
        for change in variants.changes(by: segment) { facts(change) }
    }

    // MARK: The end of loads

    /// - Parameter warns: false for single frames. A missing one is not worth a warning.
    func fail(_ id: LoadID, _ failure: LoadFailure, warns: Bool = true) {
        guard loads.finish(id) else { return }
        loads.cancelJob(id)
        clocks.change { $0.end(id) }
        send(.failed(id, failure))
        // A failure that ended the session was reported as its error.
        if warns, !stage.hasFailed { facts(.warning(failure)) }
    }

    func endBroken(_ id: LoadID) { if let failure = loads.takeBreak(id) { fail(id, failure) } }

    private func demuxed(_ id: LoadID, _ outcome: SegmentDemuxer.Outcome) {
        switch outcome {
        case .finished(let segment):
            guard let job = loads.finishJob(id) else { return }
            clocks.change { $0.end(id) }
            if lacksKey(job, segment) { return }
            if media.learn(segment.kinds, contentType: job.load.contentType) { facts(.kinds(media.kinds)) }
            placeText()
            if job.load.replaces { reportVariant(job.load) }
            lookBack()
            let finished = FirstFrameHold.Finished(job: job, facts: segment)
            if !hold.holds(finished) { reportFinished(finished) }
            facts(.progressed)
        case .failed(let error):
            if error.code == .source { return endBroken(id) }
            guard loads.contains(id) else { return }
            loads.abandon(id)
            let cause: LoadFailure.Cause =
                switch error.code {
                case .unsupported: .unsupported
                // Without a key in the playlist there is none to retry, so the segment is unplayable.
                case .locked: loads.job(id)?.sampleKeys == nil ? .unsupported : .key
                default: .malformed
                }
            fail(id, LoadFailure(cause, message: error.description))
        case .unneeded: fail(id, LoadFailure(.timeout, message: "the better copy arrived after the segment it replaces had been decoded"))
        case .moreAudioTracks: if let requested = media.requestedAudio { selectAudio(requested) } else { reportPresentation() }
        case .moreSubtitles: reportPresentation()
        case .events(let list): for event in list where events.insert(event) { pass(on: event) }
        case .drifted(let seconds): facts(.journal(["segment \(id.number) lies \(seconds) s from where its playlist puts it"]))
        }
    }

    // MARK: First frame hold

    private func reportFinished(_ segment: FirstFrameHold.Finished) {
        tracks.close(segment.job.name, segment.job.kinds)
        passSilence(segment.job, segment.facts)
        send(.segment(segment.job.id, segment.facts))
        send(.playback(playbackFacts()))
    }

    /// Fills in silence for a segment that should have audio and has none. Audio near its end may still come with the next segment.
    private func passSilence(_ job: SegmentJob, _ segment: SegmentFacts) {
        guard job.kinds.contains(.audio), !job.load.replaces, media.kinds.contains(.audio), !segment.kinds.contains(.audio),
            let range = segment.range, tracks.run(of: .audio) == job.runs[.audio]
        else { return }
        tracks.skipAudio(until: range.end - Self.earliestAudio)
    }

    private func beginHold() { hold.begin(after(.milliseconds(100)) { $0.endHold() }) }

    func firstFrameShown() { endHold() }

    /// Starts the loads that were held back, and reports the segments that were.
    func endHold() {
        guard hold.isHolding else { return }
        let held = hold.end()
        for load in held.loads { start(load) }
        for segment in held.finished { reportFinished(segment) }
    }
}
