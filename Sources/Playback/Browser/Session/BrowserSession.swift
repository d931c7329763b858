// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming
import WindowboxTransmux

/// Plays an HLS item through Media Source Extensions: decides what the page fetches, appends, removes and shows.
///
/// A ``StreamingSession`` decides what is loaded; this value does for it what the engine does elsewhere: fetches what segments depend on,
/// decrypts, converts to fragmented MP4, places on the timeline, and keeps the source buffers filled and small. The page only carries out
/// actions and reports facts. It has no clock and does no I/O.
public struct BrowserSession: Sendable {
    private var session: StreamingSession
    private var media = BrowserMedia()
    private var clock = BrowserClock()
    private var clocks = TimestampAdjusterProvider()
    private var loads: [BrowserLoad] = []
    private var resources = BrowserResources(first: 1 << 24)
    private var buffers = BufferPlan()
    private var text = BrowserText()
    private var recorder: SessionRecorder?
    private var actions: [BrowserAction] = []
    private var now = Instant.zero
    private var isOver = false
    /// What the session is told next. It is told one thing after the other, however they come about.
    private var queue: [StreamingEvent] = []
    private var isTelling = false
    /// Nothing earlier can be decoded, so the first frame is that of the next segment.
    private var mayBeginAnywhere = false

    public init(_ options: BrowserOptions) {
        session = StreamingSession(source: options.url, configuration: options.configuration)
        if options.isRecorded { recorder = SessionRecorder(options) }
    }

    /// Everything the session was told so far, for ``SessionReplay``; nil unless ``BrowserOptions/isRecorded``.
    public mutating func takeRecording() -> [UInt8]? { recorder?.take() }

    /// Handles an event and returns what to do; `now` never goes back between calls.
    public mutating func handle(_ event: BrowserEvent, at now: Instant) -> [BrowserAction] {
        guard !isOver else { return [] }
        self.now = now
        actions.removeAll(keepingCapacity: true)
        switch event {
        case .start(let position): tell(.start(position))
        case .playback(let state): playback(state)
        case .seek(let time): seek(to: time)
        case .speed(let speed):
            if let rate = clock.change(speed: speed) { actions.append(.rate(rate)) }
            tellPlayback()
        case .responded(let id, let head): if load(id) != nil { tell(.responded(LoadID(id), head)) }
        case .received(let id, let bytes): received(id, bytes)
        case .completed(let id): completed(id)
        case .failed(let id, let failure): failed(id, failure)
        case .buffered(let kind, let number, let ranges):
            buffers.done(kind, number, ranges)
        case .full(let kind): actions += buffers.makeRoom(kind, position: clock.position)
        case .refused(let kind, let reason): refused(kind, reason)
        case .broken(let reason): rebuild(because: reason)
        case .woke: tell(.woke)
        case .select(let choice): tell(.select(choice))
        case .limit(let limits): tell(.limit(limits))
        case .stop: stop()
        }
        if !isOver { advance() }
        return actions
    }

    // MARK: The session

    private mutating func tell(_ event: StreamingEvent) {
        queue.append(event)
        guard !isTelling else { return }
        isTelling = true
        while !queue.isEmpty { pass(on: queue.removeFirst()) }
        isTelling = false
    }

    private mutating func pass(on event: StreamingEvent) {
        recorder?.note(event, at: now)
        let hadStarted = session.startPosition != nil
        let decided = session.handle(event, at: now)
        if !hadStarted, let start = session.startPosition { clock.go(to: start) }
        let lines = session.drainJournal().map { $0.line }
        if !lines.isEmpty { actions.append(.journal(lines)) }
        for action in decided { perform(action) }
        guard !hadStarted, let start = session.startPosition else { return }
        if start == 0 { clock.update(clock.element) } else if !seeks { actions.append(.seek(to: start)) }
    }

    /// Whether the actions so far move playback.
    private var seeks: Bool { actions.contains { if case .seek = $0 { true } else { false } } }

    private mutating func tellPlayback() { tell(.playback(facts())) }

