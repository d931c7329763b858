// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The loading state of one content type.
struct MediaState: Sendable {
    let contentType: ContentType
    private(set) var isActive = false
    private(set) var source = Source()
    /// The start of the next load, in seconds: the end of what was loaded, or the start of a run.
    private(set) var time = 0.0
    /// The next segment by number, while loading continues in the same playlist; nil to find it by time.
    private(set) var next: SegmentPosition?
    private(set) var flight: Flight?
    /// A buffered segment that is being fetched again in better quality.
    private(set) var replacement: Flight?
    /// Loaded since the run started and not far behind the position, oldest first.
    private(set) var chunks: [Chunk] = []
    /// Blocked spans among the chunks, which were not loaded.
    private(set) var passed: [TimeRange] = []
    private(set) var startsRun = true
    /// Samples that end before this time aren't needed, in seconds.
    private(set) var notBefore: Double?
    private(set) var hasEnded = false
    private(set) var retry = RetryState()
    /// When ``ABRController`` wants to be asked again.
    private(set) var waitUntil: Instant?

    init(_ contentType: ContentType) { self.contentType = contentType }

    /// The source of the segments.
    struct Source: Sendable {
        /// Variant or rendition, as in ``SegmentLoad/stream``.
        var stream = 0
        /// The variant to change to once its playlist is loaded.
        var pendingStream: Int?
        /// The playlist in use, by its index in ``PlaylistLibrary/tracks``.
        var track: Int?
        /// The playlist is used for one span only, because the chosen one has a gap there or failed.
        var isBorrowed = false
    }

    struct SegmentPosition: Hashable, Sendable {
        var sequence: UInt64
        var part: Int?
    }

    struct Chunk: Sendable {
        var range: TimeRange
        /// The time of its first sample, in seconds.
        var sampleStart: Double
        var stream: Int
        var bytes: Int
        /// The segment's index in the segment window; -1 if it has none.
        var index: Int
    }

    /// A load in flight.
    struct Flight: Sendable {
        var id: LoadID
        var segment: SegmentLoad
        var track: Int
        var started: Instant
        var bytes = 0
        var expectedBytes: Int?
        /// The segment's index in the segment window; main only, -1 if it has none.
        var index: Int
        /// The position of the load after it.
        var following: SegmentPosition
        var isHint = false
    }

    var stream: Int { source.stream }
    var track: Int? { source.track }

    /// Bytes loaded, including those of the load in flight.
    var bytes: Int {
        var sum = flight?.bytes ?? 0
        for chunk in chunks { sum += chunk.bytes }
        return sum
    }

    /// Seconds of media loaded ahead of a position.
    func ahead(of position: Double) -> Double {
        var seconds = time - position
        for span in passed where span.end > position { seconds -= span.end - max(span.start, position) }
        return seconds
    }

    // MARK: Source

    mutating func setActive(_ isActive: Bool) { self.isActive = isActive }
    mutating func choose(stream: Int) { source.stream = stream }
    mutating func request(stream: Int?) { source.pendingStream = stream }

    /// Continues in another playlist at the same time.
    mutating func follow(_ track: Int?) {
        source.track = track
        next = nil
    }

    /// Continues in another stream until ``endBorrowing()``.
    mutating func borrow(stream: Int, track: Int?) {
        source.isBorrowed = true
        source.stream = stream
        follow(track)
    }

    mutating func endBorrowing() { source.isBorrowed = false }

    // MARK: Loading position

