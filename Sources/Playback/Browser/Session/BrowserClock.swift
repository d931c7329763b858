// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// The playback position according to the media element, and the target of a seek in progress.
struct BrowserClock: Sendable {
    private(set) var element = ElementState()
    /// Whether the element had something to show at any time.
    private(set) var hasPlayed = false
    /// The target of the seek in progress.
    private(set) var pending: Double?
    /// When that seek began; nil once the element has played or shown a frame since.
    private var sentAt: Instant? = .zero
    private(set) var speed = 1.0
    /// The factor by which the session changes the speed to keep its distance from the live edge.
    private(set) var factor = 1.0
    /// Time ranges without media.
    private var gaps: [TimeRange] = []
    private var breaks = 0
    private var lastBreak = -Double.infinity
    /// The number of tolerated failures, and the seconds after which they no longer count.
    private static let maxBreaks = 5
    private static let progress = 4.0
    /// The tolerance in seconds for having reached a seek target.
    private static let tolerance = 0.3
    /// The longest gap in seconds at a seek target that elements skip by themselves, and the seconds within which they do.
    private static let holeTolerance = 1.0
    /// Playback stalls this many seconds before a gap.
    private static let reach = 0.25

    var position: Double { pending ?? element.position }
    var rate: Double { speed * factor }
    var isPlaying: Bool { element.wantsToPlay && element.isReady && pending == nil && !element.hasEnded }
    var isStalled: Bool { element.wantsToPlay && !isPlaying && !element.hasEnded }

    mutating func update(_ next: ElementState) {
        element = next
        if !element.position.isFinite { element.position = 0 }
        if let target = pending, (element.position - target).magnitude < Self.tolerance { pending = nil }
        if element.isReady { hasPlayed = true }
        if element.isReady, pending == nil { sentAt = nil }
    }

    mutating func go(to position: Double, at now: Instant) {
        pending = position
        sentAt = now
    }

    /// Whether the element is stuck at a gap that it doesn't skip by itself.
    func stands(before end: Double, at now: Instant) -> Bool {
        guard !element.isReady, !element.hasEnded, pending == nil else { return false }
        return sentAt.map { end - position > Self.holeTolerance || now - $0 >= Self.holeTolerance } ?? true
    }
    /// The new rate; nil if it is unchanged.
    mutating func change(speed: Double) -> Double? {
        guard speed.isFinite, speed > 0, speed <= 16, speed != self.speed else { return nil }
        self.speed = speed
        return rate
    }
    mutating func change(factor: Double) -> Double { self.factor = factor; return rate }

    // MARK: Failures

    /// The element has failed. Returns where to continue, in seconds: a little later after each failure, nil after too many.
    mutating func noteBreak() -> Double? {
        if position > lastBreak + Self.progress { breaks = 0 }
        breaks += 1
        lastBreak = position
        return breaks > Self.maxBreaks ? nil : position + (breaks == 1 ? 0 : 0.5 * Double(breaks - 1))
    }

    // MARK: Gaps

    mutating func add(gap: TimeRange) {
        guard !gaps.contains(gap) else { return }
        gaps.append(gap)
        gaps.sort { $0.start < $1.start }
    }

    mutating func forgetGaps(from time: Double) { gaps.removeAll { $0.start >= time } }

    /// The end of the gap that playback has reached, including adjacent gaps.
    func wayOut() -> Double? {
        guard element.wantsToPlay, pending == nil else { return nil }
        let position = element.position
        var end: Double?
        for gap in gaps {
            let reached = end ?? position + (element.isReady ? 0.02 : Self.reach)
            if gap.start <= reached, gap.end > (end ?? position) { end = gap.end }
        }
        return end
    }
}
