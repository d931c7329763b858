// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Which segments of each content type are loaded, and in which order; which streams they come from is decided elsewhere.
struct MediaScheduler: Sendable {
    /// By the raw value of ``Lane``.
    var lanes = [MediaState(.main), MediaState(.audio), MediaState(.subtitles)]
    var playhead = Playhead()
    var quality: QualityControl
    private(set) var blocked = BlockedSpans()
    /// Seconds and bytes that are loaded ahead at most.
    let bufferGoal: Double
    private let bufferBytes: Int
    private let limits: StreamLoad.TimeLimits

    init(_ configuration: StreamingConfiguration) {
        quality = QualityControl(configuration)
        bufferGoal = configuration.bufferGoal
        bufferBytes = configuration.bufferBytes
        limits = configuration.limitsOfLoads.segment
    }

    /// The content types with a playlist of their own in use.
    var activeLanes: [Lane] {
        var active: [Lane] = []
        for lane in lanes where lane.isActive { active.append(lane.lane) }
        return active
    }

    /// The content type that a playlist is used for now.
    func lane(using track: Int) -> Lane? {
        for lane in lanes where lane.isActive && lane.track == track { return lane.lane }
        return nil
    }

    // MARK: What is due

    /// Whether something may be loaded for a content type now.
    mutating func canLoad(_ lane: Lane, _ playlists: PlaylistLibrary, at now: Instant) -> Bool {
        guard lanes[lane].flight == nil, lanes[lane].replacement == nil, !lanes[lane].hasEnded else { return false }
        return !lanes[lane].isWaiting(at: now) && hasRoom(lane) && isInStep(lane, playlists)
    }

    /// Within the buffer goal in seconds and bytes.
    private func hasRoom(_ lane: Lane) -> Bool {
        let ahead = lanes[lane].ahead(of: playhead.position)
        if ahead >= bufferGoal { return false }
        if ahead < 2 { return true }
        var bytes = 0
        for lane in lanes { bytes += lane.bytes }
        return bytes < bufferBytes
    }

    /// Not more than about a segment ahead of the neediest content type. Nothing waits for subtitles.
    private func isInStep(_ lane: Lane, _ playlists: PlaylistLibrary) -> Bool {
        for other in 0..<2 where other != Int(lane.rawValue) && lanes[other].isActive && !lanes[other].hasEnded {
            var step = 1.0
            if let track = lanes[other].track { step = max(step, playlists.tracks[track].targetDuration) }
            if let track = lanes[lane].track { step = max(step, playlists.tracks[track].targetDuration) }
            if lanes[lane].time - lanes[other].time >= step { return false }
        }
        return true
    }

    /// What is loaded next from a playlist.
    func nextLoad(_ lane: Lane, in index: Int, _ playlists: PlaylistLibrary, _ exclusions: ExclusionList, at now: Instant) -> NextLoad {
        LoadFinder(
            lane: lanes[lane], track: playlists.tracks[index], usesParts: playlists.usesParts(index), exclusions: exclusions, now: now
        ).nextLoad
    }

    /// The next moment at which something is due that waits for nothing else.
    func nextMoment(_ playlists: PlaylistLibrary, after now: Instant) -> Instant? {
        var earliest: Instant?
        for lane in lanes where lane.isActive {
            if lane.flight == nil, !lane.hasEnded {
                earliest = .earlier(earliest, lane.retry.retryAt, after: now)
                earliest = .earlier(earliest, lane.waitUntil, after: now)
            }
            if let index = lane.track, playlists.tracks[index].load == nil {
                earliest = .earlier(earliest, playlists.tracks[index].nextReload, after: now)
            }
        }
        return earliest
    }

    /// The time limits of a segment's load: long segments may take longer.
    func limits(of segment: SegmentLoad) -> StreamLoad.TimeLimits {
        var limits = limits
        limits.whole = max(limits.whole, 6 * segment.range.duration)
        return limits
    }

    // MARK: Loads

    /// Notes that a segment was asked for.
    mutating func requested(_ id: LoadID, _ segment: SegmentLoad, following: MediaState.Place, track: Int, isHint: Bool, at now: Instant) {
        let index = segment.lane == .main ? quality.grid?.index(at: segment.range.start + 0.001) ?? -1 : -1
        lanes[segment.lane].requested(
            MediaState.Flight(id: id, segment: segment, track: track, started: now, index: index, following: following, isHint: isHint))
        quality.rule.handle(.requested(id), at: now)
    }

