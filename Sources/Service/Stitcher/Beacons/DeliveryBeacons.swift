// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// The server-side beacons of one session, derived from delivered segments. Each is sent once, in the ad's order; those of quartiles only
/// while the ad is fetched without gaps from its beginning.
public struct DeliveryBeacons: Hashable, Sendable, Codable {
    struct Progress: Hashable, Sendable, Codable {
        /// Seconds fetched without a gap.
        var reached = 0.0
        var isBroken = false
        /// The number of events reported, in the order of the ad's schedule.
        var reported = 0
    }

    /// By break and slot.
    var progress: [String: Progress] = [:]
    /// When breaks were cut short, in seconds from their start.
    var cuts: [String: Double] = [:]

    public init() {}

    public enum Event: Sendable {
        /// A segment was delivered; `start` is its position in the ad in seconds.
        ///
        /// HEAD requests and cache prefetches are not deliveries.
        case delivered(breakID: String, slot: Int, start: Double, duration: Double)
        /// The content returned this many seconds after the break's start.
        case cut(breakID: String, at: Double)
        /// The break is over and can be forgotten.
        case forget(breakID: String)
    }

    /// - Parameters:
    ///   - decision: the decision for the event's break.
    ///   - now: seconds since 1970.
    public mutating func handle(_ event: Event, _ decision: BreakDecision, at now: Double) -> [AdBeacon] {
        switch event {
        case .cut(let breakID, let time):
            cuts[breakID] = min(cuts[breakID] ?? .infinity, time)
            return []
        case .forget(let breakID):
            cuts[breakID] = nil
            progress = progress.filter { !$0.key.hasPrefix(breakID + "/") }
            return []
        case .delivered(let breakID, let slot, let start, let duration):
            guard decision.slots.indices.contains(slot), let ad = decision.slots[slot].ad else { return [] }
            let before = decision.slots[..<slot].reduce(0) { $0 + $1.duration }
            let limit = (cuts[breakID] ?? .infinity) - before
            let key = "\(breakID)/\(slot)"
            var state = progress[key] ?? Progress()
            defer { progress[key] = state }
            if start > state.reached + 0.25 { state.isBroken = true }
            guard !state.isBroken, start < limit else { return [] }
            state.reached = max(state.reached, min(start + duration, limit))
            let list = ad.schedule(duration: decision.slots[slot].duration)
            var beacons: [AdBeacon] = []
            // The end is reached once the complete ad was fetched, other events once a segment extends beyond their time.
            while state.reported < list.count, list[state.reported].isReached(by: state.reached) {
                let item = list[state.reported]
                beacons.append(
                    AdBeacon(id: "\(key)/\(state.reported)", event: item.event, url: item.url, adID: ad.id, breakID: breakID, at: now))
                state.reported += 1
            }
            return beacons
        }
    }
}

/// A tracking event of an ad and its time.
struct ScheduledEvent: Hashable, Sendable {
    var event: String
    var url: String
    /// Seconds from the ad's start.
    var offset: Double
    var isEnd: Bool

    func isReached(by time: Double) -> Bool { isEnd ? time >= offset - 0.1 : time > offset }
}

extension AdCandidate {
    /// The timed tracking events of an ad that is played to its end, in order.
    func schedule(duration: Double) -> [ScheduledEvent] {
        func timing(_ event: String, _ offset: Double?) -> (Double, Bool)? {
            switch event {
            case "breakStart", "loaded", "creativeView", "start": (0, false)
            case "firstQuartile": (duration * 0.25, false)
            case "midpoint": (duration * 0.5, false)
            case "thirdQuartile": (duration * 0.75, false)
            case "complete", "breakEnd": (duration, true)
            case "progress": offset.flatMap { $0 < duration ? ($0, false) : nil }
            default: nil
            }
        }
        let rank = ["breakStart": -1, "loaded": 0, "creativeView": 1, "start": 2, "breakEnd": 4]
        let timed = trackers.compactMap { tracker in
            timing(tracker.event, tracker.offset).map { ScheduledEvent(event: tracker.event, url: tracker.url, offset: $0.0, isEnd: $0.1) }
        }
        let order = timed.indices.sorted { left, right in
            let (a, b) = (timed[left], timed[right])
            return (a.offset, rank[a.event] ?? 3, left) < (b.offset, rank[b.event] ?? 3, right)
        }
        let sorted = order.map { timed[$0] }
        let seen = impressions.map { ScheduledEvent(event: "impression", url: $0, offset: 0, isEnd: false) }
        let beginning = sorted.prefix { $0.event == "breakStart" }
        return beginning + seen + sorted.dropFirst(beginning.count)
    }
}
