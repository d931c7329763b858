// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Detects that playback should advance but doesn't, although nothing has failed.
struct StuckDetector: Sendable {
    /// Why playback might not advance.
    enum Condition: Hashable, Sendable {
        /// Plenty is queued at the position.
        case buffered
        /// Samples were loaded, but not at the position; the next ones start at this time.
        case hole(until: Double)
        /// The caller's buffers have a hole at the position that stays, and end it at this time.
        case unbuffered(until: Double)
        /// Nothing is queued, and nothing is in flight that could change that.
        case idle
        /// Loads are in flight.
        case loading
    }

    /// Seconds without progress before acting, when samples are queued or nothing is in flight.
    let timeout: Double
    /// Seconds without progress before acting on a hole, which is a certain finding.
    let holeTimeout = 0.5
    /// The same for a hole that the caller found in its buffers. Small ones may be played over, or be there only until decoding begins.
    let bufferHoleTimeout = 0.1
    private static let smallBufferHole = 0.2
    private var position = 0.0
    private var since: Instant?
    /// Consecutive findings without progress in between.
    private(set) var count = 0
    /// When to check again without new events.
    private(set) var watchAt: Instant?

    init(timeout: Double) { self.timeout = timeout }

    mutating func reset() {
        since = nil
        count = 0
    }

    /// Returns the condition once it has lasted too long; `count` is then the number of consecutive findings.
    mutating func check(_ condition: Condition, position: Double, wantsToPlay: Bool, at now: Instant) -> Condition? {
        if !wantsToPlay || (position - self.position).magnitude > 0.001 {
            if position > self.position + 0.5 { count = 0 }
            self.position = position
            since = wantsToPlay ? now : nil
            return nil
        }
        guard let start = since, condition != .loading else {
            since = now
            return nil
        }
        guard now - start >= limit(condition) else { return nil }
        since = now
        count += 1
        return condition
    }

    mutating func watchAgain(at moment: Instant?) { watchAt = moment }

    /// The next moment at which a check could find something.
    func deadline(_ condition: Condition) -> Instant? {
        guard let since, condition != .loading else { return nil }
        return since + limit(condition)
    }

    private func limit(_ condition: Condition) -> Double {
        switch condition {
        case .hole: holeTimeout
        case .unbuffered(let until): until - position > Self.smallBufferHole ? bufferHoleTimeout : holeTimeout
        case .buffered, .idle, .loading: timeout
        }
    }
}
