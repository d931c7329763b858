// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Notices that playing is wanted and does not go on, although nothing has failed.
struct StuckDetector: Sendable {
    /// Why playing may not go on.
    enum Condition: Hashable, Sendable {
        /// Plenty is queued at the position.
        case buffered
        /// Samples were loaded, but none lies at the position; the next ones begin at this time.
        case hole(until: Double)
        /// Nothing is queued, and nothing is under way that could change that.
        case idle
        /// Loads are under way.
        case loading
    }

    /// Seconds without progress that are borne where samples are queued or nothing is under way.
    let patience: Double
    /// Holes are certain: they need no long look.
    let holePatience = 0.5
    private var position = 0.0
    private var since: Instant?
    /// Findings in a row without progress in between.
    private(set) var count = 0

    init(patience: Double) { self.patience = patience }

    mutating func reset() {
        since = nil
        count = 0
    }

    /// The condition, once it has lasted too long; `count` then tells how often that came in a row.
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
        let limit: Double = if case .hole = condition { holePatience } else { patience }
        guard now - start >= limit else { return nil }
        since = now
        count += 1
        return condition
    }

    /// The next moment at which something could be found.
    func deadline(_ condition: Condition) -> Instant? {
        guard let since, condition != .loading else { return nil }
        if case .hole = condition { return since + holePatience }
        return since + patience
    }
}
