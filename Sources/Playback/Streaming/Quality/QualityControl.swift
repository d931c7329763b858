// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Which quality the next segment has: the rule, the coming segments as it counts them, and what it decided last.
struct QualityControl: Sendable {
    var rule: QualityRule
    /// nil until there is a choice of levels.
    var grid: QualityGrid?
    var lastDecision: QualityDecision?
    /// Where the queue was cut for better segments last; what lies before is not looked at again.
    var replacedFrom = -Double.infinity
    /// The level of the next segment is settled: it takes the place of an abandoned one, or bridges a gap.
    var isLevelSettled = false
    /// Bit/s of media of late, over all loads; 0 while unknown.
    private(set) var throughput = 0.0
    /// Bits and seconds of sound loaded, for the rule's companion rate.
    private var companion = Companion()

    init(_ configuration: StreamingConfiguration) {
        var settings = configuration.quality
        if configuration.replacement == .never { settings.replaces = false }
        rule = QualityRule(configuration: settings)
    }

    struct Companion: Sendable {
        var bits = 0.0
        var seconds = 0.0
        var bitrate: Double { seconds > 0 ? bits / seconds : 0 }
    }

    /// What a segment of the main lane weighed; parts of segments say nothing of whole ones.
    mutating func recordMain(_ flight: LaneState.Flight, bytes: Int) {
        let duration = flight.segment.range.duration
        guard let grid, (grid.sizes.duration(flight.index) - duration).magnitude < 0.1 * duration else { return }
        self.grid?.record(index: flight.index, variant: flight.segment.stream, bytes: bytes)
    }

    mutating func recordSound(bytes: Int, duration: Double) {
        companion.bits = companion.bits * 0.9 + Double(bytes) * 8
        companion.seconds = companion.seconds * 0.9 + duration
    }

    /// What is told to servers; the rule of quality has a better notion of its own.
    mutating func measure(_ bits: Double, _ seconds: Double) {
        guard seconds > 0.001, bits > 0 else { return }
        let rate = min(bits / seconds, 1e12)
        throughput = throughput == 0 ? rate : 0.7 * throughput + 0.3 * rate
    }

    /// Brings the grid up to where loading is, whoever chooses the variants: what is loaded keeps its place in it.
    mutating func cover(_ lane: inout LaneState, in track: MediaTrack, position: Double, leavingOut blocked: BlockedSpans) {
        // Taken out, so that it is changed in place.
        guard var window = grid else { return }
        grid = nil
        window.cover(
            lane.time, since: lane.chunks.first?.range.start ?? lane.time, in: track, variant: lane.stream, position: position,
            leavingOut: blocked)
        for place in lane.chunks.indices {
            let range = lane.chunks[place].range
            lane.chunks[place].index = window.index(at: range.start + min(0.5 * range.duration, 0.1)) ?? -1
        }
        grid = window
    }

    /// The grid's index of the main lane's next load; at the live edge, where playlists end, one of a guessed length.
    mutating func nextIndex(at time: Double, in track: MediaTrack, usesParts: Bool) -> Int? {
        if let known = grid?.index(at: time + 0.001) { return known }
        guard track.isLive, let end = grid?.endTime, (time - end).magnitude < 0.5 else { return nil }
        return grid?.guess(duration: usesParts ? track.playlist?.partTarget ?? 1 : track.targetDuration)
    }

    /// What the rule needs to know of playing.
    /// - Parameters:
    ///   - hasSoundApart: a lane of sound shares the network.
    ///   - goal: seconds of media that are to be kept ahead.
    func situation(
        _ grid: QualityGrid, allowed: ClosedRange<Int>, next: Int, lane: LaneState, facts: PlaybackFacts, hasPlayed: Bool, isLive: Bool,
        hasSoundApart: Bool, goal: Double
    ) -> QualitySituation {
        QualitySituation(
            levels: grid.levels, allowed: allowed, sizes: grid.sizes, next: next, end: grid.isComplete ? grid.sizes.end : nil,
            bufferedLevels: bufferedLevels(lane, grid, from: facts.position, before: next, highest: allowed.upperBound),
            buffer: max(0, lane.ahead(of: facts.position)), capacity: max(goal, 2 * grid.sizes.duration(next)),
            rate: facts.rate > 0 ? facts.rate : 1, hasStarted: hasPlayed, isLive: isLive,
            companionBitrate: hasSoundApart ? companion.bitrate : 0)
    }

    /// The levels of the grid's segments that are held, without one missing: for a gap no level is worth fetching.
    private func bufferedLevels(_ lane: LaneState, _ grid: QualityGrid, from position: Double, before next: Int, highest: Int) -> [Int] {
        var levels: [Int] = []
        var last: Int?
        for chunk in lane.chunks where chunk.range.end > position && chunk.index >= 0 && chunk.index < next {
            let level = grid.level(of: chunk.stream) ?? 0
            guard chunk.index > last ?? -1 else {
                // A part of the same segment.
                if chunk.index == last { levels[levels.count - 1] = level }
                continue
            }
            if let last { for _ in (last + 1)..<chunk.index { levels.append(highest) } }
            levels.append(level)
            last = chunk.index
        }
        if let last { for _ in (last + 1)..<max(next, last + 1) { levels.append(highest) } }
        return levels
    }
}
