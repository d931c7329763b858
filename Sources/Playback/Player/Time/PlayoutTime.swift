// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// The position on the current item's timeline: estimated from the engine's last report, and limited by the item's end and its blocked
/// ranges.
struct PlayoutTime {
    private(set) var estimate: PlayoutEstimate?
    /// The blocked range that the engine is skipping.
    private(set) var passing: TimeRange?
    /// The blocked ranges of the current item.
    var blocked = BlockedRanges()

    /// The time in seconds; nil until the item is known.
    /// - Parameter target: the target of the seek in progress.
    func time(of facts: ItemFacts?, seekingTo target: Double?, at now: Instant) -> Double? {
        if let target = destination(seekingTo: target) { return target }
        // The last frame starts before the end.
        if let facts, facts.status == .ended, let end = facts.timeline?.duration {
            guard let block = blocked.ranges.last, block.end >= end else { return end }
            return min(block.start, end)
        }
        guard let estimate, let facts, facts.isReady else { return nil }
        let reckoned = estimate.time(at: now)
        // In reverse, the engine stops at the start, and reports it a moment later.
        if estimate.rate < 0 { return max(reckoned, facts.timeline?.seekable.start ?? reckoned) }
        let time = facts.timeline?.duration.map { min(reckoned, max($0, 0)) } ?? reckoned
        // The engine stops before a blocked range, and reports it a moment later.
        guard let block = blocked.next(from: estimate.position), block.start >= estimate.position else { return time }
        return min(time, block.start)
    }

    /// The target of a jump in progress, in seconds; nil if there is none.
    func destination(seekingTo target: Double?) -> Double? { target ?? passing?.end }

    /// Records a position reported by the engine.
    /// - Parameter keepsRate: playback continues from there as before; otherwise the time stands still until the next update.
    mutating func anchor(at position: Double, keepsRate: Bool, now: Instant) {
        estimate = PlayoutEstimate(position: position, moment: now, rate: keepsRate ? estimate?.rate ?? 0 : 0)
    }

    mutating func follow(rate: Double, at now: Instant) {
        if let estimate, estimate.rate != rate { self.estimate = estimate.changed(to: rate, at: now) }
    }

    /// The engine has reached a blocked range.
    mutating func reach(_ block: TimeRange) { passing = block }

    /// The engine continues after a blocked range.
    /// - Returns: false if something else, such as a seek, came in between.
    mutating func pass(_ block: TimeRange, at now: Instant) -> Bool {
        guard passing == block else { return false }
        passing = nil
        anchor(at: block.end, keepsRate: false, now: now)
        return true
    }

    /// A seek replaces the skipping of a blocked range.
    mutating func abandonPassing() { passing = nil }

    /// The item was left or has failed.
    mutating func leave() { (estimate, passing) = (nil, nil) }
}