    private func facts() -> PlaybackFacts {
        var ends: [ContentType: Double] = [:]
        var starts: [ContentType: Double] = [:]
        let position = clock.position
        for type in media.contentTypes {
            if type == .subtitles {
                guard let range = text.range(around: position) else { continue }
                (ends[type], starts[type]) = (range.end, range.start)
                continue
            }
            var held: TimeRange?
            for kind in media.kinds(of: type) where buffers.has(kind) {
                let range = buffers.range(kind, around: position) ?? TimeRange(start: position, end: position)
                held = held.map { TimeRange(start: max($0.start, range.start), end: min($0.end, range.end)) } ?? range
            }
            if let held { (ends[type], starts[type]) = (held.end, held.start) }
        }
        return PlaybackFacts(
            position: position, rate: clock.isPlaying ? clock.rate : 0, wantsToPlay: clock.element.wantsToPlay,
            isStalled: clock.isStalled && session.startPosition != nil, bufferedEnd: ends, bufferedStart: starts,
            droppedFrames: clock.element.droppedFrames)
    }

    private mutating func perform(_ action: StreamingAction) {
        switch action {
        case .load(let load): start(load)
        case .cancel(let id): cancel(id.number)
        case .discard(let type, let time): discard(type, from: time)
        case .beginAnywhere: mayBeginAnywhere = true
        case .endOfStream(let type):
            media.ended(type)
            if type == .main { clocks.endOfMain() }
            if media.isAtEnd { actions.append(.end) }
        case .gap(let type, let range):
            if type == .main { clocks.passed(range) }
            if type == .subtitles { text.add(gap: range) } else { clock.add(gap: range) }
        case .pass(let type, let range):
            if type == .main { clocks.passed(range) }
            if type == .subtitles { text.add(gap: range) }
        case .lost(let type, _, let reason): actions.append(.warning(type.name + " failed: " + reason))
        case .presentation(let presentation):
            media.present(presentation)
            actions.append(.presentation(presentation))
        case .timeline(let timeline): show(timeline)
        case .rate(let factor): actions.append(.rate(clock.change(factor: factor)))
        case .jump(let time): go(to: time)
        case .wake(let moment): actions.append(.wake(at: moment))
        case .fail(let error):
            actions.append(.fail(error))
            end()
        case .report(let report): actions.append(.report(report))
        case .interstitials, .dateRanges, .noPreview: break
        }
    }

    private mutating func show(_ timeline: Timeline) {
        actions.append(.timeline(timeline))
        actions.append(.duration(timeline.duration ?? .infinity))
        if timeline.duration == nil { actions.append(.seekable(timeline.seekable)) }
    }

    private mutating func stop() {
        tell(.stop)
        end()
    }

    private mutating func end() {
        isOver = true
        for load in loads { actions.append(.cancel(load.load.id.number)) }
        loads.removeAll()
    }

    // MARK: Playback

    private mutating func playback(_ state: ElementState) {
        clock.update(state)
        buffers.update(.video, state.video)
        buffers.update(.audio, state.audio)
        actions += buffers.evict(before: clock.position)
        actions += buffers.retry(position: clock.position)
        if let end = clock.wayOut(), isBuffered(end) { go(to: end) }
        tellPlayback()
    }

    private func isBuffered(_ time: Double) -> Bool {
        for buffer in buffers.buffers where buffers.range(buffer.kind, around: time + 0.1) == nil { return false }
        return buffers.isOpen
    }

    private mutating func go(to time: Double) {
        clock.go(to: time)
        actions.append(.seek(to: time))
    }

    private mutating func seek(to time: Double) {
        guard time.isFinite else { return }
        guard session.startPosition != nil else { return tell(.seek(to: time)) }
        tellPlayback()
        clock.go(to: time)
        // What is left of other positions is removed: the session counts on one run.
        var isHeld = buffers.isOpen
        for buffer in buffers.buffers where buffers.range(buffer.kind, around: time) == nil { isHeld = false }
        if !isHeld {
            clocks.restart()
            mayBeginAnywhere = false
            for buffer in buffers.buffers where buffers.range(buffer.kind, around: time) == nil {
                if let action = buffers.remove(buffer.kind, TimeRange(start: 0, end: .infinity)) { actions.append(action) }
            }
        }
        tell(.seek(to: time))
        // The session may have chosen another target, and said so.
        if !seeks { actions.append(.seek(to: time)) }
        tellPlayback()
    }

