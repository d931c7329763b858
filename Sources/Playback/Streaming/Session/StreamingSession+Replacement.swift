// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

extension StreamingSession {
    /// Gives up a segment that arrives too slowly for one of a lower level, when the rule says so.
    mutating func considerAbandoning() {
        guard let flight = lanes[0].flight, flight.segment.part == nil, flight.index >= 0, let grid = quality.grid,
            let allowed = selection.allowedLevels(grid, at: now),
            let level = grid.level(of: flight.segment.stream), level > allowed.lowerBound, flight.index >= grid.sizes.first
        else { return }
        let transfer = OngoingTransfer(
            index: flight.index, level: level, bits: flight.expectedBytes.map { Double($0) * 8 }, received: Double(flight.bytes) * 8)
        guard let lower = quality.rule.shouldAbandon(transfer, situation(grid, allowed: allowed, next: flight.index), at: now) else {
            return
        }
        let next = selection.permitted(min(max(lower, 0), grid.variants.count - 1), in: grid, at: now)
        guard next != flight.segment.stream, let url = selection.url(.main, stream: next, variant: next) else { return }
        let index = playlists.index(of: url)
        // Without the other playlist at hand a change costs one more trip; then going on is the better bet.
        guard playlists.isFresh(index, at: now) else {
            loadTrack(index)
            return
        }
        // Over a gap there, playing would come straight back to this segment.
        guard selection.hasGap(playlists.tracks[index], at: flight.segment.range, now: now) != true else { return }
        let reason =
            "abandoned " + shortName(flight.segment.location.url) + " after " + String(flight.bytes) + " bytes in "
            + decimalText(now - flight.started, decimals: 2) + " s"
        dropFlight(0)
        take(next, track: index, because: reason)
        quality.isLevelSettled = true
    }

    /// Fetches a queued segment again at a better level. Where that cannot be done, the next segment takes the level instead.
    /// True when the main lane may go on at once.
    mutating func replace(_ index: Int, level: Int, because reason: String) -> Bool {
        guard let grid = quality.grid else { return true }
        let variant = selection.permitted(min(max(level, 0), grid.variants.count - 1), in: grid, at: now)
        guard let place = lanes[0].chunks.firstIndex(where: { $0.index == index }), configuration.replacement != .never,
            variant != lanes[0].chunks[place].stream, lanes[0].chunks[place].range.start > facts.position,
            let url = selection.url(.main, stream: variant, variant: variant)
        else { return move(to: variant, because: reason) }
        let other = playlists.index(of: url)
        guard playlists.isFresh(other, at: now) else {
            loadTrack(other)
            return move(to: variant, because: reason)
        }
        let chunk = lanes[0].chunks[place]
        if configuration.replacement == .inPlace { return requestReplacement(chunk, variant, other, reason) }
        guard cut(at: place, for: chunk) else { return move(to: variant, because: reason) }
        take(variant, track: other, because: "again from " + decimalText(chunk.range.start, decimals: 3) + " s: " + reason)
        return true
    }

    /// Ends the queue where a better segment begins: only where its transfer surely comes in time, and never further back
    /// than once before, or the queue would never grow.
    private mutating func cut(at place: Int, for chunk: LaneState.Chunk) -> Bool {
        let slack = chunk.range.start - facts.position
        let start = chunk.range.start
        guard slack > 3 * (quality.lastDecision?.reason.transfer ?? slack), slack > chunk.range.duration, start >= quality.replacedFrom
        else {
            return false
        }
        quality.replacedFrom = start
        actions.append(.discard(.main, from: place > 0 ? max(start, lanes[0].chunks[place - 1].range.end) : start))
        lanes[0].chunks.removeSubrange(place...)
        lanes[0].cut(at: start)
        return true
    }

    private mutating func requestReplacement(_ chunk: LaneState.Chunk, _ variant: Int, _ other: Int, _ reason: String) -> Bool {
        guard lanes[0].replacement == nil, let place = playlists.tracks[other].position(at: chunk.range.start + 0.01),
            let segment = playlists.tracks[other].playlist?.segments[place], !segment.isGap
        else { return true }
        let range = playlists.tracks[other].range(segment)
        guard (range.start - chunk.range.start).magnitude < 0.1, (range.end - chunk.range.end).magnitude < 0.1 else { return true }
        var load = playlists.tracks[other].describe(segment, lane: .main, stream: variant)
        load.replaces = true
        let id = self.load(.segment(load), for: .replacement, limits: configuration.limitsOfLoads.segment)
        lanes[0].replacement = LaneState.Flight(
            id: id, segment: load, track: other, started: now, index: chunk.index, following: LaneState.Place(sequence: 0))
        quality.rule.handle(.requested(id), at: now)
        note(.variant, "replaces " + spanText(chunk.range.start, chunk.range.end) + " by " + selection.variantText(variant) + ": " + reason)
        return false
    }

    /// Leaves a better copy when the rule finds that it will not come in time.
    mutating func reconsiderReplacement(_ bytes: Int) {
        lanes[0].replacement?.bytes = bytes
        guard let flight = lanes[0].replacement, let grid = quality.grid, let allowed = selection.allowedLevels(grid, at: now),
            let level = grid.level(of: flight.segment.stream), flight.index >= grid.sizes.first
        else { return }
        let transfer = OngoingTransfer(
            index: flight.index, level: level, bits: flight.expectedBytes.map { Double($0) * 8 }, received: Double(bytes) * 8,
            isReplacement: true)
        let next = grid.index(at: lanes[0].time + 0.001) ?? grid.sizes.end
        guard quality.rule.shouldAbandon(transfer, situation(grid, allowed: allowed, next: next), at: now) != nil else { return }
        note(.variant, "leaves the better copy of " + spanText(flight.segment.range.start, flight.segment.range.end))
        cancel(flight.id)
        replacementFailed(flight.id)
    }

    mutating func replacementFinished(_ id: LoadID, _ facts: SegmentFacts) {
        guard let flight = lanes[0].replacement, flight.id == id else { return }
        lanes[0].replacement = nil
        quality.rule.handle(.finished(id, bits: Double(facts.bytes) * 8), at: now)
        quality.grid?.record(index: flight.index, variant: flight.segment.stream, bytes: facts.bytes)
        // The index may be one of another ladder by now.
        let start = flight.segment.range.start
        for place in lanes[0].chunks.indices where (lanes[0].chunks[place].range.start - start).magnitude < 0.1 {
            lanes[0].chunks[place].stream = flight.segment.stream
            lanes[0].chunks[place].bytes = facts.bytes
        }
    }

    mutating func replacementFailed(_ id: LoadID) {
        guard lanes[0].replacement?.id == id else { return }
        lanes[0].replacement = nil
        quality.rule.handle(.cancelled(id), at: now)
    }

    /// Leaves a better copy that will not come in time.
    mutating func dropLateReplacement() {
        if let flight = lanes[0].replacement, flight.segment.range.start <= facts.position { dropReplacement() }
    }

    mutating func dropReplacement() {
        guard let flight = lanes[0].replacement else { return }
        cancel(flight.id)
        replacementFailed(flight.id)
    }
}
