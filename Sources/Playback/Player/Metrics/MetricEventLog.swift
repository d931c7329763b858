// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia

/// The metric events of one item since it was loaded.
struct MetricEventLog {
    /// The time of an event.
    struct Moment {
        var now: Instant
        var date: Date
        /// Seconds on the item's timeline.
        var time: Double?
    }

    enum Event {
        /// Loading began, or no loader is needed.
        case began
        /// The item became the current one.
        case current
        /// The loader returned the item's metadata.
        case known
        /// The first frame or audio is available.
        case ready
        case stalled
        case flowing
        case failed(PlayerError)
        case lacking(PlayerError)
        /// The item is loaded again; with `isKnown`, its loader isn't asked again.
        case anew(isKnown: Bool)
    }

    /// A long live broadcast may have many warnings: beyond this number the oldest events are dropped, except the first two.
    static let capacity = 500

    private(set) var events: [MetricEvent] = []
    private var began: Instant?
    private var current: Instant?
    private var known: Instant?
    private var isReady = false
    private var hasAsset = false
    private var hasFailed = false
    private var isStalled = false

    /// - Parameter number: the number of the player's last event; incremented for each new one.
    /// - Returns: whether there are new events.
    mutating func handle(_ event: Event, at moment: Moment, number: inout Int) -> Bool {
        let before = number
        func append(_ kind: MetricEvent.Kind, to log: inout MetricEventLog) {
            number += 1
            log.keep(MetricEvent(id: number, date: moment.date, time: moment.time, kind: kind))
        }
        switch event {
        case .began: if began == nil { began = moment.now }
        case .current: if current == nil { current = moment.now }
        case .known:
            guard known == nil else { break }
            known = moment.now
            let start = began ?? moment.now
            append(.metadata(experience: current.map { moment.now - max($0, start) } ?? 0, service: moment.now - start), to: &self)
        case .ready: isReady = true
        case .stalled:
            guard hasAsset, !isStalled, !hasFailed else { break }
            isStalled = true
            append(.stall, to: &self)
        case .flowing:
            guard isStalled else { break }
            isStalled = false
            append(.resumeAfterStall, to: &self)
        case .failed(let error):
            guard !hasFailed else { break }
            hasFailed = true
            append(.failure(error), to: &self)
        case .lacking(let error): append(.warning(error), to: &self)
        case .anew(let isKnown):
            let wasFilled = !events.isEmpty
            self = MetricEventLog()
            (began, current, known) = (moment.now, moment.now, isKnown ? moment.now : nil)
            return wasFilled
        }
        if isReady, !hasAsset, let current {
            hasAsset = true
            append(.asset(experience: moment.now - max(current, known ?? current)), to: &self)
        }
        return number != before
    }

    private mutating func keep(_ event: MetricEvent) {
        events.append(event)
        if events.count > Self.capacity { events.remove(at: 2) }
    }
}