    private mutating func discard(_ type: ContentType, from time: Double) {
        media.continued(type)
        guard type != .subtitles else {
            text.discard(from: time)
            return actions.append(.discardCues(from: time))
        }
        clock.forgetGaps(from: time)
        for kind in media.kinds(of: type) {
            if let action = buffers.remove(kind, TimeRange(start: max(0, time), end: .infinity)) { actions.append(action) }
        }
    }

    private mutating func refused(_ kind: TrackKind, _ reason: String) {
        // Whatever is under way for the buffer is lost.
        for index in loads.indices.reversed() where loads[index].numbers.contains(where: { $0.kind == kind }) {
            let id = loads[index].load.id
            drop(index)
            actions.append(.cancel(id.number))
            tell(.failed(id, LoadFailure(.malformed, message: "the browser can't use the segment's " + kind.name + ": " + reason)))
            return
        }
        actions.append(.warning("the browser refused " + kind.name + ": " + reason))
    }

    /// The media element has given up: its source is made anew, and playback goes on a little later.
    private mutating func rebuild(because reason: String) {
        guard buffers.isOpen, let position = clock.noteBreak() else {
            actions.append(
                .fail(
                    StreamingError(
                        .unsupported, message: "the browser can't play this: " + reason + "; check how the segments were encoded")))
            return end()
        }
        actions.append(.warning("the browser stopped playing: " + reason))
        while !loads.isEmpty, let index = loads.firstIndex(where: { $0.segment?.contentType ?? .subtitles != .subtitles }) {
            let load = loads.remove(at: index)
            clocks.end(load.load.id)
            actions.append(.cancel(load.load.id.number))
        }
        buffers.forget()
        actions.append(.open(buffers.descriptions))
        mayBeginAnywhere = false
        clocks.restart()
        clock.go(to: position)
        tellPlayback()
        tell(.seek(to: position))
        if !seeks { actions.append(.seek(to: position)) }
    }

    // MARK: Loads

    private func index(_ id: Int) -> Int? { loads.firstIndex { $0.load.id.number == id } }
    private func load(_ id: Int) -> BrowserLoad? { index(id).map { loads[$0] } }

    private mutating func start(_ load: StreamLoad) {
        let id = load.id.number
        switch load.content {
        case .playlist(let location), .steering(let location):
            loads.append(BrowserLoad(load, nil, kinds: [], dependencies: []))
            actions.append(.fetch(BrowserFetch(id: id, url: location.url, span: location.span, limits: load.limits)))
        case .segment(let segment): start(load, segment)
        case .picture:
            // Never asked for here.
            tell(.failed(load.id, LoadFailure(.unsupported, message: "single pictures aren't shown in a browser")))
        }
    }

    private mutating func start(_ load: StreamLoad, _ segment: SegmentLoad) {
        var needed: [Int] = []
        if let problem = need(segment, load.limits, &needed) {
            loads.append(BrowserLoad(load, segment, kinds: [], dependencies: []))
            return failed(load.id.number, problem)
        }
        media.continued(segment.contentType)
        if segment.contentType == .main { clocks.begin(load.id, segment.range, discontinuity: segment.discontinuity) }
        loads.append(BrowserLoad(load, segment, kinds: media.kinds(of: segment.contentType), dependencies: needed))
        actions.append(
            .fetch(BrowserFetch(id: load.id.number, url: segment.location.url, span: segment.location.span, limits: load.limits)))
        if segment.contentType == .main, media.shows(segment.stream) {
            actions.append(.variant(segment.stream, from: segment.range.start))
        }
        prepare(loads.count - 1)
    }

