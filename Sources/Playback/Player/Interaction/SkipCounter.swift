// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Counts taps in quick succession: the first ones arm it, each further one skips.
struct SkipCounter {
    enum Event {
        /// - Parameter canSkip: whether the player can currently skip in that direction.
        case request(SkipDirection, interval: Double, canSkip: Bool)
        /// The moment requested by ``Action/wake(at:)`` has come.
        case wake
        case reset
    }

    enum Action: Equatable {
        case skip(SkipDirection)
        /// Requests ``Event/wake`` at this moment; it replaces an earlier request.
        case wake(at: Instant)
        case rest
    }

    private(set) var state = SkipTracker.State.inactive
    private let count: Int
    private let delay: Double
    private var direction: SkipDirection?
    private var requests = 0
    private var deadline = Instant.zero

    init(count: Int, delay: Double) {
        self.count = count
        self.delay = delay
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .request(let direction, let interval, let canSkip):
            guard canSkip else { return [] }
            if direction != self.direction { requests = state == .inactive ? 0 : count - 1 }
            self.direction = direction
            requests += 1
            deadline = now + delay
            guard requests >= count else { return [.wake(at: deadline)] }
            state = SkipTracker.State(direction, total: Double(requests - count + 1) * interval)
            return [.skip(direction), .wake(at: deadline)]
        case .wake:
            guard direction != nil else { return [] }
            guard now >= deadline else { return [.wake(at: deadline)] }
            return end()
        case .reset: return direction == nil ? [] : end()
        }
    }

    private mutating func end() -> [Action] {
        (direction, requests, state) = (nil, 0, .inactive)
        return [.rest]
    }
}
