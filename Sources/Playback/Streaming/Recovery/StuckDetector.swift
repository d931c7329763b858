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
        /// Nothing is queued, and nothing is in flight that could change that.
        case idle
        /// Loads are in flight.
        case loading
    }

    /// Seconds without progress before something is done, where samples are queued or nothing is in flight.
    let patience: Double
    /// Seconds for holes, which are certain.
    let holePatience = 0.5
    private var position = 0.0
    private var since: Instant?
    /// Findings in a row without progress in between.
    private(set) var count = 0
    /// When playing is looked at again without news from the edge.
    private(set) var watchAt: Instant?

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

    mutating func watchAgain(at moment: Instant?) { watchAt = moment }

    /// The next moment at which something could be found.
    func deadline(_ condition: Condition) -> Instant? {
        guard let since, condition != .loading else { return nil }
        if case .hole = condition { return since + holePatience }
        return since + patience
    }
}