    mutating func responded(_ id: LoadID, _ lane: Lane, _ head: ResponseHead, at now: Instant) {
        quality.rule.handle(.firstByte(id), at: now)
        lanes[lane].expect(head.contentLength)
    }

    mutating func progressed(_ id: LoadID, _ lane: Lane, _ bytes: Int, at now: Instant) {
        quality.rule.handle(.progressed(id, bits: Double(bytes) * 8), at: now)
        lanes[lane].progressed(bytes)
    }

    /// A segment is in the queue: loading goes on behind it. nil when it was not the one in flight.
    mutating func finished(_ id: LoadID, _ lane: Lane, _ facts: SegmentFacts, _ out: inout SessionOutput) -> MediaState.Flight? {
        guard let flight = lanes[lane].flight, flight.id == id else { return nil }
        noteFinished(flight, facts, &out)
        quality.finished(flight, bytes: facts.bytes, at: out.now)
        lanes[lane].finished(flight, facts, position: playhead.position)
        return flight
    }

    private func noteFinished(_ flight: MediaState.Flight, _ facts: SegmentFacts, _ out: inout SessionOutput) {
        let segment = flight.segment
        var text = segment.lane.name + " " + String(segment.sequence)
        if let part = segment.part { text += "." + String(part) }
        text += " of " + String(segment.stream) + ": " + spanText(segment.range.start, segment.range.end) + ", " + String(facts.bytes)
        text += " bytes in " + decimalText(out.now - flight.started, decimals: 3) + " s, buffer "
        out.note(.segment, text + decimalText(max(0, segment.range.end - playhead.position), decimals: 1) + " s")
    }

    /// Takes the load in flight that failed. nil when it was another one.
    mutating func failed(_ id: LoadID, _ lane: Lane, at now: Instant) -> MediaState.Flight? {
        guard let flight = lanes[lane].flight, flight.id == id else { return nil }
        lanes[lane].dropFlight()
        quality.rule.handle(.cancelled(id), at: now)
        return flight
    }

    /// Drops a segment in flight. What has come of it stays queued until other samples take its place.
    mutating func dropFlight(_ lane: Lane, _ out: inout SessionOutput) {
        guard let flight = lanes[lane].flight else { return }
        out.cancel(flight.id)
        quality.rule.handle(.cancelled(flight.id), at: out.now)
        lanes[lane].dropFlight()
    }

    // MARK: Where loading goes on

    /// Loads a content type again from a time on.
    /// - Parameter limit: sound that ends before it is not wanted; nil is `target`.
    mutating func rejoin(
        _ lane: Lane, at target: Double, notBefore limit: Double? = nil, _ playlists: PlaylistLibrary, _ out: inout SessionOutput
    ) {
        dropFlight(lane, &out)
        lanes[lane].restart(at: target, notBefore: limit ?? target)
        lanes[lane].want(stream: nil)
        var from = target
        if let index = lanes[lane].track, let place = playlists.tracks[index].position(at: target),
            let playlist = playlists.tracks[index].playlist
        {
            from = playlists.tracks[index].range(playlist.segments[place]).start
        }
        out.append(.discard(lane, from: from))
        playhead.discarded(lane, from: limit ?? target)
    }

    /// Loads everything again from a time on.
    mutating func rejoin(at target: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        for lane in Lane.allCases where lanes[lane].isActive { rejoin(lane, at: target, playlists, &out) }
    }

    /// Stops a content type and drops its queued samples from a time on.
    mutating func retire(_ lane: Lane, from time: Double? = nil, _ out: inout SessionOutput) {
        // Sound already heard is over; text of another language must not come back by a seek.
        let from = time ?? (lane == .subtitles ? -.infinity : playhead.position)
        let time = time ?? playhead.position
        dropFlight(lane, &out)
        out.append(.discard(lane, from: from))
        lanes[lane].restart(at: time, notBefore: time)
        lanes[lane].setActive(false)
        lanes[lane].follow(nil)
    }

    /// Nothing more comes for a content type.
    mutating func end(_ lane: Lane, _ out: inout SessionOutput) {
        lanes[lane].end()
        out.append(.endOfStream(lane))
        out.note(.end, lane.name + " at " + decimalText(lanes[lane].time, decimals: 3) + " s")
    }

    /// All was gone through, and no segment could be had: pictures and sound alike.
    func isOverWithoutMedia(_ playlists: PlaylistLibrary) -> Bool {
        guard let index = lanes[.main].track, playhead.start ?? 0 <= playlists.tracks[index].start + 0.1 else { return false }
        return [lanes[.main], lanes[.audio]].allSatisfy { !$0.isActive || $0.hasEnded && !$0.retry.hasLoaded && $0.passed.isEmpty }
    }

