// SPDX-License-Identifier: Apache-2.0

/// The next wake-up of a time-driven state machine. An earlier request replaces it; after waking, later ones must be requested again.
struct WakeTimer {
    private var ahead: (moment: Double, task: Task<Void, Never>)?

    mutating func schedule(at moment: Double, by clock: Reporter.Clock, _ woke: @escaping @Sendable () async -> Void) {
        if let ahead, ahead.moment <= moment, ahead.moment > clock.now() { return }
        ahead?.task.cancel()
        ahead = (
            moment,
            Task {
                guard (try? await clock.sleep(moment)) != nil else { return }
                await woke()
            }
        )
    }

    mutating func fired() { ahead = nil }

    mutating func cancel() {
        ahead?.task.cancel()
        ahead = nil
    }
}