    /// Fetches what a segment depends on.
    private mutating func need(_ segment: SegmentLoad, _ limits: StreamLoad.TimeLimits, _ needed: inout [Int]) -> LoadFailure? {
        var kinds: [BrowserResources.Kind] = []
        if let failure = Self.key(segment.encryption, &kinds) { return failure }
        if let section = segment.initialization {
            kinds.append(.section(section))
            if let failure = Self.key(section.encryption, &kinds) { return failure }
        }
        for kind in kinds {
            guard let (id, isNew) = resources.need(kind) else { continue }
            needed.append(id)
            guard isNew else { continue }
            switch kind {
            case .key(let url): actions.append(.fetch(BrowserFetch(id: id, url: url, span: nil, limits: limits)))
            case .section(let section):
                actions.append(.fetch(BrowserFetch(id: id, url: section.location.url, span: section.location.span, limits: limits)))
            }
        }
        return nil
    }

    /// The key that decrypts it here.
    private static func usable(_ encryption: [SegmentEncryption]) -> SegmentEncryption? {
        encryption.first { $0.method == .aes128 && $0.keyFormat == "identity" }
    }

    private static func key(_ encryption: [SegmentEncryption], _ kinds: inout [BrowserResources.Kind]) -> LoadFailure? {
        guard !encryption.isEmpty else { return nil }
        guard let usable = usable(encryption) else {
            return LoadFailure(
                .unsupported, message: "the segment is encrypted in a way that isn't supported in browsers; AES-128 with the key format identity is")
        }
        kinds.append(.key(usable.keyURL))
        return nil
    }

    private mutating func cancel(_ id: Int) {
        guard let index = index(id) else { return }
        actions.append(.cancel(id))
        drop(index)
    }

    /// Forgets a load, and what the buffers have of an unfinished fragment.
    private mutating func drop(_ index: Int) {
        let load = loads.remove(at: index)
        clocks.end(load.load.id)
        guard !load.isAppended || load.failure != nil else { return }
        for number in load.numbers { if let action = buffers.reset(number.kind) { actions.append(action) } }
    }

    private mutating func received(_ id: Int, _ bytes: [UInt8]) {
        guard let index = index(id) else {
            if !resources.receive(id, bytes) { failed(id, LoadFailure(.tooLarge, message: "a key or an initialization section has no end")) }
            return
        }
        do throws(LoadProblem) {
            try loads[index].receive(bytes)
            let limit = loads[index].segment == nil ? session.configuration.limitsOfLoads.playlistBytes : BrowserText.longest
            if loads[index].segment?.contentType ?? .subtitles == .subtitles, loads[index].received > limit {
                throw LoadProblem(LoadFailure(.tooLarge, message: "the text is longer than " + String(limit) + " bytes"))
            }
        } catch { return failed(id, error.failure) }
        if now - loads[index].lastReport >= 0.1 {
            loads[index].lastReport = now
            let count = loads[index].received
            tell(.progressed(LoadID(id), bytes: count))
        }
    }

    private mutating func completed(_ id: Int) {
        guard let index = index(id) else {
            resources.complete(id)
            return resolve(id)
        }
        guard loads[index].segment != nil else {
            let bytes = loads[index].text
            loads.remove(at: index)
            return tell(.text(LoadID(id), bytes: bytes))
        }
        do throws(LoadProblem) { try loads[index].complete() } catch { failed(id, error.failure) }
    }

    private mutating func failed(_ id: Int, _ failure: LoadFailure) {
        guard let index = index(id) else {
            resources.fail(id, failure)
            for load in loads where load.dependencies.contains(id) {
                var failure = failure
                if case .status = failure.cause, load.segment?.encryption.isEmpty == false { failure.cause = .key }
                failed(load.load.id.number, failure)
            }
            return
        }
        if loads[index].isPrepared, loads[index].failure == nil, loads[index].media.wraps {
            // What has arrived is still played.
            loads[index].breakOff(failure)
            actions.append(.cancel(id))
            return
        }
        actions.append(.cancel(id))
        drop(index)
        tell(.failed(LoadID(id), failure))
    }

    /// A key or an initialization section has arrived.
    private mutating func resolve(_ id: Int) {
        for index in loads.indices { loads[index].resolve(id) }
        for load in loads where !load.isPrepared && load.dependencies.isEmpty {
            if let index = index(load.load.id.number) { prepare(index) }
        }
    }

