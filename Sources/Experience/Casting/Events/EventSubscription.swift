// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Decides when to subscribe to a renderer's events (GENA: UPnP Device Architecture 1.1, 4). It has no clock and no network.
///
/// A renderer counts as sending events only after the first one: some accept subscriptions but can't reach this machine. Others are
/// polled more often.
struct EventSubscription: Sendable {
    enum Event: Hashable, Sendable {
        case begin
        /// The renderer has accepted the subscription or its renewal, for this many seconds.
        case granted(id: String, seconds: Double)
        case refused
        /// An event has arrived.
        case eventReceived
        /// The time requested by ``Action/wake(at:)`` has come.
        case woken
        case end
    }

    enum Action: Hashable, Sendable {
        /// Answered by ``Event/granted(id:seconds:)`` or ``Event/refused``.
        case subscribe
        /// Renews the subscription, which keeps its ID. Answered like ``subscribe``.
        case renew(id: String)
        case unsubscribe(id: String)
        case wake(at: Instant)
        /// Whether the renderer sends events.
        case sendsEvents(Bool)
    }

    /// Requested duration of a subscription in seconds.
    static let requestedSeconds = 1800
    /// Seconds from a refusal to the next attempt, doubling each time; gives up after ``maxRetries`` retries.
    static let retryDelay = 15.0
    static let maxRetries = 4

    private enum State: Hashable {
        case idle, asking
        case granted(id: String)
        case over
    }

    private var state = State.idle
    private var sendsEvents = false
    private var refusals = 0
    private var next: Instant?

    /// The ID of the subscription; nil if there is none.
    var id: String? { if case .granted(let id) = state { id } else { nil } }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .begin: return state == .idle ? subscribe() : []
        case .granted(let id, let seconds):
            // Cancel a subscription that is granted after the end.
            guard state != .over else { return [.unsubscribe(id: id)] }
            (state, refusals) = (.granted(id: id), 0)
            return wake(at: now + max(min(seconds, 86_400) / 2, 5))
        case .refused:
            guard state != .over else { return [] }
            state = .idle
            refusals += 1
            let lost = silence()
            guard refusals <= Self.maxRetries else { return lost }
            return lost + wake(at: now + Self.retryDelay * Double(1 << (refusals - 1)))
        case .eventReceived:
            guard state != .over, !sendsEvents else { return [] }
            sendsEvents = true
            return [.sendsEvents(true)]
        case .woken:
            guard let next, now >= next else { return next.map { [.wake(at: $0)] } ?? [] }
            self.next = nil
            switch state {
            case .idle: return subscribe()
            case .granted(let id): return [.renew(id: id)]
            case .asking, .over: return []
            }
        case .end:
            let id = id
            (state, next) = (.over, nil)
            return id.map { [.unsubscribe(id: $0)] } ?? []
        }
    }

    private mutating func subscribe() -> [Action] {
        state = .asking
        return [.subscribe]
    }

    private mutating func wake(at moment: Instant) -> [Action] {
        next = moment
        return [.wake(at: moment)]
    }

    private mutating func silence() -> [Action] {
        guard sendsEvents else { return [] }
        sendsEvents = false
        return [.sendsEvents(false)]
    }
}
