// SPDX-License-Identifier: Apache-2.0

/// Where a stitched stream is to continue.
struct SeekTargets: Hashable, Sendable {
    /// The viewer's target behind the current break, in seconds of the stream.
    private var resume: Double?
    /// Where an earlier session or the failed stream ended, in seconds of the content.
    private(set) var bookmark: Double?
    /// A seek without ads that waits for the player, in seconds of the content.
    private var adFree: Double?

    init(bookmark: Double? = nil) { self.bookmark = bookmark }

    /// In seconds of the content, for a stream that hasn't begun.
    var atStart: Double? { adFree ?? bookmark }

    /// In seconds of the stream.
    func afterBreak(in timeline: StreamTimeline) -> Double? { resume ?? bookmark.map { timeline.streamTime(at: $0) } }

    mutating func takeAfterBreak(in timeline: StreamTimeline) -> Double? {
        defer { (resume, bookmark) = (nil, nil) }
        return afterBreak(in: timeline)
    }

    mutating func takeBookmark() -> Double? {
        defer { bookmark = nil }
        return bookmark
    }

    /// The pending seek without ads, which replaces the bookmark.
    mutating func takeAdFree() -> Double? {
        guard let adFree else { return nil }
        (self.adFree, bookmark) = (nil, nil)
        return adFree
    }

    /// The viewer's seek continues after the break.
    mutating func resume(at time: Double) { resume = time }
    mutating func forgetResume() { resume = nil }
    mutating func seekWithoutAds(to content: Double) { adFree = content }
    /// The stream is requested again; a pending seek without ads still applies.
    mutating func restart(at content: Double?) { (resume, bookmark) = (nil, content) }
}

/// What a session reports only once.
struct StreamMilestones: Hashable, Sendable {
    private var hasStarted = false
    private var areAdsCompleted = false

    /// - Returns: whether it is the first time.
    mutating func start() -> Bool {
        defer { hasStarted = true }
        return !hasStarted
    }

    /// - Returns: whether it is the first time.
    mutating func completeAllAds() -> Bool {
        defer { areAdsCompleted = true }
        return !areAdsCompleted
    }

    /// The stream begins again; the completed ads stay reported.
    mutating func restart() { hasStarted = false }
}
