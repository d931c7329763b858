// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What a player does when the network fails.
public struct NetworkRetry: Hashable, Sendable {
    /// Whether a failed item is retried when the network is reported reachable again.
    public var whenReachable: Bool
    /// Seconds before each automatic retry of an item that had played; the last value repeats. Empty disables these retries.
    public var delays: [Double]
    /// Whether playback continues after a retry if it was requested; otherwise the item stays paused.
    public var resumesPlaying: Bool

    public init(whenReachable: Bool = true, delays: [Double] = [1, 2, 4, 8, 16, 30], resumesPlaying: Bool = true) {
        self.whenReachable = whenReachable
        self.delays = delays
        self.resumesPlaying = resumesPlaying
    }

    /// Retries when the network is back, and after 1, 2, 4, 8, 16 and then every 30 seconds.
    public static let automatic = NetworkRetry()
    /// An item that failed stays failed until ``Player/replay()``.
    public static let never = NetworkRetry(whenReachable: false, delays: [])
}

/// Decides when to reload an item interrupted by the network.
struct NetworkRetryRule {
    enum Event: Equatable {
        /// The item failed because of the network.
        /// - Parameter position: its position; nil if it had shown nothing.
        case lost(position: ResumePosition?)
        /// The network is reported reachable again.
        case reachable
        /// The requested moment has come.
        case woke
        /// The item plays.
        case recovered
        /// Another item became current, or the user took over.
        case left
    }

    enum Action: Equatable {
        /// Load the item again, at a position or at its default position.
        case retry(at: ResumePosition?)
        case wake(at: Instant)
        case sleep
    }

    private let policy: NetworkRetry
    private var loss: (position: ResumePosition?, due: Instant?)?
    private var tries = 0
    /// The position when it failed; an attempt that fails before playing doesn't replace it.
    private(set) var position: ResumePosition?
    private var isRetrying = false

    init(_ policy: NetworkRetry) { self.policy = policy }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .lost(let position): return lost(at: position, now)
        case .reachable: return policy.whenReachable && loss != nil ? retry() : []
        case .woke:
            guard let due = loss?.due, now >= due else { return [] }
            return retry()
        case .recovered:
            (tries, position) = (0, nil)
            return []
        case .left:
            // A retry also leaves the item, but only to reload it.
            guard !isRetrying else { return [] }
            let wasWaiting = loss?.due != nil
            (loss, tries, position) = (nil, 0, nil)
            return wasWaiting ? [.sleep] : []
        }
    }

    private mutating func lost(at newPosition: ResumePosition?, _ now: Instant) -> [Action] {
        position = newPosition ?? position
        guard position != nil, !policy.delays.isEmpty else {
            loss = (position, nil)
            return []
        }
        let due = now + policy.delays[min(tries, policy.delays.count - 1)]
        loss = (position, due)
        return [.wake(at: due)]
    }

    /// Whether a retry is pending, after a delay or once the network is reachable.
    func isWaiting(isReachable: Bool) -> Bool {
        guard let loss else { return false }
        return loss.due != nil || policy.whenReachable && !isReachable
    }

    private mutating func retry() -> [Action] {
        guard let loss else { return [] }
        self.loss = nil
        tries += 1
        return (loss.due == nil ? [] : [.sleep]) + [.retry(at: loss.position)]
    }

    /// Marks leaving the item as part of a retry until the item is loaded again.
    mutating func whileRetrying(_ isRetrying: Bool) { self.isRetrying = isRetrying }
}
