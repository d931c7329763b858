// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// Chooses the quality of the next segment: the ABR controller, its window of upcoming segments and its last decision.
struct QualityControl: Sendable {
    var rule: ABRController
    /// nil until there is a choice of levels.
    private(set) var window: SegmentWindow?
    private(set) var lastDecision: QualityDecision?
    /// Where the queue was last cut for better segments, in seconds.
    private var replacedFrom = -Double.infinity
    private var isLevelKept = false
    /// Recent media bit/s over all loads; 0 while unknown.
    private(set) var throughput = 0.0
    /// Bits and seconds of audio loaded, for the controller's companion bit rate.
    private var companion = Companion()

    init(_ configuration: StreamingConfiguration) {
        var settings = configuration.quality
        if configuration.replacement == .never { settings.replaces = false }
        rule = ABRController(configuration: settings)
    }

    struct Companion: Sendable {
        var bits = 0.0
        var seconds = 0.0
        var bitrate: Double { seconds > 0 ? bits / seconds : 0 }
    }

    /// A segment has arrived.
    mutating func finished(_ flight: MediaState.Flight, bytes: Int, at now: Instant) {
        rule.handle(.finished(flight.id, bits: Double(bytes) * 8), at: now)
        measure(Double(bytes) * 8, now - flight.started)
        switch flight.segment.contentType {
        case .main: recordMain(flight, bytes: bytes)
        case .audio: recordAudio(bytes: bytes, duration: flight.segment.range.duration)
        case .subtitles: break
        }
    }

    /// A better copy of a queued segment has arrived.
    mutating func finished(replacement flight: MediaState.Flight, bytes: Int, at now: Instant) {
        rule.handle(.finished(flight.id, bits: Double(bytes) * 8), at: now)
        window?.record(index: flight.index, variant: flight.segment.stream, bytes: bytes)
    }

    mutating func setWindow(_ window: SegmentWindow) { self.window = window }
    mutating func restartGrid() { window?.restart() }

    /// Makes the next segment keep its current level: it replaces an abandoned one, or bridges a gap.
    mutating func keepLevel() { isLevelKept = true }
    /// Whether the level of the next segment was settled; resets the flag.
    mutating func takeKeptLevel() -> Bool {
        defer { isLevelKept = false }
        return isLevelKept
    }

    mutating func decide(_ situation: QualitySituation, at now: Instant) -> QualityDecision {
        let decision = rule.decide(situation, at: now)
        lastDecision = decision
        return decision
    }

    /// Whether the queue may be cut at a time for better segments. It never goes further back than a former cut, or the buffer would never
    /// grow.
    /// - Parameters:
    ///   - start: start of the segment, in seconds.
    ///   - duration: duration of the segment, in seconds.
    ///   - slack: seconds until it plays.
    mutating func allowsCut(at start: Double, duration: Double, slack: Double) -> Bool {
        guard slack > 3 * (lastDecision?.reason.transfer ?? slack), slack > duration, start >= replacedFrom else { return false }
        replacedFrom = start
        return true
    }

    /// Call after a seek: the queue may be cut anywhere again.
    mutating func didSeek() { replacedFrom = -.infinity }

    /// Uses a server's estimate as long as nothing has been measured.
    /// - Parameter bitrate: bit/s.
    /// - Returns: whether it was used.
    mutating func expect(bitrate: Double) -> Bool {
        guard rule.history.isEmpty else { return false }
        rule.history.expect(bitrate)
        return true
    }

    /// Records the size of a main segment; parts say nothing about full segments.
    private mutating func recordMain(_ flight: MediaState.Flight, bytes: Int) {
        let duration = flight.segment.range.duration
        guard let window, (window.sizes.duration(flight.index) - duration).magnitude < 0.1 * duration else { return }
        self.window?.record(index: flight.index, variant: flight.segment.stream, bytes: bytes)
    }

    private mutating func recordAudio(bytes: Int, duration: Double) {
        companion.bits = companion.bits * 0.9 + Double(bytes) * 8
        companion.seconds = companion.seconds * 0.9 + duration
    }

    /// Updates the throughput reported to servers. The controller has its own, better estimate.
    mutating func measure(_ bits: Double, _ seconds: Double) {
        guard seconds > 0.001, bits > 0 else { return }
        let rate = min(bits / seconds, 1e12)
        throughput = throughput == 0 ? rate : 0.7 * throughput + 0.3 * rate
    }

    /// Extends the window to the loading position, whoever chooses the variants. Loaded chunks keep their index in it.
    mutating func cover(_ contentType: inout MediaState, in track: PlaylistTrack, position: Double, leavingOut blocked: BlockedSpans) {
        // Taken out so that it can be changed in place.
        guard var window = self.window else { return }
        self.window = nil
        window.cover(
            contentType.time, since: contentType.chunks.first?.range.start ?? contentType.time, in: track, variant: contentType.stream,
            position: position,
            leavingOut: blocked)
        contentType.index { window.index(at: $0) ?? -1 }
        self.window = window
    }

    /// The index in the window of the main content type's next load. At the live edge, where the playlist ends, the index of a segment of
    /// estimated length.
    mutating func nextIndex(at time: Double, in track: PlaylistTrack, usesParts: Bool) -> Int? {
        if let known = window?.index(at: time + 0.001) { return known }
        guard track.isLive, let end = window?.endTime, (time - end).magnitude < 0.5 else { return nil }
        return window?.appendEstimated(duration: usesParts ? track.playlist?.partTarget ?? 1 : track.targetDuration)
    }

    /// What the controller needs to know about playback.
    /// - Parameters:
    ///   - hasSeparateAudio: a separate audio stream shares the network.
    ///   - goal: seconds of media to keep ahead.
    func situation(
        _ window: SegmentWindow, allowed: ClosedRange<Int>, next: Int, contentType: MediaState, facts: PlaybackFacts, hasPlayed: Bool,
        isLive: Bool,
        hasSeparateAudio: Bool, goal: Double
    ) -> QualitySituation {
        QualitySituation(
            levels: window.levels, allowed: allowed, sizes: window.sizes, next: next, end: window.isComplete ? window.sizes.end : nil,
            bufferedLevels: bufferedLevels(contentType, window, from: facts.position, before: next, highest: allowed.upperBound),
            buffer: max(0, contentType.ahead(of: facts.position)), capacity: max(goal, 2 * window.sizes.duration(next)),
            rate: facts.rate > 0 ? facts.rate : 1, hasStarted: hasPlayed, isLive: isLive,
            companionBitrate: hasSeparateAudio ? companion.bitrate : 0)
    }

    /// The levels of the buffered segments of the window. Gaps count as the highest level, so that fetching them is never worthwhile.
    private func bufferedLevels(_ contentType: MediaState, _ window: SegmentWindow, from position: Double, before next: Int, highest: Int)
        -> [Int]
    {
        var levels: [Int] = []
        var last: Int?
        for chunk in contentType.chunks where chunk.range.end > position && chunk.index >= 0 && chunk.index < next {
            let level = window.level(of: chunk.stream) ?? 0
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