    mutating func passGap(_ lane: Lane, _ range: TimeRange, _ following: MediaState.Place, _ out: inout SessionOutput) {
        out.append(.gap(lane, range))
        out.note(.gap, lane.name + " " + spanText(range.start, range.end))
        lanes[lane].leap(to: range.end, next: following)
    }

    /// Leaves a hole where a segment can't be had.
    mutating func skip(_ flight: MediaState.Flight, because failure: LoadFailure, _ out: inout SessionOutput) {
        let lane = flight.segment.lane
        let range = flight.segment.range
        lanes[lane].skip(flight, because: failure)
        out.append(.gap(lane, range))
        out.note(.gap, lane.name + " " + spanText(range.start, range.end) + " could not be had")
    }

    /// What comes next has left the playlist, which begins at `start`.
    /// - Parameter policy: where playing goes on when its position has left the playlist too.
    /// - Returns: whether loading can go on at once.
    mutating func catchUp(
        _ lane: Lane, to start: Double, _ policy: LatencyPolicy, _ playlists: PlaylistLibrary, _ out: inout SessionOutput
    ) -> Bool {
        let from = lanes[lane].time
        out.note(
            .live,
            lane.name + " at " + decimalText(from, decimals: 3) + " s is behind the window, which begins at "
                + decimalText(start, decimals: 3) + " s")
        if playhead.position >= start - 0.5 || lane == .subtitles {
            // The position itself is still inside: a hole is left.
            out.append(.gap(lane, TimeRange(start: from, end: start)))
            lanes[lane].leap(to: start)
            return true
        }
        guard let index = lanes[.main].track else { return false }
        // A little inside the window, for it slides on while the first segment loads.
        let earliest = max(start, playlists.tracks[index].start) + playlists.tracks[index].targetDuration
        let latest = max(start, playlists.liveStart(playlists.tracks[index]))
        let target = policy.behindWindow == .liveEdge ? latest : min(earliest, latest)
        playhead.jump(to: target)
        rejoin(at: target, playlists, &out)
        out.append(.jump(to: target))
        out.note(.live, "jumps to " + decimalText(target, decimals: 3) + " s")
        return false
    }

    // MARK: Buffer

    /// A seek stays within what is queued.
    mutating func keepBuffer(at target: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        resume(&out)
        // The edge may have forgotten that nothing follows.
        for lane in lanes where lane.isActive && lane.hasEnded { out.append(.endOfStream(lane.lane)) }
        if lanes[.subtitles].isActive, !holds(.subtitles, target, margin: 0) { rejoin(.subtitles, at: target, playlists, &out) }
    }

    /// Everything has samples queued at the time, and goes on from there.
    func holds(_ time: Double, margin: Double = 0.05) -> Bool {
        for lane in lanes where lane.isActive && lane.lane != .subtitles && !holds(lane.lane, time, margin: margin) { return false }
        return true
    }

    func holds(_ lane: Lane, _ time: Double, margin: Double) -> Bool {
        guard let end = playhead.facts.bufferedEnd[lane], time < end - margin,
            !lanes[lane].passed.contains(where: { $0.start <= time && time < $0.end })
        else { return false }
        return time >= (playhead.facts.bufferedStart[lane] ?? playhead.position)
    }

    /// Forgets what lies more than a second behind the position.
    mutating func forget(before position: Double) {
        for number in lanes.indices { lanes[number].forget(before: position - 1) }
    }

    /// Everything is loaded and played.
    func hasAllEnded(_ playlists: PlaylistLibrary) -> Bool {
        guard let index = lanes[.main].track, lanes[.main].hasEnded else { return false }
        return playhead.position >= playlists.tracks[index].end - 0.5
    }

    // MARK: Blocked spans

    /// Takes the spans that playing leaves out from now on. What was left out and may be played now is loaded.
    mutating func block(_ spans: [TimeRange], _ out: inout SessionOutput) {
        let next = BlockedSpans(spans)
        guard next != blocked else { return }
        blocked = next
        // The coming levels are counted without what is left out.
        quality.restartGrid()
        out.note(.blocked, next.spans.isEmpty ? "nothing" : next.spans.prefix(8).map { spanText($0.start, $0.end) }.joined(separator: ", "))
        guard playhead.isRunning else { return }
        resume(&out)
    }

