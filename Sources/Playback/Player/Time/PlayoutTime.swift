// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Where playing is on the current item's timeline: estimated from the engine's last report, and limited by the end of the item and by
/// its blocked ranges.
struct PlayoutTime {
    private(set) var estimate: PlayoutEstimate?
    /// The block that the engine is leaving.
    private(set) var passing: TimeRange?
    /// What must not be played of the current item.
    var blocked = BlockedRanges()

    /// Seconds; nil until the item is known.
    /// - Parameter target: of the seek under way.
    func time(of facts: ItemFacts?, seekingTo target: Double?, at now: Instant) -> Double? {
        if let target = destination(seekingTo: target) { return target }
        // The last picture begins before the end.
        if let facts, facts.status == .ended, let end = facts.timeline?.duration {
            guard let block = blocked.ranges.last, block.end >= end else { return end }
            return min(block.start, end)
        }
        guard let estimate, let facts, facts.isReady else { return nil }
        let reckoned = estimate.time(at: now)
        // Backwards the engine stops at the start, and reports it a moment later.
        if estimate.rate < 0 { return max(reckoned, facts.timeline?.seekable.start ?? reckoned) }
        let time = facts.timeline?.duration.map { min(reckoned, max($0, 0)) } ?? reckoned
        // The engine stops before a block, and reports it a moment later.
        guard let block = blocked.next(from: estimate.position), block.start >= estimate.position else { return time }
        return min(time, block.start)
    }

    /// Where playing is jumping to, in seconds; nil while it isn't.
    func destination(seekingTo target: Double?) -> Double? { target ?? passing?.end }

    /// The engine has reported a position.
    /// - Parameter keepsRate: playing goes on from there as before; otherwise it stands until the next update.
    mutating func anchor(at position: Double, keepsRate: Bool, now: Instant) {
        estimate = PlayoutEstimate(position: position, moment: now, rate: keepsRate ? estimate?.rate ?? 0 : 0)
    }

    mutating func follow(rate: Double, at now: Instant) {
        if let estimate, estimate.rate != rate { self.estimate = estimate.changed(to: rate, at: now) }
    }

    /// The engine has come to a block.
    mutating func reach(_ block: TimeRange) { passing = block }

    /// The engine goes on behind a block.
    /// - Returns: false when something else, such as a seek, came between.
    mutating func pass(_ block: TimeRange, at now: Instant) -> Bool {
        guard passing == block else { return false }
        passing = nil
        anchor(at: block.end, keepsRate: false, now: now)
        return true
    }

    /// A seek takes the place of the jump behind a block.
    mutating func abandonPassing() { passing = nil }

    /// The item was left, or has failed.
    mutating func leave() { (estimate, passing) = (nil, nil) }
}
