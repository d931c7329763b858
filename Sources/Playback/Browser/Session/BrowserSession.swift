// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
import WindowboxStreaming

/// Plays an HLS item through Media Source Extensions: decides what the page fetches, appends, removes and shows.
///
/// A ``StreamingSession`` decides what is loaded. This value has the part of the engine: it fetches what segments depend on, decrypts
/// and converts them to fragmented MP4, places them on the timeline, and keeps the source buffers filled but small. The page only performs
/// actions and reports facts. It has no clock and does no I/O.
public struct BrowserSession: Sendable {
    var session: StreamingSession
    var media = BrowserMedia()
    var clock = BrowserClock()
    var clocks = TimestampAdjusterProvider()
    var loads: [BrowserLoad] = []
    var resources: BrowserResources
    var buffers = BufferPlan()
    var text: BrowserText
    var recorder: SessionRecorder?
    var actions: [BrowserAction] = []
    var now = Instant.zero
    var isOver = false
    /// Pending events. They are handled one at a time, because handling one may cause others.
    var queue: [StreamingEvent] = []
    var isTelling = false
    /// No earlier keyframe is available, so playback begins with the first frame of the next segment.
    var mayBeginAnywhere = false

    public init(_ options: BrowserOptions) {
        session = StreamingSession(source: options.url, configuration: options.configuration)
        resources = BrowserResources(first: 1 << 24, hasApplicationKeys: options.hasApplicationKeys)
        text = BrowserText(languages: options.subtitleLanguages)
        recorder = options.isRecorded ? SessionRecorder(options) : nil
    }

    /// Records all events of the session, for ``SessionReplay``; nil unless ``BrowserOptions/isRecorded``.
    public mutating func takeRecording() -> [UInt8]? { recorder?.take() }

    /// Handles an event and returns what to do; `now` never goes back between calls.
    public mutating func handle(_ event: BrowserEvent, at now: Instant) -> [BrowserAction] {
        guard !isOver else { return [] }
        self.now = now
        actions.removeAll(keepingCapacity: true)
        switch event {
        case .start(let position): send(.start(position))
        case .playback(let state): playback(state)
        case .seek(let time): seek(to: time)
        case .speed(let speed):
            if let rate = clock.change(speed: speed) { actions.append(.rate(rate)) }
            sendPlayback()
        case .responded(let id, let head): if load(id) != nil { send(.responded(LoadID(id), head)) }
        case .received(let id, let bytes): received(id, bytes)
        case .completed(let id): completed(id)
        case .failed(let id, let failure): failed(id, failure)
        case .buffered(let kind, let number, let ranges): buffers.done(kind, number, ranges)
        case .full(let kind): remove(buffers.makeRoom(kind, position: clock.position))
        case .refused(let kind, let reason): refused(kind, reason)
        case .broken(let reason): rebuild(because: reason)
        case .woke: send(.woke)
        case .select(let choice): select(choice)
        case .limit(let limits): send(.limit(media.view.want(limits)))
        case .stop:
            send(.stop)
            end()
        case .converted(let id, let result): converted(id, result)
        case .captioned(let result): actions += text.captions.read(result)
        case .captionless(let reason): actions.append(.warning("closed captions can't be shown: " + reason))
        case .protection(let event):
            resources.protection.handle(event, at: now)
            protectionChanged()
        }
        if !isOver { advance() }
        return actions
    }

    mutating func send(_ event: StreamingEvent) {
        queue.append(event)
        guard !isTelling else { return }
        isTelling = true
        while !queue.isEmpty { pass(on: queue.removeFirst()) }
        isTelling = false
    }

    mutating func pass(on event: StreamingEvent) {
        recorder?.note(event, at: now)
        let hadStarted = session.startPosition != nil
        let decided = session.handle(event, at: now)
        if !hadStarted, let start = session.startPosition { clock.go(to: start, at: now) }
        let lines = SessionReplay.lines(session.drainJournal())
        if !lines.isEmpty { actions.append(.journal(lines)) }
        for action in decided { perform(action) }
        guard !hadStarted, let start = session.startPosition else { return }
        if start == 0 { clock.update(clock.element) } else if !seeks { actions.append(.seek(to: start)) }
    }

    /// Whether the actions so far include a seek.
    var seeks: Bool { actions.contains { if case .seek = $0 { true } else { false } } }

    mutating func sendPlayback() { send(.playback(facts())) }

    /// - Parameter target: in seconds; the buffered range around it is reported instead of the one around the position.
    func facts(around target: Double? = nil) -> PlaybackFacts {
        let position = target ?? clock.position
        let buffered = BufferedContent(media, buffers, text, around: position)
        return PlaybackFacts(
            position: clock.position, rate: clock.isPlaying ? clock.rate : 0, wantsToPlay: clock.element.wantsToPlay,
            isStalled: clock.isStalled && session.startPosition != nil, bufferedEnd: buffered.ends, bufferedStart: buffered.starts,
            resumesAt: target == nil ? endOfHole : nil, droppedFrames: clock.element.droppedFrames)
    }

