// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Where playback is, according to the media element, and where it is about to be.
struct BrowserClock: Sendable {
    private(set) var element = ElementState()
    /// The position that the element was sent to and has not reached yet.
    private(set) var pending: Double?
    /// When the element was sent there; nil once it has played or shown something since.
    private var sentAt: Instant? = .zero
    private(set) var speed = 1.0
    /// What the session adds to the speed, to keep its distance to the live edge.
    private(set) var factor = 1.0
    /// Spans that nothing is available for.
    private var gaps: [TimeRange] = []
    private var breaks = 0
    private var lastBreak = -Double.infinity
    /// Breaks that are put up with, and the seconds after which they are forgotten.
    private static let maxBreaks = 5
    private static let progress = 4.0
    /// Seconds by which the element may be off the position that it was sent to.
    private static let tolerance = 0.3
    /// Seconds of a hole at the place that it was sent to which the element may get over by itself, and within which it does.
    private static let holeTolerance = 1.0
    /// Seconds before a gap at which playback stops for lack of samples.
    private static let reach = 0.25

    var position: Double { pending ?? element.position }
    var rate: Double { speed * factor }
    var isPlaying: Bool { element.wantsToPlay && element.isReady && pending == nil && !element.hasEnded }
    var isStalled: Bool { element.wantsToPlay && !isPlaying && !element.hasEnded }

    mutating func update(_ next: ElementState) {
        element = next
        if !element.position.isFinite { element.position = 0 }
        if let target = pending, (element.position - target).magnitude < Self.tolerance { pending = nil }
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
    /// A new rate; nil if it is the one in use.
    mutating func change(speed: Double) -> Double? {
        guard speed.isFinite, speed > 0, speed <= 16, speed != self.speed else { return nil }
        self.speed = speed
        return rate
    }
    mutating func change(factor: Double) -> Double { self.factor = factor; return rate }

    // MARK: Breaks

    /// The element has failed. Returns where to continue, in seconds: a little further after each failure, nil when that doesn't help.
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

    /// The end of a gap that playback has reached, and of those right behind it.
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
