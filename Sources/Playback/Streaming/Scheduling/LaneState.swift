// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How far one lane has come.
struct LaneState: Sendable {
    let lane: Lane
    var isActive = false
    /// Variant or rendition, as in ``SegmentLoad/stream``.
    var stream = 0
    /// The playlist in use.
    var track: Int?
    /// The variant being changed to, while its playlist is on its way.
    var pendingStream: Int?
    /// Where the next load begins: the end of what was loaded, or the start of a run.
    var time = 0.0
    /// The next segment by number, once the lane goes on in the same playlist; found by time when nil.
    var next: Place?
    var flight: Flight?
    /// A segment of the run already held, fetched again at a better quality.
    var replacement: Flight?
    /// What was loaded since the run began and is not far behind the position, oldest first.
    var chunks: [Chunk] = []
    /// Spans among them that were not loaded, for they are blocked.
    var passed: [TimeRange] = []
    var startsRun = true
    /// The present playlist serves one span only, for the lane's own has a gap there.
    var isBorrowing = false
    var notBefore: Double?
    var hasEnded = false
    /// The end of the last chunk's samples.
    var sampleEnd: Double?

    var failures = 0
    var firstFailure: Instant?
    var retryAt: Instant?
    var skips = 0
    /// The segment left last to save time; main lane only.
    var haste: Haste?
    /// The rule of quality wants to be asked again then.
    var waitUntil: Instant?

    init(_ lane: Lane) { self.lane = lane }

    struct Place: Hashable, Sendable {
        var sequence: UInt64
        var part: Int?
    }

    struct Chunk: Sendable {
        var range: TimeRange
        /// Where its first sample lies.
        var sampleStart: Double
        var stream: Int
        var bytes: Int
        var index: Int
    }

    /// A segment that failed, and was left for another variant before all its tries were used up.
    struct Haste: Sendable {
        var stream: Int
        var range: TimeRange
        /// Tries so far.
        var failures: Int
        var retryAt: Instant
        /// The variant had been chosen to be kept to.
        var wasLocked: Bool
    }

    /// A load under way.
    struct Flight: Sendable {
        var id: LoadID
        var segment: SegmentLoad
        var track: Int
        var started: Instant
        var bytes = 0
        var expectedBytes: Int?
        /// The segment's index in the quality grid; main lane only.
        var index: Int
        /// Where the lane goes on after it.
        var following: Place
        var isHint = false
    }

    var bytes: Int {
        var sum = flight?.bytes ?? 0
        for chunk in chunks { sum += chunk.bytes }
        return sum
    }

    /// Forgets everything about what is loaded and goes on at `time`.
    mutating func restart(at time: Double, notBefore: Double?) {
        self.time = time
        self.notBefore = notBefore
        next = nil
        flight = nil
        replacement = nil
        chunks.removeAll(keepingCapacity: true)
        passed.removeAll()
        startsRun = true
        hasEnded = false
        sampleEnd = nil
        failures = 0
        retryAt = nil
        skips = 0
        haste = nil
        waitUntil = nil
    }

    /// Goes on at a time before the end of what is loaded: what lies behind it is loaded again.
    mutating func cut(at time: Double) {
        chunks.removeAll { $0.range.start >= time - 0.001 }
        passed.removeAll { $0.start >= time - 0.001 }
        self.time = time
        next = nil
        sampleEnd = nil
        hasEnded = false
    }

    /// Seconds of media loaded ahead of a position.
    func ahead(of position: Double) -> Double {
        var seconds = time - position
        for span in passed where span.end > position { seconds -= span.end - max(span.start, position) }
        return seconds
    }

    mutating func forget(before time: Double) {
        var count = 0
        while count < chunks.count, chunks[count].range.end <= time { count += 1 }
        if count > 0 { chunks.removeFirst(count) }
    }
}
