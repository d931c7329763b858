// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What a player does when the network fails it.
public struct NetworkRetry: Hashable, Sendable {
    /// An item that could not be loaded is tried again when the network is reported to be back.
    public var whenReachable: Bool
    /// Seconds to wait before each further try of an item that had played; none tries never by itself. The last one repeats.
    public var delays: [Double]
    /// Playing goes on after a retry if it was wanted; otherwise the item stays paused.
    public var resumesPlaying: Bool

    public init(whenReachable: Bool = true, delays: [Double] = [1, 2, 4, 8, 16, 30], resumesPlaying: Bool = true) {
        self.whenReachable = whenReachable
        self.delays = delays
        self.resumesPlaying = resumesPlaying
    }

    public static let automatic = NetworkRetry()
    public static let never = NetworkRetry(whenReachable: false, delays: [])
}

/// When an item that the network has interrupted is loaded again.
struct NetworkRetryRule {
    enum Event: Equatable {
        /// The item failed for want of a network.
        /// - Parameter place: where it was; nil when it had shown nothing.
        case lost(place: ResumePlace?)
        /// The network is reported to be back.
        case reachable
        /// The moment that was asked for has come.
        case woke
        /// It plays.
        case recovered
        /// Another item, or a person, took over.
        case left
    }

    enum Action: Equatable {
        /// Load the item again, at a place or at its default position.
        case retry(at: ResumePlace?)
        case wake(at: Instant)
        case sleep
    }

    private let policy: NetworkRetry
    private var loss: (place: ResumePlace?, due: Instant?)?
    private var tries = 0
    /// Where it was when it failed first: a try that fails again knows no better.
    private(set) var place: ResumePlace?
    private var isRetrying = false

    init(_ policy: NetworkRetry) { self.policy = policy }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .lost(let place): return lost(at: place, now)
        case .reachable: return policy.whenReachable && loss != nil ? retry() : []
        case .woke:
            guard let due = loss?.due, now >= due else { return [] }
            return retry()
        case .recovered:
            (tries, place) = (0, nil)
            return []
        case .left:
            // A retry leaves the item too, only to load it again.
            guard !isRetrying else { return [] }
            let wasWaiting = loss?.due != nil
            (loss, tries, place) = (nil, 0, nil)
            return wasWaiting ? [.sleep] : []
        }
    }

    private mutating func lost(at newPlace: ResumePlace?, _ now: Instant) -> [Action] {
        place = newPlace ?? place
        guard place != nil, !policy.delays.isEmpty else {
            loss = (place, nil)
            return []
        }
        let due = now + policy.delays[min(tries, policy.delays.count - 1)]
        loss = (place, due)
        return [.wake(at: due)]
    }

    /// A try is to come, in a while or when the network is back.
    func isWaiting(isReachable: Bool) -> Bool {
        guard let loss else { return false }
        return loss.due != nil || policy.whenReachable && !isReachable
    }

    private mutating func retry() -> [Action] {
        guard let loss else { return [] }
        self.loss = nil
        tries += 1
        return (loss.due == nil ? [] : [.sleep]) + [.retry(at: loss.place)]
    }

    /// Leaving the item is part of a retry until it is loaded again.
    mutating func whileRetrying(_ isRetrying: Bool) { self.isRetrying = isRetrying }
}
