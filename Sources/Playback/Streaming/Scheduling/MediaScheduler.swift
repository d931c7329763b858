// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Decides which segments of each content type are loaded, and in which order. Which streams they come from is decided elsewhere.
struct MediaScheduler: Sendable {
    /// Indexed by the raw value of ``ContentType``.
    var states = [MediaState(.main), MediaState(.audio), MediaState(.subtitles)]
    var playhead = Playhead()
    var quality: QualityControl
    private(set) var blocked = BlockedSpans()
    /// Limits of loading ahead, in seconds and bytes.
    let bufferGoal: Double
    private let bufferBytes: Int
    private let limits: StreamLoad.TimeLimits

    init(_ configuration: StreamingConfiguration) {
        quality = QualityControl(configuration)
        bufferGoal = configuration.bufferGoal
        bufferBytes = configuration.bufferBytes
        limits = configuration.limitsOfLoads.segment
    }

    /// The content types that currently use a playlist of their own.
    var activeContentTypes: [ContentType] {
        var active: [ContentType] = []
        for state in states where state.isActive { active.append(state.contentType) }
        return active
    }

    /// The content type that currently uses a playlist.
    func contentType(using track: Int) -> ContentType? {
        for state in states where state.isActive && state.track == track { return state.contentType }
        return nil
    }

    // MARK: Scheduling

    /// Whether a content type may load something now.
    mutating func canLoad(_ contentType: ContentType, _ playlists: PlaylistLibrary, at now: Instant) -> Bool {
        guard states[contentType].flight == nil, states[contentType].replacement == nil, !states[contentType].hasEnded
        else { return false }
        return !states[contentType].isWaiting(at: now) && hasCapacity(contentType) && isInStep(contentType, playlists)
    }

    /// Whether the buffer is below its goals in seconds and bytes.
    private func hasCapacity(_ contentType: ContentType) -> Bool {
        let ahead = states[contentType].ahead(of: playhead.position)
        if ahead >= bufferGoal { return false }
        if ahead < 2 { return true }
        var bytes = 0
        for state in states { bytes += state.bytes }
        return bytes < bufferBytes
    }

    /// Whether the content type is less than about a segment ahead of the others. Nothing waits for subtitles.
    private func isInStep(_ contentType: ContentType, _ playlists: PlaylistLibrary) -> Bool {
        for other in 0..<2 where other != Int(contentType.rawValue) && states[other].isActive && !states[other].hasEnded {
            var step = 1.0
            if let track = states[other].track { step = max(step, playlists.tracks[track].targetDuration) }
            if let track = states[contentType].track { step = max(step, playlists.tracks[track].targetDuration) }
            if states[contentType].time - states[other].time >= step { return false }
        }
        return true
    }

    /// The next load from a playlist.
    func nextLoad(_ contentType: ContentType, in index: Int, _ playlists: PlaylistLibrary, _ exclusions: ExclusionList, at now: Instant)
        -> NextLoad
    {
        LoadFinder(
            state: states[contentType], track: playlists.tracks[index], usesParts: playlists.usesParts(index), exclusions: exclusions,
            now: now
        ).nextLoad
    }

    /// The next moment at which a retry, a quality decision or a reload is due.
    func nextMoment(_ playlists: PlaylistLibrary, after now: Instant) -> Instant? {
        var earliest: Instant?
        for state in states where state.isActive {
            if state.flight == nil, !state.hasEnded {
                earliest = .earlier(earliest, state.retry.retryAt, after: now)
                earliest = .earlier(earliest, state.waitUntil, after: now)
            }
            if let index = state.track, playlists.tracks[index].load == nil {
                earliest = .earlier(earliest, playlists.tracks[index].nextReload, after: now)
            }
        }
        return earliest
    }

    /// The time limits of a segment's load; a long segment may take longer.
    func limits(of segment: SegmentLoad) -> StreamLoad.TimeLimits {
        var limits = limits
        limits.whole = max(limits.whole, 6 * segment.range.duration)
        return limits
    }

    // MARK: Loads

