// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

@testable import WindowboxPlayer

/// Time that goes on when a test says so.
@MainActor final class ManualPlayerClock: PlayerClock {
    private(set) var now = Instant.zero
    private var due: (Instant, @MainActor () -> Void)?

    nonisolated init() {}

    func wake(after seconds: Double, _ work: @escaping @MainActor () -> Void) { due = (now + seconds, work) }
    func rest() { due = nil }

    /// Seconds until it wakes someone; nil when nobody waits.
    var nextWake: Double? { due.map { $0.0 - now } }

    func advance(by seconds: Double, _ before: (Instant) -> Void = { _ in }) {
        let end = now + seconds
        while let (moment, work) = due, moment <= end {
            now = moment
            due = nil
            before(now)
            work()
        }
        now = end
        before(now)
    }
}