    private mutating func prepare(_ index: Int) {
        guard loads[index].dependencies.isEmpty, !loads[index].isPrepared, let segment = loads[index].segment else { return }
        do throws(LoadProblem) {
            var section: [UInt8]?
            if let needed = segment.initialization {
                section = resources.bytes(.section(needed))
                if var cipher = try cipher(needed.encryption) {
                    guard let bytes = section, case let plain = cipher.update(bytes), let rest = cipher.finish() else {
                        throw LoadProblem(LoadFailure(.malformed, message: "the initialization section can't be decrypted; check EXT-X-KEY"))
                    }
                    section = plain + rest
                }
            }
            try loads[index].prepare(initialization: section, cipher: try cipher(segment.encryption))
        } catch { failed(loads[index].load.id.number, error.failure) }
    }

    private func cipher(_ encryption: [SegmentEncryption]) throws(LoadProblem) -> CBCDecryptor? {
        guard let usable = Self.usable(encryption) else { return nil }
        let key = resources.bytes(.key(usable.keyURL)) ?? []
        guard let cipher = CBCDecryptor(key: key, vector: usable.initializationVector) else {
            throw LoadProblem(
                LoadFailure(.key, message: "the key at " + usable.keyURL + " has " + String(key.count) + " bytes; AES-128 needs 16"))
        }
        return cipher
    }

    // MARK: From loads to buffers

    /// Places what can be placed, hands it to the buffers, and finishes what is complete.
    private mutating func advance() {
        place()
        openBuffers()
        if buffers.isOpen { for index in loads.indices { append(index) } }
        finishLoads()
    }

    /// Determines where segments lie: the main content type first, which the others may wait for.
    private mutating func place() {
        for type in [ContentType.main, .audio] {
            for index in loads.indices where loads[index].segment?.contentType == type && loads[index].media.offset == nil {
                guard let segment = loads[index].segment, let leading = loads[index].media.leading,
                    !clocks.mustWait(type, segment.range, discontinuity: segment.discontinuity)
                else { continue }
                let alignment = clocks.aligner.align(
                    contentType: type, discontinuity: segment.discontinuity, firstPresentation: leading.first,
                    firstDecode: segment.startsDiscontinuity ? leading.firstDecode : nil, expected: segment.range.start,
                    wraps: loads[index].media.wraps)
                loads[index].media.place(alignment, first: leading.first)
                if alignment.isDrifting, media.skips("drift") {
                    actions.append(
                        .warning("segments lie more than a second from where the playlist puts them; its durations are wrong"))
                }
            }
        }
        placeText()
    }

    private mutating func placeText() {
        let clocks = clocks
        let isMainOver = media.hasEnded(.main)
        let cues = text.placed { number, range in
            clocks.aligner.offset(discontinuity: number) ?? (isMainOver ? clocks.aligner.offset(at: range.start) : nil)
        }
        if !cues.isEmpty { actions.append(.cues(cues)) }
    }

    /// Creates all source buffers at once, when the tracks of each content type are known: later ones can't be added.
    private mutating func openBuffers() {
        guard !buffers.isOpen else { return }
        var descriptions: [BufferDescription] = []
        for type in media.contentTypes where type != .subtitles && !media.isEmpty(type) {
            guard let load = loads.first(where: { $0.segment?.contentType == type && $0.media.offset != nil }) else { return }
            for track in load.media.tracks where load.media.kinds.contains(track.kind) && !descriptions.contains(where: { $0.kind == track.kind }) {
                descriptions.append(BufferDescription(kind: track.kind, codec: track.codec))
            }
            // Sound may come after the first pictures.
            if load.media.wraps, load.media.kinds.contains(.audio), !load.media.isFinished, !load.media.tracks.contains(where: { $0.kind == .audio }) { return }
        }
        guard !descriptions.isEmpty else { return }
        buffers.open(descriptions)
        media.found(descriptions.map { $0.kind })
        actions.append(.open(descriptions))
    }