    /// Records that a segment was requested.
    mutating func requested(
        _ id: LoadID, _ segment: SegmentLoad, following: MediaState.SegmentPosition, track: Int, isHint: Bool, at now: Instant
    ) {
        let index = segment.contentType == .main ? quality.window?.index(at: segment.range.start + 0.001) ?? -1 : -1
        states[segment.contentType].requested(
            MediaState.Flight(id: id, segment: segment, track: track, started: now, index: index, following: following, isHint: isHint))
        quality.rule.handle(.requested(id), at: now)
    }

    mutating func responded(_ id: LoadID, _ contentType: ContentType, _ head: ResponseHead, at now: Instant) {
        quality.rule.handle(.firstByte(id), at: now)
        states[contentType].expect(head.contentLength)
    }

    mutating func progressed(_ id: LoadID, _ contentType: ContentType, _ bytes: Int, at now: Instant) {
        quality.rule.handle(.progressed(id, bits: Double(bytes) * 8), at: now)
        states[contentType].progressed(bytes)
    }

    /// Records that a segment is queued: loading continues after it. Returns nil if it wasn't the one in flight.
    mutating func finished(_ id: LoadID, _ contentType: ContentType, _ facts: SegmentFacts, _ out: inout SessionOutput) -> MediaState
        .Flight?
    {
        guard let flight = states[contentType].flight, flight.id == id else { return nil }
        noteFinished(flight, facts, &out)
        quality.finished(flight, bytes: facts.bytes, at: out.now)
        states[contentType].finished(flight, facts, position: playhead.position)
        return flight
    }

    private func noteFinished(_ flight: MediaState.Flight, _ facts: SegmentFacts, _ out: inout SessionOutput) {
        let segment = flight.segment
        var text = segment.contentType.name + " " + String(segment.sequence)
        if let part = segment.part { text += "." + String(part) }
        text += " of " + String(segment.stream) + ": " + spanText(segment.range.start, segment.range.end) + ", " + String(facts.bytes)
        text += " bytes in " + decimalText(out.now - flight.started, decimals: 3) + " s, buffer "
        out.note(.segment, text + decimalText(max(0, segment.range.end - playhead.position), decimals: 1) + " s")
    }

    /// Removes the failed load in flight and returns it; nil if it was another one.
    mutating func failed(_ id: LoadID, _ contentType: ContentType, at now: Instant) -> MediaState.Flight? {
        guard let flight = states[contentType].flight, flight.id == id else { return nil }
        states[contentType].dropFlight()
        quality.rule.handle(.cancelled(id), at: now)
        return flight
    }

    /// Cancels a segment in flight. Samples that have arrived stay queued until others replace them.
    mutating func dropFlight(_ contentType: ContentType, _ out: inout SessionOutput) {
        guard let flight = states[contentType].flight else { return }
        out.cancel(flight.id)
        quality.rule.handle(.cancelled(flight.id), at: out.now)
        states[contentType].dropFlight()
    }

    // MARK: Restarting and skipping

    /// Restarts loading of a content type at a time.
    /// - Parameter limit: audio that ends before it isn't needed; nil means `target`.
    mutating func rejoin(
        _ contentType: ContentType, at target: Double, notBefore limit: Double? = nil, _ playlists: PlaylistLibrary,
        _ out: inout SessionOutput
    ) {
        dropFlight(contentType, &out)
        states[contentType].restart(at: target, notBefore: limit ?? target)
        states[contentType].request(stream: nil)
        var from = target
        if let index = states[contentType].track, let position = playlists.tracks[index].position(at: target),
            let playlist = playlists.tracks[index].playlist
        {
            from = playlists.tracks[index].range(playlist.segments[position]).start
        }
        out.append(.discard(contentType, from: from))
        playhead.discarded(contentType, from: limit ?? target)
    }

    /// Restarts loading of all active content types at a time.
    mutating func rejoin(at target: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        for contentType in ContentType.allCases where states[contentType].isActive {
            rejoin(contentType, at: target, playlists, &out)
        }
    }