    /// The end of a gap in the buffers at the position; nil if there is no gap, or if it may still be filled.
    var endOfHole: Double? {
        guard let end = buffers.endOfHole(at: clock.position), clock.stands(before: end, at: now) else { return nil }
        return loads.contains { $0.isMedia(of: TimeRange(start: clock.position, end: end)) } ? nil : end
    }

    mutating func perform(_ action: StreamingAction) {
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
            actions += resources.prepareKeys(presentation)
            send(.limit(media.view.limits))
            actions += text.captions.present(presentation)
        case .timeline(let timeline): show(timeline)
        case .rate(let factor): actions.append(.rate(clock.change(factor: factor)))
        case .jump(let time): jump(to: time)
        case .wake(let moment): actions.append(.wake(at: moment))
        case .fail(let error): fail(error)
        case .report(let report): actions.append(.report(report))
        case .dateRanges(let ranges): actions.append(.dateRanges(ranges))
        case .interstitials, .noPreview: break
        }
    }

    mutating func select(_ selection: Selection) {
        var selection = selection
        if let limits = media.view.select(selection) { send(.limit(limits)) }
        if case .subtitles(let index) = selection { selection = .subtitles(text.captions.select(index)) }
        send(.select(selection))
        actions += text.captions.takeChange()
    }

    mutating func show(_ timeline: Timeline) {
        actions += [.timeline(timeline), .duration(timeline.duration ?? .infinity)]
        if timeline.duration == nil { actions.append(.seekable(timeline.seekable)) }
    }

    mutating func end() {
        isOver = true
        for load in loads { actions.append(.cancel(load.load.id.number)) }
        loads.removeAll()
    }

    mutating func playback(_ state: ElementState) {
        clock.update(state)
        if let error = resources.protection.check(isPlaying: state.isReady, at: now) { return fail(error) }
        protectionChanged()
        buffers.update(.video, state.video)
        buffers.update(.audio, state.audio)
        if !state.hasEnded { remove(buffers.evict(before: clock.position)) }
        remove(buffers.retry(position: clock.position))
        if let end = clock.wayOut(), buffers.hold(end + 0.1) {
            go(to: end)
        } else if !clock.element.wantsToPlay, session.startPosition != nil, let end = endOfHole {
            // No frame is available at the seek target.
            jump(to: end)
        } else if hasSoundEnded {
            return playWithoutAudio()
        }
        sendPlayback()
    }

    /// Performs removals that keep all upcoming media. They reopen an ended source, which must then be ended again.
    mutating func remove(_ removals: [BrowserAction]) {
        actions += removals + (removals.isEmpty || !media.isAtEnd ? [] : [.end])
    }

    /// Seeks to a time that the session chose.
    mutating func jump(to time: Double) {
        if let end = endOfHole, end == time {
            actions.append(
                .warning("nothing can be played within " + spanText(clock.position, end) + "; playback goes on behind it"))
        }
        go(to: time)
    }

    mutating func go(to time: Double) {
        clock.go(to: time, at: now)
        actions.append(.seek(to: time))
    }

    mutating func seek(to time: Double) {
        guard time.isFinite else { return }
        guard session.startPosition != nil else { return send(.seek(to: time)) }
        if let audio = media.endedAudio, time < audio.end - 0.5 { return restoreAudio(at: time) }
        send(.playback(facts(around: time)))
        clock.go(to: time, at: now)
        // Ranges around other positions are removed, because the session expects a single continuous range.
        if !buffers.hold(time) {
            clocks.restart()
            mayBeginAnywhere = false
            for buffer in buffers.buffers where buffers.range(buffer.kind, around: time) == nil {
                actions += buffers.remove(buffer.kind, TimeRange(start: 0, end: .infinity))
            }
        }
        send(.seek(to: time))
        // The session may have reported another target.
        if !seeks { actions.append(.seek(to: time)) }
        sendPlayback()
    }

    mutating func discard(_ type: ContentType, from time: Double) {
        media.continued(type)
        guard type != .subtitles else {
            text.discard(from: time)
            return actions.append(.discardCues(from: time))
        }
        clock.forgetGaps(from: time)
        for kind in media.kinds(of: type) {
            actions += buffers.remove(kind, TimeRange(start: max(0, time), end: .infinity))
        }
    }

    mutating func refused(_ kind: TrackKind, _ reason: String) {
        // Pending operations of the buffer are lost.
        for index in loads.indices.reversed() where loads[index].numbers.contains(where: { $0.kind == kind }) {
            let id = loads[index].load.id
            drop(index)
            actions.append(.cancel(id.number))
            send(.failed(id, LoadFailure(.malformed, message: "the browser can't use the segment's " + kind.name + ": " + reason)))
            return
        }
        actions.append(.warning("the browser refused " + kind.name + ": " + reason))
    }
}