    private mutating func append(_ index: Int) {
        guard let offset = loads[index].media.offset else { return }
        let wanted = loads[index].media.kinds
        var pending: [(kind: TrackKind, bytes: [UInt8])] = []
        func flush(_ plan: inout BufferPlan, _ load: inout BrowserLoad, _ actions: inout [BrowserAction], _ kind: TrackKind) {
            guard let place = pending.firstIndex(where: { $0.kind == kind }) else { return }
            let bytes = pending.remove(at: place).bytes
            guard let (action, number) = plan.append(kind, offset: offset, bytes) else { return }
            actions.append(action)
            load.note(kind, number)
        }
        func gather(_ kind: TrackKind, _ bytes: [UInt8]) {
            if let place = pending.firstIndex(where: { $0.kind == kind }) {
                pending[place].bytes += bytes
            } else {
                pending.append((kind, bytes))
            }
        }
        for output in loads[index].media.takeOutputs() {
            switch output {
            case .track(let track) where wanted.contains(track.kind) && buffers.has(track.kind):
                flush(&buffers, &loads[index], &actions, track.kind)
                actions += buffers.describe(
                    TransmuxedTrackOfBuffer(kind: track.kind, codec: track.codec, initialization: track.initialization, offset: offset))
            case .fragment(let kind, let bytes, _) where wanted.contains(kind): gather(kind, bytes)
            case .more(let kind, let bytes) where wanted.contains(kind): gather(kind, bytes)
            case .skipped(let name):
                if media.skips(name) { actions.append(.warning("the segments have " + name + ", which isn't played in browsers")) }
            case .track, .fragment, .more: break
            }
        }
        for kind in pending.map({ $0.kind }) { flush(&buffers, &loads[index], &actions, kind) }
        if loads[index].media.isFinished || loads[index].media.wraps { for kind in wanted { buffers.endFragment(kind) } }
    }

    private mutating func finishLoads() {
        var place = 0
        while place < loads.count {
            let load = loads[place]
            guard let segment = load.segment else {
                place += 1
                continue
            }
            if segment.contentType == .subtitles {
                guard load.isComplete, load.isPrepared else {
                    place += 1
                    continue
                }
                finishText(place, segment)
                place = 0
                continue
            }
            guard load.isAppended || load.hasNothing,
                load.numbers.allSatisfy({ buffers.isDone($0.kind, $0.number) })
            else {
                place += 1
                continue
            }
            finish(place, segment)
            place = 0
        }
    }

    private mutating func finish(_ index: Int, _ segment: SegmentLoad) {
        let load = loads.remove(at: index)
        let id = load.load.id
        clocks.end(id)
        if let failure = load.failure {
            for number in load.numbers { if let action = buffers.reset(number.kind) { actions.append(action) } }
            return tell(.failed(id, failure))
        }
        if load.hasNothing { media.lacks(segment.contentType) }
        if lacksKey(load, segment) { return }
        tell(.segment(id, SegmentFacts(bytes: load.received, kinds: load.media.found, range: load.media.range)))
        tellPlayback()
    }

    /// Whether the first segment for a position has no frame that can be decoded alone, so that an earlier one must be loaded first.
    private mutating func lacksKey(_ load: BrowserLoad, _ segment: SegmentLoad) -> Bool {
        guard segment.startsRun, segment.contentType == .main, segment.part == nil, load.media.found.contains(.video), !mayBeginAnywhere else {
            return false
        }
        // A frame that comes a little later than the position does no harm.
        if let key = load.media.firstKey, key <= max(clock.position, segment.range.start) + 0.5 { return false }
        let known = mayBeginAnywhere
        tell(.beginEarlier(than: segment.range.start))
        return mayBeginAnywhere == known
    }

    private mutating func finishText(_ index: Int, _ segment: SegmentLoad) {
        let load = loads.remove(at: index)
        do throws(LoadProblem) {
            var load = load
            let bytes = try load.plainText()
            guard WebVTTClock(bytes) != nil else {
                throw LoadProblem(
                    LoadFailure(.unsupported, message: "the subtitles aren't WebVTT in text segments, the only kind that is shown in browsers"))
            }
            text.add(bytes, segment)
            placeText()
            tell(.segment(load.load.id, SegmentFacts(bytes: load.received, kinds: [.text], range: segment.range)))
        } catch { tell(.failed(load.load.id, error.failure)) }
    }
}
