// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension MediaScheduler {
    /// What to do about the main content before its next load.
    enum QualityStep: Hashable, Sendable {
        case keep, wait
        case change(variant: Int, because: String)
        /// Fetch the segment at this index of the window again, at another level.
        case replace(index: Int, level: Int, because: String)
    }

    /// Decides the variant of the next main segment.
    mutating func nextQuality(_ selection: StreamSelection, _ playlists: PlaylistLibrary, at now: Instant) -> QualityStep {
        guard let index = states[.main].track, playlists.tracks[index].playlist != nil else { return .wait }
        quality.cover(&states[.main], in: playlists.tracks[index], position: playhead.position, leavingOut: blocked)
        // A variant that bridges a gap is used for that span even if another variant is locked.
        if quality.takeKeptLevel() { return .keep }
        if let locked = selection.lockedVariant, selection.isUsable(locked, at: now) {
            return .change(variant: locked, because: "kept to by choice")
        }
        guard let window = quality.window, let allowed = selection.allowedLevels(window, at: now), window.variants.count > 1 else {
            return .keep
        }
        // The first segment is requested at once; its variant has just been chosen.
        let main = states[.main]
        if main.startsRun, !playhead.hasPlayed, main.chunks.isEmpty, quality.lastDecision == nil, selection.isUsable(main.stream, at: now) {
            return .keep
        }
        if let at = main.waitUntil, at > now { return .wait }
        states[.main].wait(until: nil)
        guard let next = quality.nextIndex(at: main.time, in: playlists.tracks[index], usesParts: playlists.usesParts(index)) else {
            return .keep
        }
        let decision = quality.decide(situation(quality.window ?? window, allowed: allowed, next: next, playlists), at: now)
        switch decision.action {
        case .wait(let until):
            // While nothing plays, the buffer doesn't drain: no hurry to check again.
            states[.main].wait(until: max(until, now + (playhead.facts.rate > 0 ? 0.05 : 1)))
            return .wait
        case .fetch(_, let level):
            return .change(
                variant: selection.permitted(min(max(level, 0), window.variants.count - 1), in: window, at: now),
                because: decision.reason.description)
        case .replace(let index, let level):
            return .replace(index: index, level: level, because: decision.reason.description)
        }
    }

    private func situation(_ window: SegmentWindow, allowed: ClosedRange<Int>, next: Int, _ playlists: PlaylistLibrary) -> QualitySituation
    {
        quality.situation(
            window, allowed: allowed, next: next, contentType: states[.main], facts: playhead.facts, hasPlayed: playhead.hasPlayed,
            isLive: states[.main].track.map { playlists.tracks[$0].isLive } ?? false, hasSeparateAudio: states[.audio].isActive,
            goal: bufferGoal)
    }

    /// Whether another variant can take over at the next main load: at a segment, or at an independent part.
    func canSwitch(to index: Int, _ playlists: PlaylistLibrary) -> Bool {
        let track = playlists.tracks[index]
        guard let part = states[.main].next?.part, part > 0, playlists.usesParts(index), let playlist = track.playlist else {
            return true
        }
        let own = states[.main].time - track.shift
        let segment = track.position(at: states[.main].time).map { playlist.segments[$0] }
        for candidate in [playlist.upcoming, segment] {
            guard let candidate else { continue }
            for part in candidate.parts where part.isIndependent && (part.start - own).magnitude < 0.2 * part.duration { return true }
        }
        return false
    }

    /// Switches to a window with other levels.
    mutating func setWindow(_ window: SegmentWindow) {
        quality.setWindow(window)
        states[.main].forgetIndices()
    }

    // MARK: Abandoning

    /// The variant to fetch instead of the main segment in flight if that arrives too slowly; nil to continue.
    mutating func abandonment(_ selection: StreamSelection, _ playlists: PlaylistLibrary, at now: Instant) -> Int? {
        guard let flight = states[.main].flight, flight.segment.part == nil, flight.index >= 0, let window = quality.window,
            let allowed = selection.allowedLevels(window, at: now),
            let level = window.level(of: flight.segment.stream), level > allowed.lowerBound, flight.index >= window.sizes.first
        else { return nil }
        let transfer = OngoingTransfer(
            index: flight.index, level: level, bits: flight.expectedBytes.map { Double($0) * 8 }, received: Double(flight.bytes) * 8)
        let situation = situation(window, allowed: allowed, next: flight.index, playlists)
        guard let lower = quality.rule.shouldAbandon(transfer, situation, at: now) else { return nil }
        let next = selection.permitted(min(max(lower, 0), window.variants.count - 1), in: window, at: now)
        return next == flight.segment.stream ? nil : next
    }

    // MARK: Replacing

    /// The index among the main chunks of a segment that may be fetched again from a variant; nil if it may not.
    func index(ofReplaceable index: Int, from variant: Int) -> Int? {
        guard let position = states[.main].chunks.firstIndex(where: { $0.index == index }) else { return nil }
        let chunk = states[.main].chunks[position]
        return variant != chunk.stream && chunk.range.start > playhead.position ? position : nil
    }

    /// Ends the queue where a better segment starts, if its transfer is certain to finish in time.
    mutating func cut(at position: Int, _ out: inout SessionOutput) -> Bool {
        let range = states[.main].chunks[position].range
        guard quality.allowsCut(at: range.start, duration: range.duration, slack: range.start - playhead.position) else { return false }
        out.append(.discard(.main, from: position > 0 ? max(range.start, states[.main].chunks[position - 1].range.end) : range.start))
        states[.main].cut(beforeChunk: position)
        return true
    }

    /// The load of a better copy of a chunk; nil if the other playlist has no such segment.
    func replacement(of chunk: MediaState.Chunk, from track: PlaylistTrack, variant: Int) -> SegmentLoad? {
        guard states[.main].replacement == nil, let index = track.position(at: chunk.range.start + 0.01),
            let segment = track.playlist?.segments[index], !segment.isGap
        else { return nil }
        let range = track.range(segment)
        guard (range.start - chunk.range.start).magnitude < 0.1, (range.end - chunk.range.end).magnitude < 0.1 else { return nil }
        var load = track.describe(segment, contentType: .main, stream: variant)
        load.replaces = true
        return load
    }

    mutating func replacementRequested(_ id: LoadID, _ load: SegmentLoad, track: Int, index: Int, at now: Instant) {
        states[.main].setReplacement(
            MediaState.Flight(
                id: id, segment: load, track: track, started: now, index: index, following: MediaState.SegmentPosition(sequence: 0)))
        quality.rule.handle(.requested(id), at: now)
    }

    mutating func replacementResponded(_ id: LoadID, _ head: ResponseHead, at now: Instant) {
        quality.rule.handle(.firstByte(id), at: now)
        states[.main].replacementExpects(head.contentLength)
    }

    /// Updates the progress of a better copy, and drops it if it won't arrive in time.
    mutating func replacementProgressed(
        _ id: LoadID, _ bytes: Int, _ selection: StreamSelection, _ playlists: PlaylistLibrary, _ out: inout SessionOutput
    ) {
        quality.rule.handle(.progressed(id, bits: Double(bytes) * 8), at: out.now)
        states[.main].replacementProgressed(bytes)
        guard let flight = states[.main].replacement, let window = quality.window,
            let allowed = selection.allowedLevels(window, at: out.now),
            let level = window.level(of: flight.segment.stream), flight.index >= window.sizes.first
        else { return }
        let transfer = OngoingTransfer(
            index: flight.index, level: level, bits: flight.expectedBytes.map { Double($0) * 8 }, received: Double(bytes) * 8,
            isReplacement: true)
        let next = window.index(at: states[.main].time + 0.001) ?? window.sizes.end
        let situation = situation(window, allowed: allowed, next: next, playlists)
        guard quality.rule.shouldAbandon(transfer, situation, at: out.now) != nil else { return }
        out.note(.variant, "leaves the better copy of " + spanText(flight.segment.range.start, flight.segment.range.end))
        dropReplacement(&out)
    }

    mutating func replacementFinished(_ id: LoadID, _ facts: SegmentFacts, at now: Instant) {
        guard let flight = states[.main].replacement, flight.id == id else { return }
        states[.main].setReplacement(nil)
        quality.finished(replacement: flight, bytes: facts.bytes, at: now)
        states[.main].replaced(by: flight, bytes: facts.bytes)
    }

    mutating func replacementFailed(_ id: LoadID, at now: Instant) {
        guard states[.main].replacement?.id == id else { return }
        states[.main].setReplacement(nil)
        quality.rule.handle(.cancelled(id), at: now)
    }

    /// Drops a better copy whose segment is already playing.
    mutating func dropLateReplacement(_ out: inout SessionOutput) {
        if let flight = states[.main].replacement, flight.segment.range.start <= playhead.position { dropReplacement(&out) }
    }

    mutating func dropReplacement(_ out: inout SessionOutput) {
        guard let flight = states[.main].replacement else { return }
        out.cancel(flight.id)
        replacementFailed(flight.id, at: out.now)
    }
}