    /// Deactivates a content type and drops its queued samples from a time on.
    mutating func retire(_ contentType: ContentType, from time: Double? = nil, _ out: inout SessionOutput) {
        // Audio that has already played is past, but text in another language must not come back after a seek.
        let from = time ?? (contentType == .subtitles ? -.infinity : playhead.position)
        let time = time ?? playhead.position
        dropFlight(contentType, &out)
        out.append(.discard(contentType, from: from))
        states[contentType].restart(at: time, notBefore: time)
        states[contentType].setActive(false)
        states[contentType].follow(nil)
    }

    /// Ends a content type: nothing more follows.
    mutating func end(_ contentType: ContentType, _ out: inout SessionOutput) {
        states[contentType].end()
        out.append(.endOfStream(contentType))
        out.note(.end, contentType.name + " at " + decimalText(states[contentType].time, decimals: 3) + " s")
    }

    /// The content type whose loading has reached the end without a single segment: the main content, or an audio rendition whose
    /// segments all failed. An audio rendition that consists of gaps is silence.
    func contentTypeWithoutMedia(_ playlists: PlaylistLibrary) -> ContentType? {
        guard let index = states[.main].track else { return nil }
        let isFromStart = playhead.start ?? 0 <= playlists.tracks[index].start + 0.1
        for contentType in [ContentType.main, .audio] {
            let state = states[contentType]
            guard state.isActive, state.hasEnded, !state.retry.hasLoaded, state.passed.isEmpty else { continue }
            if state.retry.lastSkip != nil || (contentType == .main && isFromStart) { return contentType }
        }
        return nil
    }

    mutating func skipGap(
        _ contentType: ContentType, _ range: TimeRange, _ following: MediaState.SegmentPosition, _ out: inout SessionOutput
    ) {
        out.append(.gap(contentType, range))
        out.note(.gap, contentType.name + " " + spanText(range.start, range.end))
        states[contentType].leap(to: range.end, next: following)
    }

    /// Why a segment that is missing now was skipped; nil if none is missing.
    var lastSkip: LoadFailure? {
        for state in states where state.isActive && state.contentType != .subtitles && state.retry.skips > 0 {
            if let failure = state.retry.lastSkip { return failure }
        }
        return nil
    }

    /// Leaves a gap where a segment isn't available.
    mutating func skip(_ flight: MediaState.Flight, because failure: LoadFailure, _ out: inout SessionOutput) {
        let contentType = flight.segment.contentType
        let range = flight.segment.range
        states[contentType].skip(flight, because: failure)
        out.append(.gap(contentType, range))
        out.note(.gap, contentType.name + " " + spanText(range.start, range.end) + " could not be had")
    }

    /// Handles a next segment that has left the playlist, which now starts at `start`.
    /// - Parameter policy: where playback continues if its position has left the playlist too.
    /// - Returns: whether loading can continue at once.
    mutating func catchUp(
        _ contentType: ContentType, to start: Double, _ policy: LatencyPolicy, _ playlists: PlaylistLibrary, _ out: inout SessionOutput
    ) -> Bool {
        let from = states[contentType].time
        out.note(
            .live,
            contentType.name + " at " + decimalText(from, decimals: 3) + " s is behind the window, which begins at "
                + decimalText(start, decimals: 3) + " s")
        if playhead.position >= start - 0.5 || contentType == .subtitles {
            // The position itself is still inside: only a gap is left.
            // By its dates, a stream that goes on elsewhere may begin before what is loaded; that isn't loaded twice.
            if start > from { out.append(.gap(contentType, TimeRange(start: from, end: start))) }
            states[contentType].leap(to: max(start, from))
            return true
        }
        guard let index = states[.main].track else { return false }
        // A little inside the window, because it slides on while the first segment loads.
        let earliest = max(start, playlists.tracks[index].start) + playlists.tracks[index].targetDuration
        let latest = max(start, playlists.liveStart(playlists.tracks[index]))
        let target = policy.behindWindow == .liveEdge ? latest : min(earliest, latest)
        playhead.rejoin(at: target)
        rejoin(at: target, playlists, &out)
        out.append(.jump(to: target))
        out.note(.live, "jumps to " + decimalText(target, decimals: 3) + " s")
        return false
    }

    // MARK: Buffer