    /// Forgets everything that is loaded and continues at `time`.
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
        retry.restart()
        waitUntil = nil
    }

    /// Goes back to a time before the end of what is loaded: everything after it is loaded again.
    mutating func cut(at time: Double) {
        chunks.removeAll { $0.range.start >= time - 0.001 }
        passed.removeAll { $0.start >= time - 0.001 }
        self.time = time
        next = nil
        hasEnded = false
    }

    /// Like ``cut(at:)``, but starts a new run.
    mutating func restartRun(at time: Double) {
        cut(at: time)
        startsRun = true
    }

    /// Continues at a later time and leaves a gap.
    mutating func leap(to time: Double, next: SegmentPosition? = nil) {
        self.time = time
        self.next = next
        startsRun = true
    }

    /// The stream restarted: continues by time.
    mutating func endRun() {
        next = nil
        startsRun = true
    }

    /// Skips a blocked span.
    mutating func pass(_ span: TimeRange, next: SegmentPosition) {
        passed.append(span)
        leap(to: span.end, next: next)
        notBefore = nil
    }

    /// The playlist was moved on the timeline by this many seconds.
    mutating func shift(by seconds: Double) {
        guard next != nil else { return }
        time += seconds
        guard let flight, flight.track == track else { return }
        let range = flight.segment.range
        self.flight?.segment.range = TimeRange(start: range.start + seconds, end: range.end + seconds)
    }

    mutating func end() {
        hasEnded = true
        retry.ended()
    }

    mutating func forget(before time: Double) {
        var count = 0
        while count < chunks.count, chunks[count].range.end <= time { count += 1 }
        if count > 0 { chunks.removeFirst(count) }
    }

    // MARK: Load in flight

    mutating func requested(_ flight: Flight) {
        self.flight = flight
        retry.endWait()
    }

    mutating func progressed(_ bytes: Int) { flight?.bytes = bytes }
    mutating func expect(_ bytes: Int?) { flight?.expectedBytes = bytes }

    /// A hinted part is now listed, so its range is known.
    mutating func hintListed(_ range: TimeRange) {
        flight?.isHint = false
        flight?.segment.range = range
    }

    /// Removes the load in flight without a result.
    mutating func dropFlight() { flight = nil }

    /// Records the result of a load and continues after it.
    /// - Parameter position: the playback position in seconds; chunks before it are forgotten.
    mutating func finished(_ flight: Flight, _ facts: SegmentFacts, position: Double) {
        let range = flight.segment.range
        self.flight = nil
        retry.succeeded()
        chunks.append(
            Chunk(
                range: range, sampleStart: facts.range?.start ?? range.end, stream: flight.segment.stream, bytes: facts.bytes,
                index: flight.index))
        forget(before: facts.range == nil ? position : min(position, range.start))
        time = range.end
        next = flight.track == track ? flight.following : nil
        startsRun = false
        notBefore = nil
    }

    // MARK: Retries

    mutating func failed(at now: Instant) { retry.failed(at: now) }
    mutating func forgiveFailures() { retry.failures = 0 }
    mutating func retry(at moment: Instant) { retry.retryAt = moment }
    mutating func endRetries() {
        retry.retryAt = nil
        retry.failures = 0
    }
    mutating func setEarlyFallback(_ earlyFallback: EarlyFallback?) { retry.earlyFallback = earlyFallback }

    /// Resumes a segment that was left to save time, keeping its attempt count.
    mutating func resume(_ earlyFallback: EarlyFallback) {
        retry.earlyFallback = nil
        retry.failures = earlyFallback.failures
        retry.retryAt = earlyFallback.retryAt
    }

    /// Leaves a gap where a segment isn't available.
    mutating func skip(_ flight: Flight, because failure: LoadFailure) {
        retry.skipped(because: failure)
        leap(to: flight.segment.range.end, next: flight.track == track ? flight.following : nil)
    }

    /// Whether the delay before the next attempt isn't over yet.
    mutating func isWaiting(at now: Instant) -> Bool {
        if let at = retry.retryAt, at > now { return true }
        retry.retryAt = nil
        return false
    }

    // MARK: Quality

    mutating func wait(until moment: Instant?) { waitUntil = moment }
    mutating func setReplacement(_ flight: Flight?) { replacement = flight }
    mutating func replacementProgressed(_ bytes: Int) { replacement?.bytes = bytes }
    mutating func replacementExpects(_ bytes: Int?) { replacement?.expectedBytes = bytes }

    /// A better copy has replaced a segment.
    mutating func replaced(by flight: Flight, bytes: Int) {
        // The index may refer to another ladder by now.
        let start = flight.segment.range.start
        for index in chunks.indices where (chunks[index].range.start - start).magnitude < 0.1 {
            chunks[index].stream = flight.segment.stream
            chunks[index].bytes = bytes
        }
    }

    /// Cuts what is loaded before the chunk at an index.
    mutating func cut(beforeChunk position: Int) {
        let start = chunks[position].range.start
        chunks.removeSubrange(position...)
        cut(at: start)
    }

    /// Sets the chunks' indices in the segment window; `index` returns -1 for a time outside the window.
    mutating func index(by index: (Double) -> Int) {
        for position in chunks.indices {
            let range = chunks[position].range
            chunks[position].index = index(range.start + min(0.5 * range.duration, 0.1))
        }
    }

    /// The levels have changed: no loaded segment has an index among them yet.
    mutating func forgetIndices() {
        flight?.index = -1
        replacement?.index = -1
        for index in chunks.indices { chunks[index].index = -1 }
    }
}

extension [MediaState] {
    /// Accessed in place, because a state is large.
    subscript(_ contentType: ContentType) -> MediaState {
        _read { yield self[Int(contentType.rawValue)] }
        _modify { yield &self[Int(contentType.rawValue)] }
    }
}