    /// Goes back to the first span that was passed over and is no longer blocked.
    mutating func resume(_ out: inout SessionOutput) {
        for lane in Lane.allCases where lanes[lane].isActive {
            guard let open = lanes[lane].passed.first(where: { $0.end > playhead.position && !blocked.holds($0) }) else { continue }
            dropFlight(lane, &out)
            if lane == .main { dropReplacement(&out) }
            out.append(.discard(lane, from: open.start))
            lanes[lane].restartRun(at: open.start)
        }
    }

    /// Leaves out what would be loaded next when none of it is played. True when loading goes on elsewhere in the playlist.
    mutating func passBlocked(_ lane: Lane, _ playlists: PlaylistLibrary, _ exclusions: ExclusionList, _ out: inout SessionOutput) -> Bool {
        guard !blocked.spans.isEmpty, let index = lanes[lane].track, playlists.tracks[index].isEnded,
            let playlist = playlists.tracks[index].playlist
        else { return false }
        let track = playlists.tracks[index]
        let place: Int? =
            switch nextLoad(lane, in: index, playlists, exclusions, at: out.now) {
            case .load(let segment, _, _): track.position(sequence: UInt64(segment.sequence))
            case .gap(let range, _): track.position(at: range.start + range.duration / 2)
            case .nothingYet, .behind, .end: nil
            }
        guard let place else { return false }
        var beyond = place
        while beyond < playlist.segments.count, blocked.holds(track.range(playlist.segments[beyond])) { beyond += 1 }
        guard beyond > place else { return false }
        let (first, last) = (track.range(playlist.segments[place]), track.range(playlist.segments[beyond - 1]))
        let span = TimeRange(start: min(max(first.start, lanes[lane].time), last.end), end: last.end)
        out.append(.pass(lane, span))
        out.note(.blocked, lane.name + " passes over " + spanText(span.start, span.end) + ", " + String(beyond - place) + " segments")
        lanes[lane].pass(span, next: MediaState.Place(sequence: playlist.segments[beyond - 1].sequence &+ 1))
        return true
    }

    // MARK: Reloads

    /// A playlist was moved on the timeline.
    mutating func moved(_ track: Int, by seconds: Double) {
        for number in lanes.indices where lanes[number].track == track { lanes[number].shift(by: seconds) }
    }

    /// A stream began again under the same address.
    /// - Parameters:
    ///   - end: of what was known of it, in seconds.
    ///   - targetDuration: of what was known of it, in seconds.
    mutating func restarted(_ track: Int, end: Double, targetDuration: Double, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        let start = playlists.tracks[track].start
        for number in lanes.indices where lanes[number].isActive && lanes[number].track == track {
            lanes[number].breakRun()
            quality.restartGrid()
            let time = lanes[number].time
            if time < start - 0.001, time >= end - targetDuration {
                let hole = TimeRange(start: time, end: start)
                if hole.duration > 0.05 { out.append(.gap(lanes[number].lane, hole)) }
                lanes[number].leap(to: start)
            }
        }
    }

    /// A reload shows what has become of a part that was asked for by its hint.
    mutating func checkHint(_ index: Int, _ playlists: PlaylistLibrary, _ out: inout SessionOutput) {
        guard let playlist = playlists.tracks[index].playlist else { return }
        for lane in Lane.allCases {
            guard let flight = lanes[lane].flight, flight.isHint, flight.track == index, let part = flight.segment.part else { continue }
            let sequence = UInt64(clamping: flight.segment.sequence)
            let segment = playlists.tracks[index].position(sequence: sequence).map { playlist.segments[$0] } ?? playlist.upcoming
            if let segment, segment.sequence == sequence, part < segment.parts.count {
                let real = segment.parts[part]
                lanes[lane].hintListed(TimeRange(start: real.start + playlists.tracks[index].shift, duration: real.duration))
                if MediaTrack.location(real.uri, real.byteRange).url != flight.segment.location.url {
                    dropHint(lane, "another part came", &out)
                }
            } else if sequence < playlist.nextSequence {
                dropHint(lane, "the segment ended without it", &out)
            } else if !playlist.preloadHints.contains(where: { $0.kind == .part && $0.uri.url == flight.segment.location.url }) {
                dropHint(lane, "the hint moved", &out)
            }
        }
    }

    private mutating func dropHint(_ lane: Lane, _ reason: String, _ out: inout SessionOutput) {
        out.note(.live, "leaves the hinted part " + shortName(lanes[lane].flight?.segment.location.url ?? "") + ": " + reason)
        // Loading still stands before that part: what is called so now, or what came instead of it, is next.
        dropFlight(lane, &out)
    }
}