    /// Handles a seek within the buffer.
    mutating func keepBuffer(at target: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        resume(&out)
        // The caller may have forgotten that nothing follows.
        for state in states where state.isActive && state.hasEnded {
            out.append(.endOfStream(state.contentType))
        }
        if states[.subtitles].isActive, !holds(.subtitles, target, margin: 0) { rejoin(.subtitles, at: target, playlists, &out) }
    }

    /// Whether every content type except subtitles has queued samples at the time and after it.
    func holds(_ time: Double, margin: Double = 0.05) -> Bool {
        for state in states
        where state.isActive && state.contentType != .subtitles && !holds(state.contentType, time, margin: margin) {
            return false
        }
        return true
    }

    func holds(_ contentType: ContentType, _ time: Double, margin: Double) -> Bool {
        guard let end = playhead.facts.bufferedEnd[contentType], time < end - margin,
            !states[contentType].passed.contains(where: { $0.start <= time && time < $0.end })
        else { return false }
        return time >= (playhead.facts.bufferedStart[contentType] ?? playhead.position)
    }

    /// Forgets chunks more than a second behind the position.
    mutating func forget(before position: Double) {
        for number in states.indices { states[number].forget(before: position - 1) }
    }

    /// Whether everything is loaded and played.
    func hasAllEnded(_ playlists: PlaylistLibrary) -> Bool {
        guard let index = states[.main].track, states[.main].hasEnded else { return false }
        return playhead.position >= playlists.tracks[index].end - 0.5
    }

    // MARK: Blocked spans

    /// Sets the spans that playback skips. Spans that were skipped and may now play are loaded.
    mutating func block(_ spans: [TimeRange], _ out: inout SessionOutput) {
        let next = BlockedSpans(spans)
        guard next != blocked else { return }
        blocked = next
        // The window of upcoming segments leaves out blocked ones.
        quality.restartGrid()
        out.note(.blocked, next.spans.isEmpty ? "nothing" : next.spans.prefix(8).map { spanText($0.start, $0.end) }.joined(separator: ", "))
        guard playhead.isRunning else { return }
        resume(&out)
    }

    /// Goes back to the first span that was skipped and is no longer blocked.
    mutating func resume(_ out: inout SessionOutput) {
        for contentType in ContentType.allCases where states[contentType].isActive {
            guard let open = states[contentType].passed.first(where: { $0.end > playhead.position && !blocked.holds($0) }) else {
                continue
            }
            dropFlight(contentType, &out)
            if contentType == .main { dropReplacement(&out) }
            out.append(.discard(contentType, from: open.start))
            states[contentType].restartRun(at: open.start)
        }
    }

    /// Skips upcoming segments that lie completely in blocked spans. Returns true if loading continues elsewhere in the playlist.
    mutating func skipBlocked(
        _ contentType: ContentType, _ playlists: PlaylistLibrary, _ exclusions: ExclusionList, _ out: inout SessionOutput
    ) -> Bool {
        guard !blocked.spans.isEmpty, let index = states[contentType].track, playlists.tracks[index].isEnded,
            let playlist = playlists.tracks[index].playlist
        else { return false }
        let track = playlists.tracks[index]
        let position: Int? =
            switch nextLoad(contentType, in: index, playlists, exclusions, at: out.now) {
            case .load(let segment, _, _): track.position(sequence: UInt64(segment.sequence))
            case .gap(let range, _): track.position(at: range.start + range.duration / 2)
            case .nothingYet, .behind, .end: nil
            }
        guard let position else { return false }
        var beyond = position
        while beyond < playlist.segments.count, blocked.holds(track.range(playlist.segments[beyond])) { beyond += 1 }
        guard beyond > position else { return false }
        let (first, last) = (track.range(playlist.segments[position]), track.range(playlist.segments[beyond - 1]))
        let span = TimeRange(start: min(max(first.start, states[contentType].time), last.end), end: last.end)
        out.append(.pass(contentType, span))
        out.note(
            .blocked, contentType.name + " passes over " + spanText(span.start, span.end) + ", " + String(beyond - position) + " segments")
        states[contentType].pass(span, next: MediaState.SegmentPosition(sequence: playlist.segments[beyond - 1].sequence &+ 1))
        return true
    }
}
