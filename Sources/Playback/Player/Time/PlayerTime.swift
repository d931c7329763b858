// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A player's clock, its time listeners, and everything that depends on the passage of time.
@MainActor final class PlayerTime {
    private let clock: any PlayerClock
    let listeners = TimeListeners()
    var playout = PlayoutTime()
    var wakeUps = WakeUpSchedule()
    var stall = StallWatch()

    init(_ clock: any PlayerClock) { self.clock = clock }

    var now: Instant { clock.now }

    /// - Parameter wait: seconds until something is due; nil for never.
    func schedule(_ wait: Double?, _ work: @escaping @MainActor () -> Void) {
        switch wakeUps.schedule(wait, at: clock.now) {
        case .wake(let seconds): clock.wake(after: seconds, work)
        case .rest: clock.rest()
        case nil: break
        }
    }

    func end() { clock.rest() }
}
