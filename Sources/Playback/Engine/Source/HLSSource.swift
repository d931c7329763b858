// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// Plays out what a ``StreamingSession`` decides: it fetches, decrypts, demuxes and queues, and tells the session facts.
///
/// It decides nothing about what to load; it runs on the engine's own queue, so session, engine and item see one order of
/// events.
actor HLSSource: ItemSource {
    private(set) var session: StreamingSession
    let address: String
    let tracks: ItemTracks
    let transport: any Transport
    let resources: ResourceStore
    let facts: @Sendable (SourceFact) -> Void
    let queue: EngineQueue
    var loads: [LoadID: Task<Void, Never>] = [:]
    private var jobs: [LoadID: SegmentJob] = [:]
    /// Why transfers broke off whose bytes are still being demuxed.
    var broken: [LoadID: LoadFailure] = [:]
    let longestText: Int
    /// Seconds that the sound of a segment may begin before its pictures.
    private static let earliestSound = 0.5
    private(set) var pumps: [Lane: SegmentPump] = [:]
    /// As the session told it last.
    private(set) var presentation: Presentation?
    /// An audio track that was chosen before the segments were seen.
    var wantedSound: Int?
    /// Seconds by which the first picture may come later than where playing begins, if nobody asked for a place.
    private var keySlack = 1.0
    private var lanes: [Lane] = [.main]
    let clocks = Monitor(SharedClocks())
    var shelf = TextShelf()
    private var events = EventMemory()
    /// The main lane has been loaded to its end.
    private(set) var isMainComplete = false
    private var wakeUp: Task<Void, Never>?
    private(set) var isStopped = false
    private var hasFailed = false
    private(set) var knownKinds: Set<TrackKind> = []
    /// Before, sound may be known and the picture not yet.
    private(set) var knowsMain = false
    private var variants = VariantSpans()
    private var lastReason = ""
    private var hasBegun = false
    var isScrubbing = false
    /// Pixels across of the picture that is wanted small.
    var previewWidth = 0
    private var isHolding = false
    private var held: [(LoadID, SegmentJob, SegmentFacts)] = []
    /// Everything for the first picture is queued: no segment is needed for it.
    private var isCovered = false
    private var waiting: [StreamLoad] = []
    private var holdTimer: Task<Void, Never>?
    private var lastPlayback = Playback(position: 0, rate: 0, wantsToPlay: false, isStalled: false, droppedFrames: 0)
    /// What the journal counts from: a moment of the machine's clock means nothing to who reads it.
    private let beginning = MonotonicClock.now
    /// The answer to the first load, when it was opened already to see what the address is.
    private var opened: OpenedResource?

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(
        opened: OpenedResource, address: String, tracks: ItemTracks, transport: any Transport, keys: KeyStore,
        configuration: StreamingConfiguration, queue: EngineQueue, facts: @escaping @Sendable (SourceFact) -> Void
    ) {
        self.opened = opened
        self.address = address
        self.tracks = tracks
        self.transport = transport
        self.queue = queue
        self.facts = facts
        resources = ResourceStore(transport: transport, keys: keys, referrer: address)
        longestText = configuration.limitsOfLoads.playlistBytes
        var configuration = configuration
        configuration.commonMediaClientData?.epoch = MonotonicClock.epoch
        session = StreamingSession(source: address, configuration: configuration)
    }

    func start(at position: StartPosition) {
        if case .time = position { keySlack = 0 }
        tell(.start(position))
    }

    func seek(to time: Double) {
        tell(.playback(playbackFacts()))
        let covered = tracks.restart(at: time, isRough: isScrubbing)
        tracks.awaitKey()
        if !covered.contains(.video) { clocks.change { $0.restart() } }
        for pump in pumps.values { pump.reopen() }
        lastPlayback.position = time
        goOn()
        hold()
        isCovered = !knownKinds.isEmpty && covered.isSuperset(of: knownKinds.intersection([.video, .audio]))
        tell(isScrubbing ? .scrub(to: time) : .seek(to: time))
        tell(.playback(playbackFacts(dropped: knownKinds.subtracting(covered))))
    }

    func note(_ playback: Playback) {
        lastPlayback = playback
        trimText(before: min(tracks.buffered(.video)?.start ?? playback.position, playback.position))
        tell(.playback(playbackFacts()))
    }

    func limit(_ limits: QualityLimits) { tell(.limit(limits)) }
    func block(_ ranges: BlockedRanges) { tell(.block(ranges.ranges)) }

    func stop() {
        guard !isStopped else { return }
        isStopped = true
        wakeUp?.cancel()
        holdTimer?.cancel()
        for load in loads.values { load.cancel() }
        abandonJobs()
        for pump in pumps.values { pump.stop() }
        tracks.stop()
    }

    /// - Parameter dropped: kinds of which a seek has dropped what was held: without them nothing of their lane is held.
    private func playbackFacts(dropped: Set<TrackKind> = []) -> PlaybackFacts {
        var ends: [Lane: Double] = [:]
        var starts: [Lane: Double] = [:]
        for lane in lanes where lane != .subtitles {
            for kind in kinds(of: lane) where knownKinds.isEmpty || knownKinds.contains(kind) {
                guard !dropped.contains(kind) else {
                    (ends[lane], starts[lane]) = (lastPlayback.position, lastPlayback.position)
                    break
                }
                guard let range = tracks.buffered(kind) else { continue }
                ends[lane] = min(ends[lane] ?? range.end, range.end)
                starts[lane] = max(starts[lane] ?? range.start, range.start)
            }
        }
        if lanes.contains(.subtitles), let range = shelf.buffered(at: lastPlayback.position) {
            ends[.subtitles] = range.end
            starts[.subtitles] = range.start
        }
        return PlaybackFacts(
            position: lastPlayback.position, rate: lastPlayback.rate, wantsToPlay: lastPlayback.wantsToPlay,
            isStalled: lastPlayback.isStalled, bufferedEnd: ends, bufferedStart: starts, droppedFrames: lastPlayback.droppedFrames)
    }

    private func kinds(of lane: Lane) -> Set<TrackKind> {
        switch lane {
        case .main: lanes.contains(.audio) ? [.video] : [.video, .audio]
        case .audio: [.audio]
        case .subtitles: []
        }
    }

    private func abandonJobs() {
        for job in jobs.values { job.cancel() }
        clocks.change { $0.endAll() }
    }

    // MARK: Facts in, actions out

    func tell(_ event: StreamingEvent) {
        guard !isStopped else { return }
        let actions = session.handle(event, at: MonotonicClock.now)
        let begins = !hasBegun ? session.startPosition : nil
        if let begins {
            hasBegun = true
            begin(at: begins)
        }
        let entries = session.drainJournal()
        if let choice = entries.last(where: { $0.kind == .quality || $0.kind == .variant }) { lastReason = choice.text }
        for action in actions { perform(action) }
        if begins != nil { facts(.begun) }
        if !entries.isEmpty { facts(.journal(entries.map { $0.line(since: beginning) })) }
    }

    private func begin(at position: Double) {
        lastPlayback.position = position
        hold()
        _ = tracks.restart(at: position)
        tracks.awaitKey(slack: keySlack)
        facts(.position(position))
    }

    private func perform(_ action: StreamingAction) {
        switch action {
        case .load(let load): if canWait(load) { waiting.append(load) } else { start(load) }
        case .cancel(let id): cancel(id)
        case .discard(.subtitles, let time): discardText(from: time)
        case .endOfStream(.subtitles): facts(.text(.complete))
        case .gap(.subtitles, let range), .pass(.subtitles, let range): shelf.add(gap: range)
        case .lost(let lane, let stream, let reason): if lane == .subtitles { facts(.text(.lost(rendition: stream, reason: reason))) }
        case .discard(let lane, let time):
            if lane == .main {
                isMainComplete = false
                pumps[.main]?.discardOthers(from: time)
            }
            facts(.gapsForgotten(lane, from: time))
            if lane == .audio { tracks.giveWay(from: time) } else { for kind in kinds(of: lane) { tracks.discard(kind, from: time) } }
        case .beginAnywhere: tracks.beginAnywhere()
        case .endOfStream(let lane):
            if lane == .main {
                tracks.beginAnywhere()
                isMainComplete = true
                clocks.change { $0.endOfMain() }
            }
            pump(lane).complete(kinds(of: lane))
        case .gap(let lane, let range):
            if lane == .main {
                clocks.change { $0.passed(range) }
                tracks.beginAnywhere()
            }
            if lane == .audio { tracks.passSound(until: range.end) }
            facts(.gap(lane, range))
        case .pass(let lane, let range): if lane == .main { clocks.change { $0.passed(range) } }
        case .presentation(let presentation):
            lanes = presentation.lanes
            self.presentation = presentation
            if !presentation.audio.isEmpty { wantedSound = nil }
            tellPresentation()
        case .timeline(let timeline): facts(.timeline(timeline))
        case .rate(let rate): facts(.rate(rate))
        case .jump(let time): if time != lastPlayback.position { facts(.jump(time)) }
        case .wake(let moment): wake(at: moment)
        case .fail(let error):
            hasFailed = true
            facts(.failed(error))
        case .dateRanges(let ranges): facts(.dateRanges(ranges))
        case .interstitials(let schedule): facts(.interstitials(schedule))
        case .noPreview: facts(.noPreview)
        case .report(let report): send(report)
        }
    }

    private func wake(at moment: Instant) {
        wakeUp?.cancel()
        let delay = max(moment - MonotonicClock.now, 0)
        wakeUp = Task { [weak self] in
            try? await Task.sleep(for: .seconds(delay))
            if !Task.isCancelled { await self?.woke() }
        }
    }

    private func woke() { tell(.woke) }

    private func pump(_ lane: Lane) -> SegmentPump {
        if let pump = pumps[lane] { return pump }
        let pump = SegmentPump(tracks: tracks, clocks: clocks) { [weak self] id, outcome in
            guard let self else { return }
            self.queue.enqueue { self.assumeIsolated { $0.pumped(id, outcome) } }
        }
        pumps[lane] = pump
        return pump
    }

    private func cancel(_ id: LoadID) {
        loads.removeValue(forKey: id)?.cancel()
        broken[id] = nil
        waiting.removeAll { $0.id == id }
        cancelJob(id)
    }

    private func cancelJob(_ id: LoadID) {
        jobs.removeValue(forKey: id)?.cancel()
        // Wakes sound that waits for its pictures' clock, cancelled or not.
        clocks.change { $0.end(id) }
    }

    private func start(_ load: StreamLoad) {
        facts(.requested)
        switch load.content {
        case .playlist, .steering:
            let first = takeOpened(for: load)
            loads[load.id] = Task { [weak self] in await self?.fetchText(load, opened: first) }
        case .segment(let segment) where segment.lane == .subtitles:
            loads[load.id] = Task { [weak self] in await self?.fetchTimedText(load, segment) }
        case .picture(let picture):
            loads[load.id] = Task { [weak self] in await self?.fetchPicture(load, picture) }
        case .segment(let segment):
            let job = SegmentJob(
                id: load.id, load: segment, kinds: kinds(of: segment.lane), tracks: tracks, events: manifestEvents(of: segment))
            jobs[load.id] = job
            if segment.lane == .main { clocks.change { $0.begin(load.id, segment.range, discontinuity: segment.discontinuity) } }
            pump(segment.lane).add(job)
            if segment.lane == .main, !segment.replaces { tellVariant(segment) }
            loads[load.id] = Task { [weak self] in await self?.fetchSegment(load, job) }
        }
    }

    /// Tells of the changes of variant that a segment's samples make.
    private func tellVariant(_ segment: SegmentLoad) {
        for change in variants.note(segment.stream, in: segment.range, replaces: segment.replaces) {
            facts(.variant(change.stream, at: change.start, reason: lastReason))
        }
    }

    private func takeOpened(for load: StreamLoad) -> OpenedResource? {
        guard case .playlist(let location) = load.content, location.url == address else { return nil }
        defer { opened = nil }
        return opened
    }

    // MARK: The end of loads

    /// - Parameter isNews: nobody sees what comes of a single picture that is missing.
    func fail(_ id: LoadID, _ failure: LoadFailure, isNews: Bool = true) {
        broken[id] = nil
        guard loads.removeValue(forKey: id) != nil else { return }
        cancelJob(id)
        tell(.failed(id, failure))
        // Of what ends the session, its error tells.
        if isNews, !hasFailed { facts(.warning(failure)) }
    }

    func endBroken(_ id: LoadID) { if let failure = broken.removeValue(forKey: id) { fail(id, failure) } }

    private func pumped(_ id: LoadID, _ outcome: SegmentPump.Outcome) {
        switch outcome {
        case .finished(let segment):
            guard loads.removeValue(forKey: id) != nil, let job = jobs.removeValue(forKey: id) else { return }
            clocks.change { $0.end(id) }
            if lacksKey(job, segment) { return }
            learn(segment.kinds, lane: job.load.lane)
            placeText()
            if job.load.replaces { tellVariant(job.load) }
            if isHolding { held.append((id, job, segment)) } else { tellFinished(id, job, segment) }
            facts(.progressed)
        case .failed(let error):
            if error.code == .source { return endBroken(id) }
            guard let load = loads[id] else { return }
            load.cancel()
            let cause: LoadFailure.Cause =
                switch error.code {
                case .unsupported: .unsupported
                // Without a key in the playlist there is none to try again: the segment is one that can't be played.
                case .locked: jobs[id]?.sampleKey == nil ? .unsupported : .key
                default: .malformed
                }
            fail(id, LoadFailure(cause, message: error.description))
        case .unneeded: fail(id, LoadFailure(.timeout, message: "the better copy came when what it replaces was decoded already"))
        case .moreSounds: if let wantedSound { hear(wantedSound) } else { tellPresentation() }
        case .events(let list): for event in list where events.take(event) { pass(on: event) }
        case .drifted(let seconds): facts(.journal(["segment \(id.number) lies \(seconds) s from where its playlist puts it"]))
        }
    }

    // MARK: The first picture first

    private func tellFinished(_ id: LoadID, _ job: SegmentJob, _ segment: SegmentFacts) {
        tracks.close(job.name, job.kinds)
        passSilence(job, segment)
        tell(.segment(id, segment))
        tell(.playback(playbackFacts()))
    }

    /// A segment that should have sound and has none is silent, but for sound at its end that may come with the next one.
    private func passSilence(_ job: SegmentJob, _ segment: SegmentFacts) {
        guard job.kinds.contains(.audio), !job.load.replaces, knownKinds.contains(.audio), !segment.kinds.contains(.audio),
            let range = segment.range, tracks.run(of: .audio) == job.runs[.audio]
        else { return }
        tracks.passSound(until: range.end - Self.earliestSound)
    }

    /// After a start or a seek, what the first segments brought is told only once something of it is on screen: fetching
    /// the rest would take the processor away from decoding just then. A tenth of a second is the most it may wait.
    private func hold() {
        isHolding = true
        isCovered = false
        holdTimer?.cancel()
        holdTimer = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(100))
            if !Task.isCancelled { await self?.goOn() }
        }
    }

    private func canWait(_ load: StreamLoad) -> Bool {
        guard isHolding, isCovered, case .segment(let segment) = load.content else { return false }
        return segment.range.start > lastPlayback.position
    }

    func goOn() {
        guard isHolding else { return }
        isHolding = false
        holdTimer?.cancel()
        let finished = held
        let loads = waiting
        held = []
        waiting = []
        for load in loads { start(load) }
        for (id, job, segment) in finished { tellFinished(id, job, segment) }
    }

    private func learn(_ kinds: [TrackKind], lane: Lane) {
        let before = knownKinds
        // Sound may come first: only the main lane knows whether there is a picture to wait for.
        if lane == .main { knowsMain = true }
        knownKinds.formUnion(kinds)
        if lanes.contains(.audio), lane == .main { knownKinds.insert(.audio) }
        if knowsMain, knownKinds != before || lane == .main { facts(.kinds(knownKinds)) }
    }
}
